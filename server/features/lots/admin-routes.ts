import * as z from 'zod/mini';
import type { App, BaseDeps } from '#server/deps.ts';
import { changesOne } from '#server/plugins/row-routes.ts';
import { idParamsSchema } from '#shared/core/lists.ts';
import {
  lotChangeSchema,
  lotInputSchema,
  lotSchema,
  orderLotsInputSchema,
  orderLotsSchema,
  packedOrdersSchema,
  packInputSchema,
} from '#shared/lots/lots.ts';
import { changeLot, chooseLots, createLot, getLot, getOrderLots, listLots, packForSlips } from './service.ts';

const LOTS = '/api/admin/lots';
const ORDER_LOTS = '/api/admin/orders/:id/lots';
const params = idParamsSchema;

/** Lots of products, and those of orders; registered behind the guard. */
export function addLotAdminRoutes(app: App, deps: Pick<BaseDeps, 'db' | 'clock' | 'catalogue'>): void {
  app.get(LOTS, { schema: { response: { 200: z.array(lotSchema) } } }, () => listLots(deps));
  app.post(LOTS, { schema: { body: lotInputSchema, response: { 201: lotSchema } } }, async ({ body }, reply) =>
    reply.status(201).send(await createLot(deps, body)),
  );
  app.get(`${LOTS}/:id`, { schema: { params, response: { 200: lotSchema } } }, (request) =>
    getLot(deps, request.params.id),
  );
  app.patch(`${LOTS}/:id`, changesOne(lotChangeSchema, lotSchema), ({ params: { id }, body }) =>
    changeLot(deps, id, body),
  );
  app.post(`${LOTS}/pack`, { schema: { body: packInputSchema, response: { 200: packedOrdersSchema } } }, ({ body }) =>
    packForSlips(deps, body.orders),
  );

  app.get(ORDER_LOTS, { schema: { params, response: { 200: orderLotsSchema } } }, (request) =>
    getOrderLots(deps, request.params.id),
  );
  app.put(ORDER_LOTS, changesOne(orderLotsInputSchema, orderLotsSchema), ({ params: { id }, body }) =>
    chooseLots(deps, id, body),
  );
}
