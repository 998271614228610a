import * as z from 'zod/mini';
import { PAYMENT_PROVIDERS, paymentIntentIdField } from '#shared/checkout/checkout.ts';
import { MIN_ORDER_CENTS } from '#shared/checkout/limits.ts';

/** How long the buyer can pay the requested amount, in days. */
export const OWED_DAYS = 7;
/** Card providers refuse smaller payments. */
export const MIN_OWED_CENTS = MIN_ORDER_CENTS;

/**
 * `returned`: paid after it had ended, and paid back. `mismatch`: paid with another amount or currency; the owner
 * decides. `open` and `ended` are unpaid.
 */
const OWED_STATES = ['open', 'paid', 'ended', 'returned', 'mismatch'] as const;
export type OwedState = (typeof OWED_STATES)[number];

/** What has ended a request: the owner, its seven days, changed items, or a refund or cancellation of the order. */
const OWED_ENDS = ['owner', 'time', 'items', 'refund', 'cancel'] as const;
export type OwedEnd = (typeof OWED_ENDS)[number];

/** A payment that the owner asks the buyer for, besides the order's first one. `amount` is two-decimal text. */
const owedSchema = z.object({
  id: z.string(),
  amount: z.string(),
  /** The part of it that is tax. */
  tax: z.string(),
  state: z.enum(OWED_STATES),
  endedBy: z.nullable(z.enum(OWED_ENDS)),
  createdAt: z.string(),
  expiresAt: z.string(),
  /** When it was paid, or has ended. */
  closedAt: z.nullable(z.string()),
  /** In the Stripe dashboard; `null` in the sandbox, and until the buyer begins to pay. */
  paymentUrl: z.nullable(z.string()),
});
export type Owed = z.output<typeof owedSchema>;

/** In the order's detail. `askable` is the sum that the buyer can be asked for now; 0.00 if there is none. */
export const owedPartSchema = z.object({ askable: z.string(), requests: z.array(owedSchema) });
export type OwedPart = z.output<typeof owedPartSchema>;

/**
 * POST /api/admin/orders/{id}/owed: asks for `askable`, which `amountCents` repeats in US cents; answers the order as GET
 * does. A repeated call changes nothing. DELETE withdraws the request.
 */
export const askInputSchema = z.object({
  amountCents: z.int('required').check(z.minimum(MIN_OWED_CENTS, 'invalid')),
  version: z.int('required').check(z.nonnegative('invalid')),
  /** Whether the customer gets the link by mail; default true. */
  notify: z.optional(z.boolean('invalid')),
});
export type AskInput = z.output<typeof askInputSchema>;

/** In the buyer's view of the order: the newest request. `until` is ISO 8601. */
export const owedViewSchema = z.object({
  amount: z.string(),
  state: z.enum(['open', 'paid', 'ended', 'returned']),
  until: z.string(),
});
export type OwedView = z.output<typeof owedViewSchema>;

/**
 * POST /api/orders/{token}/owed/pay: `amount` is the sum that the page shows, so that the buyer never pays a changed
 * one.
 */
export const owedPayInputSchema = z.object({ amount: z.string('required').check(z.maxLength(20, 'invalid')) });
export const owedPayAnswerSchema = z.object({
  provider: z.enum(PAYMENT_PROVIDERS),
  clientSecret: z.string(),
  publishableKey: z.optional(z.string()),
  amount: z.string(),
});
export type OwedPayAnswer = z.output<typeof owedPayAnswerSchema>;

/** POST /api/orders/{token}/owed/confirm: books the payment if the provider has it; answers the order as GET does. */
export const owedConfirmInputSchema = z.object({ paymentIntentId: paymentIntentIdField });
