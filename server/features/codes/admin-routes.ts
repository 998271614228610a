import * as z from 'zod/mini';
import type { App, BaseDeps } from '#server/deps.ts';
import { addDeleteRoute, changesOne } from '#server/plugins/row-routes.ts';
import { codeChangeSchema, codeInputSchema, discountCodeSchema } from '#shared/checkout/codes.ts';
import { idParamsSchema } from '#shared/core/lists.ts';
import {
  changeDiscountCode,
  createDiscountCode,
  deleteDiscountCode,
  getDiscountCode,
  listDiscountCodes,
} from './service.ts';

const PATH = '/api/admin/codes';
const params = idParamsSchema;

/** Discount codes for the admin, registered behind the guard. */
export function addCodeAdminRoutes(app: App, deps: Pick<BaseDeps, 'db' | 'clock'>): void {
  const one = { response: { 200: discountCodeSchema } };
  app.get(PATH, { schema: { response: { 200: z.array(discountCodeSchema) } } }, () => listDiscountCodes(deps));
  app.post(PATH, { schema: { body: codeInputSchema, response: { 201: discountCodeSchema } } }, async (request, reply) =>
    reply.status(201).send(await createDiscountCode(deps, request.body)),
  );
  app.get(`${PATH}/:id`, { schema: { params, ...one } }, (request) => getDiscountCode(deps, request.params.id));
  app.patch(`${PATH}/:id`, changesOne(codeChangeSchema, discountCodeSchema), (request) =>
    changeDiscountCode(deps, request.params.id, request.body),
  );
  addDeleteRoute(app, `${PATH}/:id`, (id, version) => deleteDiscountCode(deps, id, version));
}
