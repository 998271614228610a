import type { ShippingRate } from '#shared/checkout/checkout.ts';
import { DEFAULT_CARRIER, DEFAULT_SERVICE, DEFAULT_SHIPPING_DAYS } from '#shared/checkout/limits.ts';
import { ADDITIONS, type Addition, type AmountCents, forEachAmountCents } from '#shared/core/amounts.ts';
import { centsOf, textToCents } from '#shared/core/money.ts';

/**
 * A shipping rate as an option for the shopper, with its additions to the whole order, such as tax. `rateCents` in US
 * cents, `estimatedDays` in business days.
 */
export type ShippingOption = AmountCents<Addition> & {
  serviceName: string;
  carrier: string;
  rateCents: number;
  estimatedDays: number;
  isFree: boolean;
  /** The promised days, `YYYY-MM-DD`; missing when the answer has none. */
  promised?: { shipBy: string; arriveBy: string };
  /** Its id for the server; missing when the answer has no ids. */
  quoted?: { quoteId: string; rateId: string };
};

/** A rate in the answer: fields may be missing, and two spellings are accepted (docs/specification.md#shipping). */
export type LooseRate = Partial<Omit<ShippingRate, 'servicelevel' | 'amount'>> & {
  servicelevel?: { name?: string } | string;
  amount?: string | number;
};

/** The options of an answer; a rate without a valid amount is left out. */
export function toShippingOptions(rates: readonly LooseRate[] | undefined, quoteId?: string): ShippingOption[] {
  return (rates ?? []).flatMap((rate) => {
    // Parsed without rounding: 1e-9 is not zero, and only zero is free.
    const rateCents = textToCents(String(rate.amount).trim());
    if (rateCents === null) return [];
    const name = typeof rate.servicelevel === 'string' ? rate.servicelevel : rate.servicelevel?.name;
    return {
      serviceName: name || DEFAULT_SERVICE,
      carrier: rate.carrier || rate.provider || DEFAULT_CARRIER,
      rateCents,
      ...forEachAmountCents(ADDITIONS, (name) => centsOf(rate[name] ?? '0.00')),
      estimatedDays: rate.estimated_days ?? DEFAULT_SHIPPING_DAYS,
      isFree: rateCents === 0,
      ...(rate.ships_by && rate.arrives_by && { promised: { shipBy: rate.ships_by, arriveBy: rate.arrives_by } }),
      ...(quoteId && rate.rateId && { quoted: { quoteId, rateId: rate.rateId } }),
    };
  });
}
