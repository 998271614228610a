import * as z from 'zod/mini';
import type { App } from '#server/deps.ts';
import { limitRequests } from '#server/plugins/limits/rate-limit.ts';
import { lineText } from '#shared/core/fields.ts';
import { type LabelDeps, trackSoon } from './service.ts';

const eventSchema = z.object({ data: z.object({ tracking_number: lineText(64) }) });

/**
 * POST /api/shippo/webhook: Shippo reports that a parcel has moved. The content is not trusted: it only makes the next
 * pass track a known parcel, so it needs no signature.
 */
export function addShippoWebhookRoute(app: App, deps: LabelDeps): void {
  app.post(
    '/api/shippo/webhook',
    {
      onRequest: limitRequests(app, deps.config.limits.confirmationsPerMinute),
      schema: { hide: true },
    },
    async (request) => {
      const parsed = z.safeParse(eventSchema, request.body);
      if (parsed.success) await trackSoon(deps, parsed.data.data.tracking_number);
      return { received: true };
    },
  );
}
