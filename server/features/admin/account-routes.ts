import type { App, BaseDeps } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import { type Account, accountChangeSchema, accountSchema } from '#shared/admin/account.ts';
import { staffIn } from './guard.ts';
import { mailboxOf } from './mailbox.ts';
import { findPerson, type StaffRow, updatePerson } from './repository.ts';

/** The name and the language of the signed-in person. */
export function addAccountRoutes(app: App, { db, config }: BaseDeps): void {
  const shown = (person: StaffRow | null): Account => {
    if (!person) throw new AppError('not_found');
    const { name, role, language } = person;
    return { name, role, language, email: mailboxOf(config, person).to };
  };
  const answer = { response: { 200: accountSchema } };
  app.get('/api/admin/account', { schema: answer }, async (request) =>
    shown(await findPerson(db, staffIn(request).id)),
  );
  app.patch('/api/admin/account', { schema: { body: accountChangeSchema, ...answer } }, async (request) => {
    const { id, role } = staffIn(request);
    const { name, language } = request.body;
    if (name === '' && role === 'helper') {
      throw new AppError('validation', { issues: [{ path: 'name', code: 'required' }] });
    }
    const changes = { ...(name !== undefined && { name }), ...(language !== undefined && { language }) };
    return shown(await updatePerson(db, id, changes));
  });
}
