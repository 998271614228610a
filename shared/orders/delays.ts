import * as z from 'zod/mini';
import { dayAfter, isDay } from '#shared/core/days.ts';
import { versionField } from '#shared/core/fields.ts';

/**
 * Where an order stands whose customer was told of a later day: `told`: silence is a yes · `asked`: a yes is awaited until
 * `answerBy` · `waits`: the customer said yes.
 */
export const DELAY_STATES = ['told', 'asked', 'waits'] as const;
export type DelayState = (typeof DELAY_STATES)[number];

/** How long after the first promise silence is a yes, and a yes may be awaited (16 CFR 435.2 b). */
const CONSENT_DAYS = 30;
/** Who is asked late has this long to answer. */
const LEAST_ANSWER_DAYS = 2;

/** An order before the letter; `shipBy` is the day that was promised last, `orderedOn` that of the order. */
type Delayed = { shipBy: string | null; orderedOn: string; delays: number };

/**
 * What a letter about a later day asks of the customer. The first delay of up to 30 days needs no answer; a longer one, an
 * open one and every further one needs a yes.
 *
 * @param order days are `YYYY-MM-DD`; without a promise the law's own 30 days count
 * @param shipBy the new day, `null` when nobody knows it
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

/** Whether a yes was awaited and did not come: the order is cancelled and paid back. @param today `YYYY-MM-DD` */
export function isUnanswered(
  { delayState, answerBy }: { delayState: DelayState | null; answerBy: string | null },
  today: string,
): boolean {
  return delayState === 'asked' && answerBy !== null && answerBy < today;
}

/**
 * POST /api/admin/orders/{id}/delay: promises a later day, from today on, or none, and mails the customer about it; answers
 * the order and what became of its mail. The day that is promised already mails nobody. 409 `order_left` for an order
 * that has been shipped or is cancelled. A stale `version` is a 409 with the order as `current`.
 */
export const delayInputSchema = z.object({
  shipBy: z.nullable(z.string('required').check(z.refine(isDay, 'invalid'))),
  version: versionField,
});
export type DelayInput = z.output<typeof delayInputSchema>;

/** POST /api/orders/{token}/wait, with an empty object: the customer agrees to the later day. Repeating it changes nothing. */
export const waitSchema = z.object({});
