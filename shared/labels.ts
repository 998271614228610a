import * as z from 'zod/mini';
import { IDEMPOTENCY_KEY_HEADER } from './refunds.ts';

/**
 * `requested`: written, and the carrier's answer is not known yet · `bought` · `failed`: nothing was bought ·
 * `void_requested`: the carrier has not said yet that it pays back · `voided`.
 */
export const LABEL_STATES = ['requested', 'bought', 'failed', 'void_requested', 'voided'] as const;
export type LabelState = (typeof LABEL_STATES)[number];

/**
 * A shipping label on the wire. `cost` is two-decimal text in US dollars; `failure` are the carrier's words or one of
 * `unanswered`, `too_heavy`, `product_gone`, `void_refused`, `address_changed`; `isSample` is true for a label of the built-in
 * carrier, which no carrier accepts.
 */
export const labelSchema = z.object({
  id: z.string(),
  state: z.enum(LABEL_STATES),
  carrier: z.nullable(z.string()),
  service: z.nullable(z.string()),
  cost: z.nullable(z.string()),
  trackingNumber: z.nullable(z.string()),
  failure: z.nullable(z.string()),
  hasPdf: z.boolean(),
  isSample: z.boolean(),
  createdAt: z.string(),
});
export type Label = z.output<typeof labelSchema>;

/**
 * POST /api/admin/orders/{id}/labels, optionally with the header `Idempotency-Key`: buys one label and sets its tracking
 * number, as "Ship" does. 201 when it is new; 200 with the same label for the same key, and while the order has a label that
 * was asked for or bought. A canceled order, and one with a tracking number of another source, are 409.
 */
export const labelHeadersSchema = z.object({
  [IDEMPOTENCY_KEY_HEADER]: z.optional(z.string('invalid').check(z.regex(/^[\x21-\x7e]{1,100}$/, 'invalid'))),
});

/** POST /api/admin/orders/{id}/labels/{labelId}/void and GET …/{labelId}/pdf. */
export const labelParamsSchema = z.object({ id: z.guid('invalid'), labelId: z.guid('invalid') });

/** What a carrier tells of a parcel, in the order in which it usually comes. */
export const PARCEL_STATES = ['accepted', 'transit', 'delivered', 'returned', 'failure'] as const;
export type ParcelState = (typeof PARCEL_STATES)[number];

type Event = { kind: string; detail: Readonly<Record<string, unknown>> };

/** Whether a carrier has had the parcel with this number in its hands; one that is only announced has not moved. */
export function hasMoved(events: readonly Event[], trackingNumber: string | null): boolean {
  return events.some(
    ({ kind, detail }) => kind === 'parcel' && detail.trackingNumber === trackingNumber && detail.state !== 'accepted',
  );
}
