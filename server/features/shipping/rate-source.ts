import type { CheckoutLine, ShippingAddress } from '#shared/checkout/checkout.ts';

/** One way to send a parcel. `amountCents` in US cents, `estimatedDays` in business days. */
export type Rate = { service: string; carrier: string; amountCents: number; estimatedDays: number };

/** A line with the data that a carrier needs; `weightOz` is one packed box. */
export type Parcel = {
  lines: readonly (CheckoutLine & { weightOz: number; parcelInches: readonly [number, number, number] })[];
  address: ShippingAddress;
};

/** A source of shipping rates: the built-in table, or a carriers' service. */
export type RateSource = {
  /**
   * Paid rates for this parcel, cheapest first, never with a price of 0.
   *
   * @throws AppError `address_unserved` no carrier ships there · `rates_failed` · `rates_timeout`
   */
  listRates(parcel: Parcel): Promise<Rate[]>;
};
