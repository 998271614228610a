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
  /** It is the starting text, which the owner has not published yet. */
  isSample: boolean;
};

/**
 * The policies in force when a payment began: those of `revision` (0 before the first publish), and the sentence beside
 * the pay button. `at` is ISO 8601.
 */
export type SeenPolicies = { revision: number; at: string; language: Language; refundRule: string };

/** Outside companies that receive personal data, only if the shop uses them. */
export const PARTNERS = ['stripe', 'shippo', 'mail'] as const;
export type Partner = (typeof PARTNERS)[number];

/** Values that fill a whole paragraph: who receives data, and the heat rules of parcels, which may be empty. */
const POLICY_LISTS = ['partners', 'heatRules'] as const;
export type PolicyList = (typeof POLICY_LISTS)[number];

/** Placeholders of a policy's text: `{{email}}`. */
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
/** `{{days}}`, `{days}`, `[your city]`, `____`; not the text of a Markdown link. */
const LEFT = /\{\{[^{}\n]{0,80}\}\}|\{\w{1,40}\}|\{\{|\}\}|\[[^\][\n]{0,80}\](?!\()|_{3,}/g;

/** Placeholders that somebody still has to fill in, each once; a policy with any of them cannot be published. */
export function placeholdersLeft(text: string): string[] {
  return [...new Set(text.replace(KNOWN, '').match(LEFT) ?? [])];
}
