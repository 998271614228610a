import * as z from 'zod/mini';
import type { App } from '#server/deps.ts';
import { getOrderDetail, type ReadOrderParts } from '#server/features/orders/admin-service.ts';
import { forBuyer, getOrderStatus } from '#server/features/orders/status-view.ts';
import { networkOf } from '#server/plugins/limits/client-network.ts';
import { limitOverall, limitRequests } from '#server/plugins/limits/rate-limit.ts';
import { changesOne } from '#server/plugins/row-routes.ts';
import { apiErrorSchema } from '#shared/core/api-error.ts';
import { idParamsSchema } from '#shared/core/lists.ts';
import { orderDetailSchema } from '#shared/orders/admin-orders.ts';
import {
  askInputSchema,
  owedConfirmInputSchema,
  owedPayAnswerSchema,
  owedPayInputSchema,
} from '#shared/orders/owed.ts';
import { orderStatusSchema } from '#shared/orders/status.ts';
import { hashOrigin } from '../declines/watch.ts';
import type { SettlementDeps } from '../deps.ts';
import type { PlanDeps } from '../items/plan.ts';
import { askForOwed, confirmOwed, payOwed, withdrawOwed } from './service.ts';

const OWED = '/api/admin/orders/:id/owed';
const params = z.object({ token: z.string() });
const failures = { '4xx': apiErrorSchema, '5xx': apiErrorSchema };

/** Asking for a payment, and withdrawing that; registered behind the guard. @param readParts as for the order's detail */
export function addOwedAdminRoutes(app: App, deps: PlanDeps, readParts: ReadOrderParts): void {
  app.post(OWED, changesOne(askInputSchema, orderDetailSchema), async ({ params: { id }, body }) => {
    await askForOwed(deps, id, body);
    return getOrderDetail(deps, id, readParts);
  });

  app.delete(
    OWED,
    { schema: { params: idParamsSchema, response: { 200: orderDetailSchema } } },
    async ({ params: { id } }) => {
      await withdrawOwed(deps, id);
      return getOrderDetail(deps, id, readParts);
    },
  );
}

/** The buyer pays on the order's page; the link's token is the only authorization. */
export function addOwedRoutes(app: App, deps: SettlementDeps): void {
  const { limits } = deps.config;
  app.post(
    '/api/orders/:token/owed/pay',
    {
      onRequest: limitRequests(app, limits.paymentStartsPerMinute),
      preHandler: limitOverall(limits.paymentStartsPerMinuteOverall),
      schema: {
        tags: ['orders'],
        summary: 'Begins or continues the payment that the buyer of an order is asked for',
        params,
        body: owedPayInputSchema,
        response: { 200: owedPayAnswerSchema, ...failures },
      },
    },
    ({ params: { token }, body: { amount }, ip }) =>
      forBuyer(deps.db, token, (order) => payOwed(deps, order, { amount, caller: hashOrigin(networkOf(ip)) })),
  );

  app.post(
    '/api/orders/:token/owed/confirm',
    {
      onRequest: limitRequests(app, limits.confirmationsPerMinute),
      schema: {
        tags: ['orders'],
        summary: 'Books that payment once it has succeeded; safe to repeat',
        params,
        body: owedConfirmInputSchema,
        response: { 200: orderStatusSchema, ...failures },
      },
    },
    ({ params: { token }, body: { paymentIntentId } }) =>
      forBuyer(deps.db, token, async (order) => {
        await confirmOwed(deps, order, paymentIntentId);
        return getOrderStatus(deps, token);
      }),
  );
}
