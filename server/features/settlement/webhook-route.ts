import type { App } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import type { ProviderWebhook } from '#server/features/payments/provider.ts';
import type { SettlementDeps } from './deps.ts';
import { outcomeOf } from './instrumentation.ts';
import { saveWebhookTime } from './repository.ts';
import { handleWebhookEvent } from './webhook-events.ts';

const BODY_LIMIT = 256 * 1024;
const SIGNATURE = 'stripe-signature';

/**
 * POST /api/stripe/webhook. The body stays unparsed, because the signature covers its bytes; it is verified before it
 * is read. An event that was not handled is answered with an error, so that Stripe sends it again.
 */
export async function addWebhookRoute(app: App, deps: SettlementDeps, webhook: ProviderWebhook): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post('/api/stripe/webhook', { bodyLimit: BODY_LIMIT, schema: { hide: true } }, async (request) => {
      if (!webhook.isReady) throw new AppError('unavailable');
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const signature = request.headers[SIGNATURE];
      return count(deps, async () => {
        const event = webhook.read(body, typeof signature === 'string' ? signature : undefined);
        const isTaken = event.kind !== 'stale';
        await Promise.all([isTaken && saveWebhookTime(deps.db, deps.clock.now()), handleWebhookEvent(deps, event)]);
        if (event.kind === 'wrong_mode') throw new AppError('wrong_mode');
        if (event.kind === 'stale') throw new AppError('signature_invalid');
        return { received: true };
      });
    });
  });
}

async function count<T>({ metrics }: SettlementDeps, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    metrics.webhooks.inc({ outcome: 'ok' });
    return result;
  } catch (error) {
    metrics.webhooks.inc({ outcome: outcomeOf(error) });
    throw error;
  }
}
