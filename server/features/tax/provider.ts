import type { ShippingAddress } from '#shared/checkout/checkout.ts';
import type { OrderTaxes, TAX_PROVIDERS, TaxedLine, TaxRule } from '#shared/tax/tax.ts';

/** What is sold, and where it goes. Amounts in US cents. */
export type TaxedSale = {
  lines: readonly (TaxedLine & { id: string })[];
  discountCents: number;
  address: Pick<ShippingAddress, 'addressLine1' | 'addressLine2' | 'city' | 'state' | 'zipCode'>;
  /** What the owner's own table says for the state; `null` where it has none. */
  rule: TaxRule | null;
};

/** `transactionId` is the provider's record; a refusal would come again for the same call. */
export type TaxAnswer = { kind: 'done'; transactionId: string } | { kind: 'refused'; code: string };

/** The code of a refusal that says that this reference has a record already. */
export const RECORDED_BEFORE = 'resource_already_exists';

/**
 * Who works out sales tax, and keeps what was collected. Never called inside a database transaction. Every verb throws AppError
 * `tax_unavailable` when no answer came; what was asked may be done then, and repeating the call with the same reference
 * does it once.
 */
export type TaxProvider = {
  name: (typeof TAX_PROVIDERS)[number];
  /**
   * The tax of a sale at each of these costs of shipping, in their order. Of several costs the tax may be a cent off; of one it is what
   * will be recorded.
   *
   * @throws AppError `tax_address` the address is not to be found
   */
  estimate(sale: TaxedSale, shippingCents: readonly number[]): Promise<OrderTaxes[]>;
  /** Records what was collected. @param reference ours, one record for each */
  commit(sale: { reference: string; calculationId: string }): Promise<TaxAnswer>;
  /** Takes back a part of a record. @param refund.amountCents with its tax, in US cents */
  refund(refund: { reference: string; transactionId: string; amountCents: number }): Promise<TaxAnswer>;
  /** Takes back all of a record of which nothing was taken back before. */
  void(record: { reference: string; transactionId: string }): Promise<TaxAnswer>;
};
