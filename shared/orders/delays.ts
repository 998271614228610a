import * as z from 'zod/mini';
import { dayAfter, isDay } from '#shared/core/days.ts';
import { versionField } from '#shared/core/fields.ts';

/**
 * State of an order after a delay notice. `told`: silence counts as consent · `asked`: needs a yes until `answerBy` ·
 * `waits`: the customer said yes.
 */
export const DELAY_STATES = ['told', 'asked', 'waits'] as const;
export type DelayState = (typeof DELAY_STATES)[number];

/**
 * Within this time after the first promised day, silence counts as consent, and a yes may be awaited (16 CFR 435.2 b).
 */
const CONSENT_DAYS = 30;
/** The least time to answer, if the notice comes late. */
const LEAST_ANSWER_DAYS = 2;

/** An order before the notice; `shipBy` is the day promised last, `orderedOn` the day of the order. */
type Delayed = { shipBy: string | null; orderedOn: string; delays: number };

/**
 * Whether a delay notice needs the customer's yes. The first delay of up to 30 days does not; a longer or open-ended
 * delay and every further one do.
 *
 * @param order days are `YYYY-MM-DD`; without a promise, the law's 30 days count
 * @param shipBy the new day, `null` when it is unknown
 * @param today in the shop's time zone
 * @returns `answerBy` is the last day for a yes, `null` when none is needed
 */
export function delayRule(order: Delayed, shipBy: string | null, today: string): { answerBy: string | null } {
  const promised = order.shipBy ?? dayAfter(order.orderedOn, CONSENT_DAYS);
  const isFirst = order.delays === 0;
  const until = dayAfter(promised, CONSENT_DAYS);
  if (isFirst && shipBy !== null && shipBy <= until) return { answerBy: null };
  const last = isFirst ? until : promised;
  const least = dayAfter(today, LEAST_ANSWER_DAYS);
  if (last < least) return { answerBy: least };
  return { answerBy: last };
}

/** Whether a required yes did not come in time: the order is then cancelled and refunded. @param today `YYYY-MM-DD` */
export function isUnanswered(
  { delayState, answerBy }: { delayState: DelayState | null; answerBy: string | null },
  today: string,
): boolean {
  return delayState === 'asked' && answerBy !== null && answerBy < today;
}

/**
 * POST /api/admin/orders/{id}/delay: promises a later day, not before today, or none, and mails the customer. Answers
 * the order and the state of the mail. The day that is already promised sends no mail. 409 `order_left` for an order
 * that has been shipped or is cancelled. A stale `version` is a 409 with the order as `current`.
 */
export const delayInputSchema = z.object({
  shipBy: z.nullable(z.string('required').check(z.refine(isDay, 'invalid'))),
  version: versionField,
});
export type DelayInput = z.output<typeof delayInputSchema>;

/** POST /api/orders/{token}/wait, with an empty object: the customer agrees to the later day. Idempotent. */
export const waitSchema = z.object({});
