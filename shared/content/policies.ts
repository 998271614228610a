import * as z from 'zod/mini';
import { blockText, inEachLanguage, lineText } from '#shared/core/fields.ts';
import { changeFields, itemState } from './item.ts';
import { POLICY_KINDS } from './policy-page.ts';

export const MAX_POLICY_SUMMARY = 200;
/** In characters, for each language. */
export const MAX_POLICY_BODY = 20_000;

/** `summary` is one plain line, shown beside the pay button for `refunds`; `body` is Markdown. */
const policyTexts = {
  summary: inEachLanguage(lineText(MAX_POLICY_SUMMARY, { min: 0 })),
  body: inEachLanguage(blockText(MAX_POLICY_BODY)),
};

const kindField = z.enum(POLICY_KINDS, 'invalid');
export const policyParamsSchema = z.object({ kind: kindField });

/**
 * PUT /api/admin/policies/{kind}: saves a draft; `publish` publishes it as one revision. A stale `version` is a 409
 * with the policy as `current`. DELETE, with `?version=`, restores the starting text.
 */
export const policyChangeSchema = z.object({
  ...policyTexts,
  ...changeFields,
});
export type PolicyChange = z.output<typeof policyChangeSchema>;

/**
 * A policy with its draft over the published text. `missing` are paths of incomplete texts, such as `body.<language>`;
 * `isSample` until the owner has published it.
 */
export const adminPolicySchema = z.object({
  kind: kindField,
  summary: inEachLanguage(z.string()),
  body: inEachLanguage(z.string()),
  ...itemState,
  isSample: z.boolean(),
  /** The day of the last change, in the shop's time zone. */
  updatedOn: z.string(),
  missing: z.array(z.object({ path: z.string(), left: z.array(z.string()) })),
});
export type AdminPolicy = z.output<typeof adminPolicySchema>;
