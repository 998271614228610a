import type { App } from '#server/deps.ts';
import { getOrderDetail, type ReadOrderParts } from '#server/features/orders/admin-service.ts';
import { orderDetailSchema } from '#shared/admin-orders.ts';
import { idParamsSchema } from '#shared/lists.ts';
import {
  cancelInputSchema,
  IDEMPOTENCY_KEY_HEADER,
  refundHeadersSchema,
  refundInputSchema,
  refundSchema,
} from '#shared/refunds.ts';
import { type CancelDeps, cancelOrder, refundOrder } from './refunds.ts';

const ORDER = '/api/admin/orders/:id';

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
    `${ORDER}/cancel`,
    { schema: { params: idParamsSchema, body: cancelInputSchema, response: { 200: orderDetailSchema } } },
    async (request) => {
      await cancelOrder(deps, request.params.id, request.body);
      return getOrderDetail(deps, request.params.id, readParts);
    },
  );
}
