import * as z from 'zod/mini';
import type { App } from '#server/deps.ts';
import { forBuyer, getOrderStatus } from '#server/features/orders/status-view.ts';
import { limitRequests } from '#server/plugins/limits/rate-limit.ts';
import { buyerCancelSchema } from '#shared/checkout/buyer.ts';
import { apiErrorSchema } from '#shared/core/api-error.ts';
import { orderStatusSchema } from '#shared/orders/status.ts';
import { type CancelDeps, cancelOrder } from './refunds/service.ts';

/** The buyer cancels from the order's page; the link's token is the only authorization. */
export function addBuyerCancelRoute(app: App, deps: CancelDeps): void {
  app.post(
    '/api/orders/:token/cancel',
    {
      onRequest: limitRequests(app, deps.config.limits.inquiriesPerMinute),
      schema: {
        tags: ['orders'],
        summary: 'Cancels an order that is not in work yet, and pays it back',
        params: z.object({ token: z.string() }),
        body: buyerCancelSchema,
        response: { 200: orderStatusSchema, '4xx': apiErrorSchema },
      },
    },
    ({ params: { token } }) =>
      forBuyer(deps.db, token, async ({ id }) => {
        await cancelOrder(deps, id, { reason: null }, 'customer');
        return getOrderStatus(deps, token);
      }),
  );
}
