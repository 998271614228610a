import * as z from 'zod/mini';

/**
 * Why an order has this tax: `nothing_taxed` what it has is not taxed in a state whose tax the shop collects · `calculated`
 * by the outside provider · `by_table` by the owner's own rate, since that provider did not answer ·
 * `exempt` given back for a certificate.
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

/** A line of an order's tax. `name` is the state, as its postal code, '' outside of all states; `rate` is per cent; `amount` two-decimal text. */
export const taxLineSchema = z.object({
  name: z.string(),
  rate: z.string(),
  amount: z.string(),
  reason: z.enum(TAX_REASONS),
  /** For which the tax was given back; its last day as `YYYY-MM-DD`. */
  certificate: z.optional(z.object({ number: z.string(), validUntil: z.string() })),
  /** The address became another one afterwards, where the tax may differ; it stays as it was paid. */
  isFixed: z.optional(z.boolean()),
});
export type TaxLine = z.output<typeof taxLineSchema>;

/** By what the admin says why. */
export function taxReasonKey({ name, reason, certificate }: TaxLine): TaxReason | 'outside' {
  if (certificate) return 'exempt';
  return name === '' ? 'outside' : reason;
}

/** `due`: told to the tax provider soon · `done` · `look`: it was refused, or would come to another sum, and a person has to look. */
export const TAX_RECORD_STATES = ['due', 'done', 'look'] as const;
export type TaxRecordState = (typeof TAX_RECORD_STATES)[number];

/** A sale or refund that the tax provider has to record. `amount` is two-decimal text; `failure` why a person has to look. */
export const taxRecordSchema = z.object({
  id: z.string(),
  kind: z.enum(['sale', 'refund']),
  state: z.enum(TAX_RECORD_STATES),
  amount: z.string(),
  failure: z.nullable(z.string()),
});
export type TaxRecord = z.output<typeof taxRecordSchema>;

/** What a person has to put right at the provider: telling it again would make it worse. */
export const BY_HAND: readonly string[] = ['exempt', 'refund_failed'];

/** GET /api/admin/tax-records: those that wait for a person, the oldest first. */
export const openTaxRecordSchema = z.object({ ...taxRecordSchema.shape, orderId: z.string(), createdAt: z.string() });
export type OpenTaxRecord = z.output<typeof openTaxRecordSchema>;

/**
 * POST /api/admin/tax-records/{id}/again, with an empty object: the provider is told again within minutes; answers the
 * record. Of one that does not wait for a person nothing changes. 409 `tax_by_hand` where telling it again would not help.
 */
export const tellAgainSchema = z.object({});
