import { facts } from '#brand/facts.ts';
import type { BaseDeps } from '#server/deps.ts';
import { errorText } from '#server/errors.ts';
import { enqueueEmails, type OutboxDeps, preparePlainEmail } from '#server/features/emails/outbox.ts';
import { sumSalesByState } from '#server/features/orders/stats/service.ts';
import { centsOf, centsToText, formatPrice } from '#shared/core/money.ts';
import { US_STATES, type UsState } from '#shared/places/us-states.ts';
import { shopDay } from '#shared/shipping/ship-days.ts';
import type { StateSales, TaxMeter } from '#shared/tax/tax.ts';
import { listRegistrations } from './repository.ts';
import { THRESHOLDS, THRESHOLDS_AS_OF, THRESHOLDS_SOURCE, type Threshold } from './thresholds.ts';

const HOUR_MS = 3_600_000;
/** The share of a threshold at which the owner gets a mail. */
const TOLD_AT_PERCENT = 80;

/** Sales of this year by state, each with the threshold from which it requires tax; the closest to it first. */
export async function getTaxMeter(deps: Pick<BaseDeps, 'db' | 'clock'>): Promise<TaxMeter> {
  const today = shopDay(deps.clock.now());
  const year = today.slice(0, 4);
  const [sold, registrations] = await Promise.all([
    sumSalesByState(deps, { from: `${year}-01-01`, until: today }),
    listRegistrations(deps.db),
  ]);
  const registered = new Set(registrations.map(({ state }) => state));
  const states = sold.flatMap(({ state: code, orders, salesCents, taxCents }): StateSales[] => {
    const state = code as UsState;
    if (!Object.hasOwn(US_STATES, state)) return [];
    const threshold = THRESHOLDS[state];
    return [
      {
        state,
        orders,
        sales: centsToText(salesCents),
        tax: centsToText(taxCents),
        threshold: threshold ? { ...threshold, needsBoth: threshold.needsBoth ?? false } : null,
        percent: threshold ? percentOf(threshold, { orders, salesCents }) : 0,
        isRegistered: registered.has(state),
        isHome: state === facts.address.state,
      },
    ];
  });
  return {
    year,
    asOf: THRESHOLDS_AS_OF,
    source: THRESHOLDS_SOURCE,
    states: states.sort((a, b) => b.percent - a.percent),
  };
}

/** The reached share of a threshold, in whole per cent, rounded down. */
export function percentOf(
  { dollars, sales, needsBoth }: Threshold,
  { orders, salesCents }: { orders: number; salesCents: number },
): number {
  const byDollars = Math.floor(salesCents / dollars);
  if (sales === undefined) return byDollars;
  const bySales = Math.floor((orders * 100) / sales);
  return needsBoth ? Math.min(byDollars, bySales) : Math.max(byDollars, bySales);
}

/**
 * Mails the owner about each unregistered state that is close to its threshold, once per state and year.
 *
 * @returns the check, which does nothing within an hour of the one before
 */
export function watchTaxMeter(deps: Pick<BaseDeps, 'db'> & OutboxDeps): () => Promise<void> {
  let nextAt = 0;
  return async () => {
    const now = deps.clock.now().getTime();
    if (now < nextAt) return;
    nextAt = now + HOUR_MS;
    const { year, states } = await getTaxMeter(deps);
    const near = states.filter(
      ({ percent, isRegistered, isHome }) => percent >= TOLD_AT_PERCENT && !isRegistered && !isHome,
    );
    if (near.length === 0) return;
    const language = deps.config.ownerLanguage;
    const mails = near.map(({ state, percent, sales, orders }) => {
      const values = {
        state: US_STATES[state],
        percent: String(percent),
        amount: formatPrice(centsOf(sales), language),
        orders: String(orders),
        year,
        admin: `${deps.config.publicUrl}/admin/taxes`,
      };
      return preparePlainEmail(deps, {
        to: deps.config.ownerEmail,
        language,
        subject: errorText('tax_meter_subject', language, values),
        body: errorText('tax_meter_body', language, values),
        dedupeKey: `tax_meter:${state}:${year}`,
      });
    });
    await deps.db.transaction((tx) => enqueueEmails(tx, deps, mails));
  };
}
