import * as z from 'zod/mini';
import type { Language } from '#shared/core/language.ts';

/** Fields of Stripe's dispute evidence that the shop can fill, in the order in which they are shown. @see docs.stripe.com/api/disputes/evidence_object */
export const EVIDENCE_FIELDS = [
  'customer_name',
  'customer_email_address',
  'shipping_address',
  'shipping_carrier',
  'shipping_tracking_number',
  'shipping_date',
  'product_description',
  'refund_policy_disclosure',
  'uncategorized_text',
] as const;
export type EvidenceField = (typeof EVIDENCE_FIELDS)[number];
export type Evidence = Readonly<Partial<Record<EvidenceField, string>>>;

/** Stripe's limits, in characters: of one field, and of all together. */
export const MAX_EVIDENCE_FIELD = 20_000;
export const MAX_EVIDENCE = 150_000;

/** Stripe and the banks of the shop's country read it. */
export const BANK_LANGUAGE: Language = 'en';

/**
 * Truncates evidence to Stripe's limits.
 *
 * @param cut the mark at the end of a truncated text
 */
export function fitEvidence(evidence: Evidence, cut: string): Evidence {
  let left = MAX_EVIDENCE;
  const fitted: Partial<Record<EvidenceField, string>> = {};
  for (const field of EVIDENCE_FIELDS) {
    const text = shorten((evidence[field] ?? '').trim(), Math.min(MAX_EVIDENCE_FIELD, left), cut);
    if (text === '') continue;
    fitted[field] = text;
    left -= text.length;
  }
  return fitted;
}

function shorten(text: string, max: number, cut: string): string {
  if (text.length <= max) return text;
  // Do not cut a surrogate pair in half.
  return text.slice(0, Math.max(0, max - cut.length)).replace(/[\uD800-\uDBFF]$/, '') + cut.slice(0, max);
}

const evidenceTextSchema = z.object({ field: z.enum(EVIDENCE_FIELDS), text: z.string() });
export type EvidenceText = z.output<typeof evidenceTextSchema>;

/**
 * A dispute at the provider. `isOpen`: it still takes evidence. `dueAt` is ISO 8601. `prepared` are the fields that the
 * shop has written there, `own` those that somebody has written in the provider's dashboard.
 */
const disputeSchema = z.object({
  id: z.string(),
  status: z.string(),
  reason: z.string(),
  amount: z.string(),
  isOpen: z.boolean(),
  dueAt: z.nullable(z.string()),
  prepared: z.array(z.enum(EVIDENCE_FIELDS)),
  own: z.array(z.enum(EVIDENCE_FIELDS)),
});
export type OrderDispute = z.output<typeof disputeSchema>;

/**
 * GET /api/admin/orders/{id}/dispute-file: the evidence that the shop has for an order, in the reader's language, and
 * the dispute as the provider has it now. `isKnown: false`: the provider did not answer.
 */
export const disputeFileSchema = z.object({
  evidence: z.array(evidenceTextSchema),
  dispute: z.nullable(disputeSchema),
  isKnown: z.boolean(),
});
export type DisputeFile = z.output<typeof disputeFileSchema>;

/**
 * POST /api/admin/orders/{id}/dispute-file writes the evidence to the dispute at the provider, without submitting it.
 * Idempotent. `sent` is exactly what was written; fields that somebody has written at the provider are kept
 * (`dispute.own`). 409 without a dispute that takes evidence.
 */
export const sentEvidenceSchema = z.object({ sent: z.array(evidenceTextSchema), dispute: disputeSchema });
export type SentEvidence = z.output<typeof sentEvidenceSchema>;
