import { errorTexts, issueTexts } from '#brand/texts/tables.ts';
import { fillBrandWords } from '#shared/content/brand-words.ts';
import { brandFacts, type PublicFacts } from '#shared/content/shop-facts.ts';
import type { Language } from '#shared/core/language.ts';

type ErrorFacts = {
  status: number;
  /** `false`: only the admin, webhooks and programs get it. Otherwise the owner can change its text. */
  isPublic?: false;
  /** Programs identify the error by its code, which is sent beside the message. */
  isTold?: true;
};

/** Every error that a service may throw. Its text is in brand/texts, by code. */
const errors = {
  validation: { status: 400 },
  body_invalid: { status: 400, isPublic: false },
  host_unknown: { status: 400, isPublic: false },
  cursor_invalid: { status: 400, isPublic: false },
  minimum_order: { status: 400 },
  amount_too_large: { status: 400 },
  product_unknown: { status: 400 },
  address_unserved: { status: 400 },
  tax_address: { status: 400 },
  code_unknown: { status: 400, isTold: true },
  code_planned: { status: 400, isTold: true },
  code_ended: { status: 400, isTold: true },
  code_products: { status: 400, isTold: true },
  code_minimum: { status: 400, isTold: true },
  passkey_not_added: { status: 400, isPublic: false },
  signature_invalid: { status: 400, isPublic: false },
  wrong_mode: { status: 400, isPublic: false },
  unauthorized: { status: 401, isPublic: false },
  login_failed: { status: 401, isPublic: false },
  passkey_refused: { status: 403, isPublic: false },
  recovery_code_refused: { status: 403, isPublic: false },
  forbidden_origin: { status: 403, isPublic: false },
  owner_only: { status: 403, isPublic: false, isTold: true },
  payment_failed: { status: 402 },
  card_declined: { status: 402 },
  card_number_invalid: { status: 402 },
  card_expiry_invalid: { status: 402 },
  card_expired: { status: 402 },
  card_cvc_invalid: { status: 402 },
  card_not_test: { status: 402 },
  payment_not_confirmed: { status: 402 },
  not_found: { status: 404 },
  picture_missing: { status: 400, isPublic: false },
  certificate_type: { status: 400, isPublic: false },
  picture_empty: { status: 400, isPublic: false },
  picture_broken: { status: 400, isPublic: false },
  logo_broken: { status: 400, isPublic: false },
  logo_blank: { status: 400, isPublic: false },
  logo_shape: { status: 400, isPublic: false },
  logo_svg_broken: { status: 400, isPublic: false },
  logo_svg_text: { status: 400, isPublic: false },
  logo_svg_part: { status: 400, isPublic: false },
  body_slow: { status: 408 },
  conflict: { status: 409 },
  stale_version: { status: 409, isPublic: false },
  settings_key: { status: 409, isPublic: false },
  settings_payments: { status: 409, isPublic: false, isTold: true },
  settings_address: { status: 409, isPublic: false, isTold: true },
  order_shipped: { status: 409 },
  order_closed: { status: 409 },
  order_left: { status: 409 },
  order_in_work: { status: 409 },
  person_open: { status: 409, isPublic: false },
  person_erased: { status: 409, isPublic: false },
  address_dearer: { status: 409 },
  address_taxed: { status: 409 },
  address_changes_spent: { status: 409 },
  tax_not_accepted: { status: 409, isPublic: false },
  place_not_accepted: { status: 409, isPublic: false },
  store_added: { status: 409, isPublic: false },
  refund_exceeds: { status: 409, isPublic: false },
  items_fixed: { status: 409, isPublic: false },
  owed_not_askable: { status: 409, isPublic: false },
  owed_ended: { status: 409, isTold: true },
  owed_paid: { status: 409, isTold: true },
  owed_changed: { status: 409, isTold: true },
  items_sold_out: { status: 409, isPublic: false },
  refund_not_failed: { status: 409 },
  dispute_missing: { status: 409, isPublic: false },
  dispute_closed: { status: 409, isPublic: false },
  tax_not_exemptible: { status: 409, isPublic: false },
  tax_by_hand: { status: 409, isPublic: false },
  password_link: { status: 410, isPublic: false },
  invitation_ended: { status: 410, isPublic: false },
  helper_known: { status: 409, isPublic: false },
  too_many_helpers: { status: 409, isPublic: false },
  passkeys_impossible: { status: 409, isPublic: false },
  passkeys_many: { status: 409, isPublic: false },
  password_fixed: { status: 409, isPublic: false },
  label_canceled: { status: 409, isPublic: false },
  label_tracked: { status: 409, isPublic: false },
  label_not_bought: { status: 409, isPublic: false },
  label_unjoined: { status: 409, isPublic: false },
  idempotency_key_reused: { status: 409, isPublic: false },
  mail_unconfigured: { status: 409, isPublic: false },
  quote_expired: { status: 409 },
  heat_hold: { status: 409 },
  heat_closed: { status: 409 },
  heat_service: { status: 409 },
  sold_out: { status: 409, isTold: true },
  stock_of_assortment: { status: 409, isPublic: false },
  price_changed: { status: 409, isTold: true },
  code_used_up: { status: 409, isTold: true },
  code_taken: { status: 409, isPublic: false },
  tax_state_taken: { status: 409, isPublic: false },
  changed_since: { status: 409, isPublic: false },
  picture_used: { status: 409, isPublic: false },
  amount_mismatch: { status: 409 },
  already_paid: { status: 409 },
  body_too_large: { status: 413 },
  logo_large: { status: 413, isPublic: false },
  logo_svg_large: { status: 413, isPublic: false },
  picture_too_large: { status: 413, isPublic: false },
  certificate_large: { status: 413, isPublic: false },
  picture_pixels: { status: 413, isPublic: false },
  picture_too_heavy: { status: 413, isPublic: false },
  content_type: { status: 415, isPublic: false },
  logo_type: { status: 415, isPublic: false },
  picture_type: { status: 415, isPublic: false },
  picture_heic: { status: 415, isPublic: false },
  picture_svg: { status: 415, isPublic: false },
  picture_html: { status: 415, isPublic: false },
  proof_required: { status: 428 },
  too_many: { status: 429 },
  card_attempts: { status: 429 },
  internal: { status: 500 },
  payment_provider_failed: { status: 502 },
  rates_failed: { status: 502 },
  tax_unavailable: { status: 502 },
  rendering_failed: { status: 502, isPublic: false },
  picture_failed: { status: 502, isPublic: false },
  unavailable: { status: 503 },
  payments_closed: { status: 503 },
  payment_provider_timeout: { status: 504 },
  rates_timeout: { status: 504 },
} satisfies Record<string, ErrorFacts>;
export type ErrorCode = keyof typeof errors;
export const ERRORS: Readonly<Record<ErrorCode, ErrorFacts>> = errors;
export const ERROR_CODES = Object.keys(errors) as readonly ErrorCode[];
export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errors, code);
/** `path` is dotted, as in `addressData.email`. */
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
  /** The reader's text if it comes from outside, such as a card provider's message. */
  readonly text: string | undefined;
  /** The code of its text, if it differs from the error's own. */
  readonly words: string;
  readonly retryAfterSeconds: number | undefined;
  /** Refused fields, each with the code of its text (`issue_{code}`), as a schema reports them. */
  readonly issues: readonly FieldIssue[] | undefined;
  /** The language of the text if it belongs to a checkout; otherwise the reader's. */
  language: Language | undefined;
  /** The current state, if the request was based on an older one. Sent beside the message. */
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
    this.status = ERRORS[code].status;
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
 * Refuses a change that is based on another version than the stored one. Call it before any other rule, with the row
 * locked.
 *
 * @param asked the version that the caller changes; `undefined` skips the check
 * @param current the row as the caller would read it now
 * @throws AppError `stale_version` with `current`
 */
export function requireVersion(asked: number | undefined, current: { version: number }): void {
  if (asked !== undefined && asked !== current.version) throw new AppError('stale_version', { current });
}

/** The owner's wording of a text, with the facts filled in; `undefined` if it is unchanged. */
export type ChangedText = (code: string, language: Language) => string | undefined;

type NamedFacts = Pick<PublicFacts, 'city' | 'founder' | 'address' | 'hours' | 'email' | 'phone'> &
  Partial<Pick<PublicFacts, 'name'>>;

/** The shop's own words: the owner's texts, and the facts that any text may name. */
export type OwnWords = { changed?: ChangedText; facts?: NamedFacts };

/**
 * The text for an error code, or for a validation issue as `issue_{code}`. A missing text falls back to a generic one.
 *
 * `{email}` and `{phone}` are the shop's own unless `values` has others.
 *
 * @param own for readers of the shop; the texts of brand/ by default
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
