import type { Language, Localized } from '#shared/core/language.ts';
import type { TextNode } from '#shared/core/rich-text.ts';

/** The policies that every shop has, in the order of their links. */
export const POLICY_KINDS = ['refunds', 'shipping', 'privacy', 'terms', 'accessibility'] as const;
export type PolicyKind = (typeof POLICY_KINDS)[number];

export const policyPath = (kind: PolicyKind): string => `/policies/${kind}`;

/** A policy as its page shows it. `updatedOn` is a day, `2026-11-22`. */
export type PolicyPage = {
  kind: PolicyKind;
  summary: Localized;
  body: Readonly<Record<Language, readonly TextNode[]>>;
  updatedOn: string;
  /** The starting text: the owner has not published it yet. */
  isSample: boolean;
};

/**
 * Which policies stood in the shop when a payment began: those of `revision` (0 is a shop that has published nothing), and
 * the sentence that stood beside the pay button. `at` is ISO 8601.
 */
export type SeenPolicies = { revision: number; at: string; language: Language; refundRule: string };

/** Outside companies that get people's data only where the shop is set up with them. */
export const PARTNERS = ['stripe', 'shippo', 'mail'] as const;
export type Partner = (typeof PARTNERS)[number];

/** What stands in a paragraph of its own: who gets data, and what the heat asks of parcels, which may be nothing. */
const POLICY_LISTS = ['partners', 'heatRules'] as const;
export type PolicyList = (typeof POLICY_LISTS)[number];

/** What a policy's text may name: `{{email}}`. */
export const POLICY_PLACEHOLDERS = [
  'brandName',
  'legalName',
  'email',
  'phone',
  'address',
  'city',
  'region',
  'freeShippingOver',
  'shipDays',
  'shippingPrice',
  ...POLICY_LISTS,
] as const;
export type PolicyPlaceholder = (typeof POLICY_PLACEHOLDERS)[number];

const KNOWN = new RegExp(`\\{\\{[ \\t]{0,8}(?:${POLICY_PLACEHOLDERS.join('|')})[ \\t]{0,8}\\}\\}`, 'g');
/** `{{days}}`, `{days}`, `[your city]`, `____`; a link's words in brackets are none. */
const LEFT = /\{\{[^{}\n]{0,80}\}\}|\{\w{1,40}\}|\{\{|\}\}|\[[^\][\n]{0,80}\](?!\()|_{3,}/g;

/** What somebody still has to fill in, each once: a policy that has any cannot be published. */
export function placeholdersLeft(text: string): string[] {
  return [...new Set(text.replace(KNOWN, '').match(LEFT) ?? [])];
}
