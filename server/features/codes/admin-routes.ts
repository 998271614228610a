import * as z from 'zod/mini';
import type { App, BaseDeps } from '#server/deps.ts';
import { codeChangeSchema, codeInputSchema, discountCodeSchema } from '#shared/checkout/codes.ts';
import { versionQuerySchema } from '#shared/core/fields.ts';
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
  app.patch(`${PATH}/:id`, { schema: { params, body: codeChangeSchema, ...one } }, (request) =>
    changeDiscountCode(deps, request.params.id, request.body),
  );
  app.delete(
    `${PATH}/:id`,
    { schema: { params, querystring: versionQuerySchema, response: { 204: z.null() } } },
    async (request, reply) => {
      await deleteDiscountCode(deps, request.params.id, request.query.version);
      return reply.status(204).send(null);
    },
  );
}
