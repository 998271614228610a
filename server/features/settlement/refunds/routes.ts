import * as z from 'zod/mini';
import type { App } from '#server/deps.ts';
import { getOrderDetail, type ReadOrderParts } from '#server/features/orders/admin-service.ts';
import { changesOne } from '#server/plugins/row-routes.ts';
import { idParamsSchema } from '#shared/core/lists.ts';
import { orderDetailSchema } from '#shared/orders/admin-orders.ts';
import {
  cancelInputSchema,
  IDEMPOTENCY_KEY_HEADER,
  otherWayInputSchema,
  refundHeadersSchema,
  refundInputSchema,
  refundSchema,
} from '#shared/orders/refunds.ts';
import { type CancelDeps, cancelOrder, closeOtherWay, refundOrder } from './service.ts';

const ORDER = '/api/admin/orders/:id';
const refundParamsSchema = z.object({ ...idParamsSchema.shape, refundId: z.guid('invalid') });

/** Refund and cancellation of an order; registered behind the guard. @param readParts as for the order's detail */
export function addRefundAdminRoutes(app: App, deps: CancelDeps, readParts: ReadOrderParts): void {
  app.post(
    `${ORDER}/refunds`,
    {
      schema: {
        params: idParamsSchema,
        headers: refundHeadersSchema,
        body: refundInputSchema,
        response: { 200: refundSchema, 201: refundSchema },
      },
    },
    async ({ params, headers, body }, reply) => {
      const { refund, isNew } = await refundOrder(deps, params.id, headers[IDEMPOTENCY_KEY_HEADER], body);
      return reply.status(isNew ? 201 : 200).send(refund);
    },
  );

  app.post(
    `${ORDER}/refunds/:refundId/other-way`,
    { schema: { params: refundParamsSchema, body: otherWayInputSchema, response: { 200: refundSchema } } },
    ({ params, body }) => closeOtherWay(deps, params.id, params.refundId, body),
  );

  app.post(`${ORDER}/cancel`, changesOne(cancelInputSchema, orderDetailSchema), async (request) => {
    await cancelOrder(deps, request.params.id, request.body);
    return getOrderDetail(deps, request.params.id, readParts);
  });
}
