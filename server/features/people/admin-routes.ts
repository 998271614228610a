import * as z from 'zod/mini';
import { type App, requestLanguage } from '#server/deps.ts';
import type { SettlementDeps } from '#server/features/settlement/deps.ts';
import { erasedSchema, erasePersonInputSchema, personInputSchema, personSchema } from '#shared/people/people.ts';
import { erasePerson, exportPerson, findPerson } from './service.ts';

const PATH = '/api/admin/people';

/** What the shop holds about one person, for the admin; registered behind the guard. */
export function addPeopleAdminRoutes(app: App, deps: SettlementDeps): void {
  const body = personInputSchema;
  app.post(`${PATH}/find`, { schema: { body, response: { 200: personSchema } } }, (request) =>
    findPerson(deps, request.body.person, requestLanguage(request)),
  );
  app.post(
    `${PATH}/export`,
    { schema: { body, response: { 200: z.record(z.string(), z.unknown()) } } },
    async (request, reply) =>
      reply
        .header('content-disposition', 'attachment; filename="personal-data.json"')
        .header('cache-control', 'no-store')
        .send(await exportPerson(deps, request.body.person)),
  );
  app.post(`${PATH}/erase`, { schema: { body: erasePersonInputSchema, response: { 200: erasedSchema } } }, (request) =>
    erasePerson(deps, request.body),
  );
}
