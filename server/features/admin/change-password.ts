import type { Executor } from '#server/db/connect.ts';
import { AppError } from '#server/errors.ts';
import { enqueueEmails, type OutboxDeps } from '#server/features/emails/outbox.ts';
import type { PasswordChange, PasswordPlace } from '#shared/admin/admin.ts';
import { OWNER } from '#shared/admin/staff.ts';
import { issueMessage } from '#shared/core/issue.ts';
import type { Caller } from './device.ts';
import { noteDevice } from './devices.ts';
import { forgiveTries } from './login-throttle.ts';
import { accountMail } from './mailbox.ts';
import { requireOwnPassword } from './own-password.ts';
import { hashPassword } from './password.ts';
import { MIN_PASSWORD_LENGTH, weaknessOf } from './password-strength.ts';
import { deleteSessionsOf, replaceHelperHash, replacePasswordHash, type StaffRow } from './repository.ts';
import { openSession, type SessionDeps } from './sessions.ts';

export type PasswordDeps = SessionDeps & OutboxDeps;

/**
 * The setting that holds the owner's password and takes precedence over the one in the database; `null` when neither is
 * set.
 */
export function settingOfPassword(
  { config }: Pick<PasswordDeps, 'config'>,
  staffId: string = OWNER,
): PasswordPlace['setting'] {
  if (staffId !== OWNER) return null;
  if (config.admin.passwordHash !== undefined) return 'ADMIN_PASSWORD_HASH';
  return config.admin.password === undefined ? null : 'ADMIN_PASSWORD';
}

/**
 * Sets another password for a person, ends all of that person's sessions, the caller's too, and mails the person, in
 * one transaction. A wrong current password counts as a login attempt: an open admin must not allow guessing.
 *
 * @param staffId the person; other people's sessions stay
 * @returns the token of the caller's new session: a stolen cookie ends with the old one
 * @throws AppError `password_fixed` a setting holds it · `too_many` · `validation` wrong, short or common · `conflict`
 * another tab has changed it
 */
export async function changePassword(
  deps: PasswordDeps,
  caller: Caller,
  staffId: string,
  { current, next }: PasswordChange,
): Promise<string> {
  const setting = settingOfPassword(deps, staffId);
  if (setting !== null) throw new AppError('password_fixed', { values: { setting } });
  const { person, hash } = await requireOwnPassword(deps, caller, { staffId, password: current, path: 'current' });
  const token = await replacePassword(deps, caller, { person, from: hash, to: next });
  deps.log.info(
    { event: 'password_set', address: caller.address, person: staffId },
    'a password was changed; every session of that person has ended',
  );
  return token;
}

/** The person whose password is replaced. */
type Person = Pick<StaffRow, 'id' | 'email' | 'language'>;
export const THE_OWNER: Person = { id: OWNER, email: null, language: null };

/**
 * Replaces a password's hash, if it is still the one that the caller has checked.
 *
 * @param alsoIn work in the same transaction, before the replacement
 * @returns the token of the caller's new session
 * @throws AppError `validation` short or common · `conflict` it was changed meanwhile
 */
export async function replacePassword(
  deps: PasswordDeps,
  caller: Caller,
  { person, from, to }: { person: Person; from: string; to: string },
  alsoIn?: (tx: Executor) => Promise<unknown>,
): Promise<string> {
  const { db, clock } = deps;
  requireStrong(to);
  const hash = await hashPassword(to);
  return db.transaction(async (tx) => {
    await alsoIn?.(tx);
    const isReplaced =
      person.id === OWNER
        ? await replacePasswordHash(tx, 'admin_password', { from, to: hash }, clock.now())
        : await replaceHelperHash(tx, person.id, { from, to: hash });
    if (!isReplaced) throw new AppError('conflict');
    await noteDevice(tx, deps, caller, person.id, true);
    await forgiveTries({ db: tx, clock }, caller.address, person.id);
    await deleteSessionsOf(tx, person.id);
    const code = person.id === OWNER ? 'password_changed' : 'helper_password_changed';
    await enqueueEmails(tx, deps, [accountMail(deps, person, code, caller)]);
    return openSession({ db: tx, clock }, caller, { staffId: person.id, passwordHash: hash });
  });
}

/** @throws AppError `validation` at `next`: short or common */
export function requireStrong(password: string): void {
  const weakness = weaknessOf(password);
  if (weakness === null) return;
  const code = issueMessage(`password_${weakness}`, { length: String(MIN_PASSWORD_LENGTH) });
  throw new AppError('validation', { issues: [{ path: 'next', code }] });
}
