import type { CheckoutLine, ShippingAddress } from '#shared/checkout.ts';

/** One way to send a parcel. `amountCents` in US cents, `estimatedDays` in business days. */
export type Rate = { service: string; carrier: string; amountCents: number; estimatedDays: number };

/** A line with what a carrier wants to know of it; `weightOz` is one packed box. */
export type Parcel = {
  lines: readonly (CheckoutLine & { weightOz: number; parcelInches: readonly [number, number, number] })[];
  address: ShippingAddress;
};

/** Where rates come from: our own table, or a carriers' service. */
export type RateSource = {
  /**
   * Paid rates for this parcel, cheapest first, never an invented zero.
   *
   * @throws AppError `address_unserved` nobody goes there · `rates_failed` · `rates_timeout`
   */
  listRates(parcel: Parcel): Promise<Rate[]>;
};
