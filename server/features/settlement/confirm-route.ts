import type { App } from '#server/deps.ts';
import { limitRequests } from '#server/plugins/limits/rate-limit.ts';
import {
  ATTEMPT_HEADER,
  attemptHeadersSchema,
  confirmOrderAnswerSchema,
  confirmOrderInputSchema,
} from '#shared/checkout/checkout.ts';
import { apiErrorSchema } from '#shared/core/api-error.ts';
import { confirmOrder } from './confirm.ts';
import type { SettlementDeps } from './deps.ts';

const failures = { '4xx': apiErrorSchema, '5xx': apiErrorSchema };

/** POST /api/confirm-order: the browser's call after the payment. */
export function addConfirmRoute(app: App, deps: SettlementDeps): void {
  const { limits } = deps.config;
  app.post(
    '/api/confirm-order',
    {
      // No shared limit, so that a flood of invented payments cannot block a shopper's confirmation.
      onRequest: limitRequests(app, limits.confirmationsPerMinute),
      schema: {
        tags: ['checkout'],
        summary: 'Turn a paid checkout into its order; safe to repeat',
        headers: attemptHeadersSchema,
        body: confirmOrderInputSchema,
        response: { 200: confirmOrderAnswerSchema, ...failures },
      },
    },
    ({ body: { paymentIntentId, clientSecret }, headers }) =>
      confirmOrder(deps, paymentIntentId, { attempt: headers[ATTEMPT_HEADER], clientSecret }),
  );
}
