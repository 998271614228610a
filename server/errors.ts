import { errorTexts, issueTexts } from '#brand/texts/tables.ts';
import { fillBrandWords } from '#shared/content/brand-words.ts';
import { brandFacts, type PublicFacts } from '#shared/content/shop-facts.ts';
import type { Language } from '#shared/core/language.ts';

/** Every error that a service may throw, with its HTTP status. Its text stands in brand/texts by code. */
export const ERROR_STATUS = {
  validation: 400,
  body_invalid: 400,
  host_unknown: 400,
  cursor_invalid: 400,
  minimum_order: 400,
  amount_too_large: 400,
  product_unknown: 400,
  address_unserved: 400,
  tax_address: 400,
  code_unknown: 400,
  code_minimum: 400,
  signature_invalid: 400,
  wrong_mode: 400,
  unauthorized: 401,
  login_failed: 401,
  forbidden_origin: 403,
  payment_failed: 402,
  card_declined: 402,
  card_number_invalid: 402,
  card_expiry_invalid: 402,
  card_expired: 402,
  card_cvc_invalid: 402,
  card_not_test: 402,
  payment_not_confirmed: 402,
  not_found: 404,
  picture_missing: 400,
  picture_empty: 400,
  picture_broken: 400,
  body_slow: 408,
  conflict: 409,
  stale_version: 409,
  order_shipped: 409,
  order_closed: 409,
  order_left: 409,
  order_in_work: 409,
  person_open: 409,
  person_erased: 409,
  address_dearer: 409,
  address_taxed: 409,
  address_changes_spent: 409,
  tax_not_accepted: 409,
  place_not_accepted: 409,
  refund_exceeds: 409,
  refund_not_failed: 409,
  dispute_missing: 409,
  dispute_closed: 409,
  tax_not_exemptible: 409,
  tax_by_hand: 409,
  label_canceled: 409,
  label_tracked: 409,
  label_not_bought: 409,
  label_unjoined: 409,
  idempotency_key_reused: 409,
  mail_unconfigured: 409,
  quote_expired: 409,
  heat_hold: 409,
  heat_closed: 409,
  heat_service: 409,
  sold_out: 409,
  stock_of_assortment: 409,
  price_changed: 409,
  code_used_up: 409,
  code_taken: 409,
  tax_state_taken: 409,
  changed_since: 409,
  picture_used: 409,
  amount_mismatch: 409,
  already_paid: 409,
  body_too_large: 413,
  picture_too_large: 413,
  picture_pixels: 413,
  picture_too_heavy: 413,
  content_type: 415,
  picture_type: 415,
  picture_heic: 415,
  picture_svg: 415,
  picture_html: 415,
  proof_required: 428,
  too_many: 429,
  card_attempts: 429,
  internal: 500,
  payment_provider_failed: 502,
  rates_failed: 502,
  tax_unavailable: 502,
  rendering_failed: 502,
  picture_failed: 502,
  unavailable: 503,
  payment_provider_timeout: 504,
  rates_timeout: 504,
} as const;
export type ErrorCode = keyof typeof ERROR_STATUS;
/** `path` with dots, as in `addressData.email`. */
type FieldIssue = { path: string; code: string };

/**
 * An error whose text is shown to the reader. `values` fill the text's `{name}` placeholders.
 *
 * @example throw new AppError('quote_expired', { cause: error })
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly values: Record<string, string>;
  /** The text for the reader when it comes from elsewhere, such as a card provider's message. */
  readonly text: string | undefined;
  /** The code of its text, where that is not the error's own. */
  readonly words: string;
  readonly retryAfterSeconds: number | undefined;
  /** Fields that were refused, each with the code of its text (`issue_{code}`), as a schema gives it. */
  readonly issues: readonly FieldIssue[] | undefined;
  /** The language of the text where it belongs to a checkout; otherwise the reader's. */
  language: Language | undefined;
  /** The current state, when the request was made from an older one. Sent beside the message. */
  readonly current: object | undefined;
  /** The challenge that the caller has to solve first. Sent beside the message. */
  readonly challenge: object | undefined;

  constructor(
    code: ErrorCode,
    options: {
      cause?: unknown;
      values?: Record<string, string>;
      text?: string;
      words?: string;
      language?: Language;
      retryAfterSeconds?: number;
      issues?: readonly FieldIssue[];
      current?: object;
      challenge?: object;
    } = {},
  ) {
    super(code, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = ERROR_STATUS[code];
    this.values = options.values ?? {};
    this.text = options.text;
    this.words = options.words ?? code;
    this.language = options.language;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.issues = options.issues;
    this.current = options.current;
    this.challenge = options.challenge;
  }
}

/**
 * Refuses a change that was made from another version than the stored one. Call it before any other rule, with the row
 * locked.
 *
 * @param asked the version that the caller changes; `undefined` skips the check
 * @param current the row as the caller would read it now
 * @throws AppError `stale_version` with `current`
 */
export function requireVersion(asked: number | undefined, current: { version: number }): void {
  if (asked !== undefined && asked !== current.version) throw new AppError('stale_version', { current });
}

/** What the owner has made of a text, with the facts filled in; `undefined` while it is that of brand/texts. */
export type ChangedText = (code: string, language: Language) => string | undefined;

type NamedFacts = Pick<PublicFacts, 'city' | 'founder' | 'address' | 'hours' | 'email' | 'phone'>;

/** What the shop's own words are for its readers: the owner's texts, and the facts that any text may name. */
export type OwnWords = { changed?: ChangedText; facts?: NamedFacts };

/**
 * The text for an error code, or for a validation issue as `issue_{code}`. A missing text falls back to a generic one.
 *
 * `{email}` and `{phone}` are the shop's own unless `values` has others.
 *
 * @param own for readers of the shop; those of brand/ where left out
 */
export function errorText(
  code: string,
  language: Language,
  values: Record<string, string> = {},
  { changed, facts = brandFacts }: OwnWords = {},
): string {
  const table: Readonly<Record<string, string>> = (code.startsWith('issue_') ? issueTexts : errorTexts)[language];
  const known = Object.hasOwn(table, code) ? code : 'internal';
  const text =
    changed?.(known, language) ?? fillBrandWords(table[known] ?? errorTexts[language].internal, language, facts);
  const all: Record<string, string> = { email: facts.email, phone: facts.phone, ...values };
  return text.replace(/\{(\w+)\}/g, (_, name: string) => all[name] ?? '');
}
