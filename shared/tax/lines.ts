import * as z from 'zod/mini';

/**
 * Why an order has this tax. `nothing_taxed`: nothing in it is taxable, although the shop collects in the state.
 * `calculated` by the outside provider · `by_table`: the owner's own rate, because that provider did not answer ·
 * `exempt`: refunded for a certificate.
 */
export const TAX_REASONS = [
  'not_registered',
  'nothing_taxed',
  'registered',
  'calculated',
  'by_table',
  'exempt',
] as const;
export type TaxReason = (typeof TAX_REASONS)[number];

/**
 * A line of an order's tax. `name` is the state's postal code, '' outside of all states; `rate` is per cent; `amount`
 * two-decimal text.
 */
export const taxLineSchema = z.object({
  name: z.string(),
  rate: z.string(),
  amount: z.string(),
  reason: z.enum(TAX_REASONS),
  /** The certificate for which the tax was refunded; `validUntil` is its last day as `YYYY-MM-DD`. */
  certificate: z.optional(z.object({ number: z.string(), validUntil: z.string() })),
  /** The address changed after the payment and may have another tax; the paid tax stays. */
  isFixed: z.optional(z.boolean()),
});
export type TaxLine = z.output<typeof taxLineSchema>;

/** The key of the admin's text about the reason. */
export function taxReasonKey({ name, reason, certificate }: TaxLine): TaxReason | 'outside' {
  if (certificate) return 'exempt';
  return name === '' ? 'outside' : reason;
}

/**
 * `due`: will be reported to the tax provider soon · `done` · `look`: refused, or the sum would differ; a person has to
 * check it.
 */
export const TAX_RECORD_STATES = ['due', 'done', 'look'] as const;
export type TaxRecordState = (typeof TAX_RECORD_STATES)[number];

/**
 * A sale or refund that the tax provider has to record. `amount` is two-decimal text; `failure` says why a person has
 * to check it.
 */
export const taxRecordSchema = z.object({
  id: z.string(),
  kind: z.enum(['sale', 'refund']),
  state: z.enum(TAX_RECORD_STATES),
  amount: z.string(),
  failure: z.nullable(z.string()),
});
export type TaxRecord = z.output<typeof taxRecordSchema>;

/** Failures that a person must correct at the provider; reporting again would make them worse. */
export const BY_HAND: readonly string[] = ['exempt', 'refund_failed'];

/** GET /api/admin/tax-records: those that a person has to check, the oldest first. */
export const openTaxRecordSchema = z.object({ ...taxRecordSchema.shape, orderId: z.string(), createdAt: z.string() });
export type OpenTaxRecord = z.output<typeof openTaxRecordSchema>;

/**
 * POST /api/admin/tax-records/{id}/again, with an empty object: reports it to the provider again within minutes;
 * answers the record. No effect unless a person has to check it. 409 `tax_by_hand` if reporting again would not help.
 */
export const tellAgainSchema = z.object({});
