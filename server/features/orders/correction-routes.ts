import type { App, BaseDeps } from '#server/deps.ts';
import { changesOne } from '#server/plugins/row-routes.ts';
import { idParamsSchema } from '#shared/core/lists.ts';
import { orderSchema, trackingAnswerSchema } from '#shared/orders/admin-orders.ts';
import {
  customerMessageSchema,
  messageAnswerSchema,
  orderChangeSchema,
  shippingPriceInputSchema,
  shippingPriceSchema,
} from '#shared/orders/change.ts';
import { delayInputSchema } from '#shared/orders/delays.ts';
import { IDEMPOTENCY_KEY_HEADER, refundHeadersSchema } from '#shared/orders/refunds.ts';
import { changeOrder, type MoveOrder, priceAddress, writeToCustomer } from './correction.ts';
import { promiseLater } from './delay.ts';

const PATH = '/api/admin/orders/:id';

/** Corrections, delay notices and mails for an order; registered behind the guard. */
export function addOrderCorrectionRoutes(app: App, deps: BaseDeps, move: MoveOrder): void {
  app.patch(PATH, changesOne(orderChangeSchema, orderSchema), (request) =>
    changeOrder(deps, request.params.id, request.body, move),
  );

  app.post(`${PATH}/shipping-price`, changesOne(shippingPriceInputSchema, shippingPriceSchema), (request) =>
    priceAddress(deps, request.params.id, request.body, move),
  );

  app.post(`${PATH}/delay`, changesOne(delayInputSchema, trackingAnswerSchema), (request) =>
    promiseLater(deps, request.params.id, request.body),
  );

  app.post(
    `${PATH}/messages`,
    {
      schema: {
        params: idParamsSchema,
        headers: refundHeadersSchema,
        body: customerMessageSchema,
        response: { 201: messageAnswerSchema },
      },
    },
    async ({ params, headers, body }, reply) => {
      reply.status(201);
      return writeToCustomer(deps, params.id, headers[IDEMPOTENCY_KEY_HEADER], body);
    },
  );
}
