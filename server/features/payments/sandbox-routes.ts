import * as z from 'zod/mini';
import type { App, BaseDeps } from '#server/deps.ts';
import { limitRequests } from '#server/plugins/limits/rate-limit.ts';
import {
  paymentIntentIdField,
  sandboxAuthenticateAnswerSchema,
  sandboxAuthenticateInputSchema,
  sandboxConfirmAnswerSchema,
  sandboxConfirmInputSchema,
} from '#shared/checkout/checkout.ts';
import { apiErrorSchema } from '#shared/core/api-error.ts';
import { authenticateSandboxPayment, confirmSandboxPayment, type SandboxEvents } from './sandbox.ts';

const params = z.object({ paymentIntentId: paymentIntentIdField });

/**
 * The calls that the real provider's script would send to the provider; registered only in sandbox mode.
 *
 * @param inLanguageOf runs work with errors in the language of the payment's checkout
 */
export function addSandboxRoutes(
  app: App,
  deps: Pick<BaseDeps, 'db' | 'clock' | 'config'> & SandboxEvents,
  inLanguageOf: <T>(paymentId: string, work: () => Promise<T>) => Promise<T>,
): void {
  const onRequest = limitRequests(app, deps.config.limits.confirmationsPerMinute);
  app.post(
    '/api/sandbox-payments/:paymentIntentId/confirm',
    {
      onRequest,
      schema: {
        tags: ['sandbox'],
        summary: 'Pay with a test card',
        params,
        body: sandboxConfirmInputSchema,
        response: { 200: sandboxConfirmAnswerSchema, '4xx': apiErrorSchema },
      },
    },
    ({ params: { paymentIntentId: id }, body }) => inLanguageOf(id, () => confirmSandboxPayment(deps, id, body)),
  );
  app.post(
    '/api/sandbox-payments/:paymentIntentId/authenticate',
    {
      onRequest,
      schema: {
        tags: ['sandbox'],
        summary: 'End the extra step',
        params,
        body: sandboxAuthenticateInputSchema,
        response: { 200: sandboxAuthenticateAnswerSchema, '4xx': apiErrorSchema },
      },
    },
    ({ params: { paymentIntentId: id }, body }) => inLanguageOf(id, () => authenticateSandboxPayment(deps, id, body)),
  );
}
