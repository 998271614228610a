import type { ShippingRate } from '#shared/checkout.ts';
import { DEFAULT_CARRIER, DEFAULT_SERVICE, DEFAULT_SHIPPING_DAYS } from '#shared/checkout-limits.ts';

/** A way to ship, as the shopper chooses it. `rateCents` in US cents, `estimatedDays` in business days. */
export type ShippingOption = {
  serviceName: string;
  carrier: string;
  rateCents: number;
  estimatedDays: number;
  isFree: boolean;
};

/** A rate as it may arrive: the specification, 3 and 7, allows for gaps and for two spellings. */
export type LooseRate = Partial<Omit<ShippingRate, 'servicelevel' | 'amount'>> & {
  servicelevel?: { name?: string } | string;
  amount?: string | number;
};

/** The options of an answer; a rate without a usable amount is no offer and is left out. */
export function toShippingOptions(rates: readonly LooseRate[] | undefined): ShippingOption[] {
  return (rates ?? []).flatMap((rate) => {
    const amount = typeof rate.amount === 'string' && rate.amount.trim() === '' ? Number.NaN : Number(rate.amount);
    const rateCents = Math.round(amount * 100);
    if (!Number.isSafeInteger(rateCents) || rateCents < 0) return [];
    const name = typeof rate.servicelevel === 'string' ? rate.servicelevel : rate.servicelevel?.name;
    return {
      serviceName: name || DEFAULT_SERVICE,
      carrier: rate.carrier || rate.provider || DEFAULT_CARRIER,
      rateCents,
      estimatedDays: rate.estimated_days ?? DEFAULT_SHIPPING_DAYS,
      isFree: rateCents === 0,
    };
  });
}
