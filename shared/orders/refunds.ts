import * as z from 'zod/mini';
import { ADDITIONS, type Addition, type Amounts } from '#shared/core/amounts.ts';
import { lineText, optionalLine, versionField } from '#shared/core/fields.ts';
import { centsOf } from '#shared/core/money.ts';
import type { TaxReason } from '#shared/tax/lines.ts';
import type { OrderLine, Pieces } from './lines.ts';

export const MAX_REFUND_REASON = 200;
export const MAX_CERTIFICATE = 60;
export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';

/**
 * `requested`: stored; the provider has not answered, or the customer's bank is still processing it · `failed`: no
 * money moved, or it came back · `canceled`: cancelled at the provider.
 */
export const REFUND_STATES = ['requested', 'succeeded', 'failed', 'canceled'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** A refund on the wire; `amount` is two-decimal text, `isOwn` is false if it was made at the provider. */
export const refundSchema = z.object({
  id: z.string(),
  amount: z.string(),
  /** The refunded lines; `null` when the refund was an amount. */
  lines: z.nullable(z.array(z.object({ id: z.string(), quantity: z.int() }))),
  state: z.enum(REFUND_STATES),
  reason: z.nullable(z.string()),
  /** The provider's code for the refusal. */
  failure: z.nullable(z.string()),
  isOwn: z.boolean(),
  /** How and when (`YYYY-MM-DD`) a failed refund was paid another way. */
  otherWay: z.nullable(z.object({ how: z.string(), on: z.string() })),
  createdAt: z.string(),
});
export type Refund = z.output<typeof refundSchema>;

const amountField = z
  .string('required')
  .check(z.refine((text) => /^\d{1,7}\.\d{2}$/.test(text) && centsOf(text) > 0, 'amount_invalid'));

const lineField = z.object({
  id: lineText(100),
  quantity: z.int('invalid').check(z.positive('invalid')),
});

/**
 * POST /api/admin/orders/{id}/refunds, with the header `Idempotency-Key`: answers the refund, 201 when it is new, 200
 * for a repeated key. `amount` is two-decimal text. Without it, `lines` and `shipping` are refunded at what they cost;
 * with it, `lines` only say what comes back. The same key with another body, and more than the rest of the payment or
 * of a line, are 409.
 */
export const refundInputSchema = z
  .object({
    amount: z.optional(amountField),
    lines: z.optional(z.array(lineField, 'invalid').check(z.maxLength(100, 'invalid'))),
    /** Includes the whole shipping cost. */
    shipping: z.optional(z.boolean('invalid')),
    reason: optionalLine(MAX_REFUND_REASON),
    /**
     * Number and expiry of the resale certificate for which exactly the tax is refunded. Without `amount`, `lines` and
     * `shipping`, and only before any other refund.
     */
    certificate: optionalLine(MAX_CERTIFICATE),
    certificateUntil: z.optional(z.iso.date('day_invalid')),
    /** Returns the units to stock. */
    restock: z.optional(z.boolean('invalid')),
    /** Whether the customer gets a mail; default true. */
    notify: z.optional(z.boolean('invalid')),
  })
  .check(
    z.refine(
      ({ amount, lines = [], shipping = false, certificate }) =>
        amount !== undefined || lines.length > 0 || shipping || certificate !== null,
      { error: 'required', path: ['amount'] },
    ),
  );
export type RefundInput = z.output<typeof refundInputSchema>;
/** `validUntil` is its last day as `YYYY-MM-DD`. */
export type TaxCertificate = { number: string; validUntil: string };

/**
 * POST /api/admin/orders/{id}/refunds/{refundId}/other-way: records that a failed refund was paid by check, Zelle and
 * the like. From then on it counts as refunded. Idempotent; a refund that has not failed is 409.
 */
export const otherWayInputSchema = z.object({ how: lineText(MAX_REFUND_REASON), on: z.iso.date('day_invalid') });
export type OtherWayInput = z.output<typeof otherWayInputSchema>;

/** The idempotency key: the same for each repetition of a request. */
export const refundHeadersSchema = z.object({
  [IDEMPOTENCY_KEY_HEADER]: z.string('required').check(z.regex(/^[\x21-\x7e]{1,100}$/, 'invalid')),
});

/**
 * POST /api/admin/orders/{id}/cancel: sets the status, refunds the rest, mails the customer once; answers the order as
 * GET does. Idempotent. A shipped order is 409.
 */
export const cancelInputSchema = z.object({
  reason: optionalLine(MAX_REFUND_REASON),
  notify: z.optional(z.boolean('invalid')),
  version: versionField,
});
export type CancelInput = z.output<typeof cancelInputSchema>;

/**
 * The rest that can be refunded, in US cents. @param order two-decimal text @param refunds as the order's detail has
 * them
 */
export function refundableCents(
  order: { totalAmount: string; refundedAmount: string },
  refunds: readonly { amountCents: number; state: RefundState; isAtProvider: boolean }[],
): number {
  const total = centsOf(order.totalAmount);
  const told = centsOf(order.refundedAmount);
  const held = refunds.filter(({ state }) => state === 'requested' || state === 'succeeded');
  const sum = (rows: typeof held) => rows.reduce((cents, { amountCents }) => cents + amountCents, 0);
  // Earlier versions stored only the provider's total, without a row per refund.
  const unlisted = Math.max(0, told - sum(held.filter(({ isAtProvider }) => isAtProvider)));
  return Math.max(0, total - sum(held) - unlisted);
}

type PaidLine = Pick<OrderLine, 'id' | 'quantity' | 'unitPriceCents' | 'discountCents' | 'taxCents'>;

/** The tax contained in the parts of an order: none once it was refunded for a certificate. */
export function taxInParts<Order extends { tax: string; lines: readonly PaidLine[] }>(
  order: Order,
  reason: TaxReason | undefined,
): Order {
  if (reason !== 'exempt') return order;
  return { ...order, tax: '0.00', lines: order.lines.map((line) => ({ ...line, taxCents: 0 })) };
}

/** The part of an order's price besides its items, in US cents: shipping with its tax and other additions. */
export function shippingPaidCents(
  order: Amounts<Addition> & { shippingCost: string | null; lines: readonly PaidLine[] },
): number {
  const ofItems = order.lines.reduce((sum, { taxCents }) => sum + taxCents, 0);
  const paid = [order.shippingCost ?? '0.00', ...ADDITIONS.map((name) => order[name])];
  return paid.reduce((sum, text) => sum + centsOf(text), -ofItems);
}

/** The lines without units that are already refunded. */
export function linesLeft<Line extends Pieces>(lines: readonly Line[], returned: readonly Pieces[]): Line[] {
  return lines.flatMap((line) => {
    const same = returned.filter(({ id }) => id === line.id);
    const quantity = same.reduce((left, piece) => left - piece.quantity, line.quantity);
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });
}

/**
 * The price of some units of an order with their tax, less their share of the discount, in US cents. However the units
 * are split into refunds, the sum is exactly what was paid for the lines.
 *
 * @param before units that were already refunded
 * @returns `null` if the order does not have such a unit, or no longer has it
 */
export function piecesCents(
  lines: readonly PaidLine[],
  before: readonly Pieces[],
  pieces: readonly Pieces[],
): number | null {
  let cents = 0;
  for (const [index, { id, quantity }] of pieces.entries()) {
    const line = lines.find((each) => each.id === id);
    const earlier = [...before, ...pieces.slice(0, index)].filter((piece) => piece.id === id);
    const from = earlier.reduce((sum, piece) => sum + piece.quantity, 0);
    if (!line || from + quantity > line.quantity) return null;
    const paid = line.unitPriceCents * line.quantity - line.discountCents + line.taxCents;
    cents += Math.floor((paid * (from + quantity)) / line.quantity) - Math.floor((paid * from) / line.quantity);
  }
  return cents;
}
