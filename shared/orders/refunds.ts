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
 * `requested`: written, and not answered by the provider or still with the customer's bank · `failed`: no money moved, or
 * it came back · `canceled`: taken back at the provider.
 */
export const REFUND_STATES = ['requested', 'succeeded', 'failed', 'canceled'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** A refund on the wire; `amount` is two-decimal text, `isOwn` is false for one that was made at the provider. */
export const refundSchema = z.object({
  id: z.string(),
  amount: z.string(),
  /** Whole lines that it paid back; `null` when it was an amount. */
  lines: z.nullable(z.array(z.object({ id: z.string(), quantity: z.int() }))),
  state: z.enum(REFUND_STATES),
  reason: z.nullable(z.string()),
  /** Why the provider refused it, as its code. */
  failure: z.nullable(z.string()),
  isOwn: z.boolean(),
  /** One that failed and was paid another way: how, and the day as `YYYY-MM-DD`. */
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
 * when this key has made it before. `amount` is two-decimal text; without it `lines` and `shipping` are paid back at what
 * they cost, and with it `lines` only say what comes back. The same key with another body, and more than is left of the
 * payment or of a line, are 409.
 */
export const refundInputSchema = z
  .object({
    amount: z.optional(amountField),
    lines: z.optional(z.array(lineField, 'invalid').check(z.maxLength(100, 'invalid'))),
    /** With the whole shipping cost. */
    shipping: z.optional(z.boolean('invalid')),
    reason: optionalLine(MAX_REFUND_REASON),
    /**
     * Number and last day of the resale certificate for which exactly the tax is paid back, without `amount`, `lines` and
     * `shipping`; nothing may have been paid back before.
     */
    certificate: optionalLine(MAX_CERTIFICATE),
    certificateUntil: z.optional(z.iso.date('day_invalid')),
    /** The boxes go back to the shelf. */
    restock: z.optional(z.boolean('invalid')),
    /** Whether the customer gets a mail; yes unless it is `false`. */
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
/** Its last day as `YYYY-MM-DD`. */
export type TaxCertificate = { number: string; validUntil: string };

/**
 * POST /api/admin/orders/{id}/refunds/{refundId}/other-way: a failed refund was paid by check, Zelle and the like. It counts
 * as paid back from then on. Repeating it changes nothing; one that has not failed is 409.
 */
export const otherWayInputSchema = z.object({ how: lineText(MAX_REFUND_REASON), on: z.iso.date('day_invalid') });
export type OtherWayInput = z.output<typeof otherWayInputSchema>;

/** The header of a press: the same for each repetition of it. */
export const refundHeadersSchema = z.object({
  [IDEMPOTENCY_KEY_HEADER]: z.string('required').check(z.regex(/^[\x21-\x7e]{1,100}$/, 'invalid')),
});

/**
 * POST /api/admin/orders/{id}/cancel: sets the status, pays back what is left, mails the customer once; answers the order
 * as GET does. Repeating it changes nothing. An order that has left is 409.
 */
export const cancelInputSchema = z.object({
  reason: optionalLine(MAX_REFUND_REASON),
  notify: z.optional(z.boolean('invalid')),
  version: versionField,
});
export type CancelInput = z.output<typeof cancelInputSchema>;

/** What is left to pay back, in US cents. @param order two-decimal text @param refunds as the order's detail has them */
export function refundableCents(
  order: { totalAmount: string; refundedAmount: string },
  refunds: readonly { amountCents: number; state: RefundState; isAtProvider: boolean }[],
): number {
  const total = centsOf(order.totalAmount);
  const told = centsOf(order.refundedAmount);
  const held = refunds.filter(({ state }) => state === 'requested' || state === 'succeeded');
  const sum = (rows: typeof held) => rows.reduce((cents, { amountCents }) => cents + amountCents, 0);
  // Refunds that the provider told of before each had a row of its own.
  const unlisted = Math.max(0, told - sum(held.filter(({ isAtProvider }) => isAtProvider)));
  return Math.max(0, total - sum(held) - unlisted);
}

type PaidLine = Pick<OrderLine, 'id' | 'quantity' | 'unitPriceCents' | 'discountCents' | 'taxCents'>;

/** The tax that is still in an order's parts: none once it was given back for a certificate. */
export function taxInParts<Order extends { tax: string; lines: readonly PaidLine[] }>(
  order: Order,
  reason: TaxReason | undefined,
): Order {
  if (reason !== 'exempt') return order;
  return { ...order, tax: '0.00', lines: order.lines.map((line) => ({ ...line, taxCents: 0 })) };
}

/** What was paid for an order besides its pieces, in US cents: its shipping, with its tax and what else was added. */
export function shippingPaidCents(
  order: Amounts<Addition> & { shippingCost: string | null; lines: readonly PaidLine[] },
): number {
  const ofItems = order.lines.reduce((sum, { taxCents }) => sum + taxCents, 0);
  const paid = [order.shippingCost ?? '0.00', ...ADDITIONS.map((name) => order[name])];
  return paid.reduce((sum, text) => sum + centsOf(text), -ofItems);
}

/** The lines with the pieces that are not paid back yet. */
export function linesLeft<Line extends Pieces>(lines: readonly Line[], returned: readonly Pieces[]): Line[] {
  return lines.flatMap((line) => {
    const same = returned.filter(({ id }) => id === line.id);
    const quantity = same.reduce((left, piece) => left - piece.quantity, line.quantity);
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });
}

/**
 * What pieces of an order cost with their tax, less their share of its discount, in US cents. Line by line, in whatever parts, exactly
 * what was paid for all lines comes back.
 *
 * @param before pieces that were paid back already
 * @returns `null` for a piece that the order does not have, or not any more
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
