import type { ShippingAddress } from '#shared/checkout/checkout.ts';
import type { OrderTaxes, TAX_PROVIDERS, TaxedLine, TaxRule } from '#shared/tax/tax.ts';

/** The sold items and the destination. Amounts in US cents. */
export type TaxedSale = {
  lines: readonly (TaxedLine & { id: string })[];
  discountCents: number;
  address: Pick<ShippingAddress, 'addressLine1' | 'addressLine2' | 'city' | 'state' | 'zipCode'>;
  /** The rule of the owner's own table for the state; `null` if it has none. */
  rule: TaxRule | null;
};

/** `transactionId` is the provider's record; a refusal would be repeated for the same call. */
export type TaxAnswer = { kind: 'done'; transactionId: string } | { kind: 'refused'; code: string };

/** The code of a refusal because this reference already has a record. */
export const RECORDED_BEFORE = 'resource_already_exists';

/**
 * Calculates sales tax and keeps records of collected tax. Never called inside a database transaction. Every method
 * throws AppError `tax_unavailable` when no answer came; the request may have succeeded then, and repeating it with the
 * same reference takes effect once.
 */
export type TaxProvider = {
  name: (typeof TAX_PROVIDERS)[number];
  /**
   * The tax of a sale at each of these shipping costs, in order. With several costs the tax may be a cent off; with one
   * it is what will be recorded.
   *
   * @throws AppError `tax_address` the address is unknown
   */
  estimate(sale: TaxedSale, shippingCents: readonly number[]): Promise<OrderTaxes[]>;
  /** Records collected tax. @param reference ours, one record for each */
  commit(sale: { reference: string; calculationId: string }): Promise<TaxAnswer>;
  /** Reverses a part of a record. @param refund.amountCents with its tax, in US cents */
  refund(refund: { reference: string; transactionId: string; amountCents: number }): Promise<TaxAnswer>;
  /** Reverses a whole record, of which nothing was reversed before. */
  void(record: { reference: string; transactionId: string }): Promise<TaxAnswer>;
};
