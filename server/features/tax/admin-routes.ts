import * as z from 'zod/mini';
import type { App, BaseDeps } from '#server/deps.ts';
import { addDeleteRoute, changesOne } from '#server/plugins/row-routes.ts';
import { openTaxRecordSchema, taxRecordSchema, tellAgainSchema } from '#shared/tax/lines.ts';
import {
  taxMeterSchema,
  taxRegistrationChangeSchema,
  taxRegistrationInputSchema,
  taxRegistrationSchema,
} from '#shared/tax/tax.ts';
import { getTaxMeter } from './meter.ts';
import { listOpenTaxRecords, tellAgain } from './records.ts';
import {
  changeTaxRegistration,
  createTaxRegistration,
  deleteTaxRegistration,
  listTaxRegistrations,
} from './service.ts';

const PATH = '/api/admin/taxes';
const RECORDS = '/api/admin/tax-records';

/**
 * States whose tax the shop collects, and records that a person has to check, for the admin; registered behind the
 * guard.
 */
export function addTaxAdminRoutes(app: App, deps: Pick<BaseDeps, 'db' | 'clock' | 'log'>): void {
  app.get(PATH, { schema: { response: { 200: z.array(taxRegistrationSchema) } } }, () => listTaxRegistrations(deps));
  app.get(`${PATH}/sales`, { schema: { response: { 200: taxMeterSchema } } }, () => getTaxMeter(deps));
  app.get(RECORDS, { schema: { response: { 200: z.array(openTaxRecordSchema) } } }, () => listOpenTaxRecords(deps));
  app.post(`${RECORDS}/:id/again`, changesOne(tellAgainSchema, taxRecordSchema), (request) =>
    tellAgain(deps, request.params.id),
  );
  app.post(
    PATH,
    { schema: { body: taxRegistrationInputSchema, response: { 201: taxRegistrationSchema } } },
    async (request, reply) => reply.status(201).send(await createTaxRegistration(deps, request.body)),
  );
  app.patch(`${PATH}/:id`, changesOne(taxRegistrationChangeSchema, taxRegistrationSchema), (request) =>
    changeTaxRegistration(deps, request.params.id, request.body),
  );
  addDeleteRoute(app, `${PATH}/:id`, (id, version) => deleteTaxRegistration(deps, id, version));
}
