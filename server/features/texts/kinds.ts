import { errorTexts, issueTexts, lineSheetTexts, pageTexts } from '#brand/texts/tables.ts';
import { AppError } from '#server/errors.ts';
import type { ContentKind, Fields } from '#server/features/content/kind.ts';
import { brandSentences } from '#shared/brand-sentences.ts';
import { FALLBACK_LANGUAGE, forEachLanguage, LANGUAGES, type Localized } from '#shared/language.ts';
import { MAIL_KEY, mailSentences } from '#shared/mail-words.ts';
import { faultOf, LINE_SHEET_KEY, parametersOf, type TextGroup } from '#shared/text-keys.ts';

/** The errors that people meet who buy, ask or look; the others are the admin's and a program's. */
const PUBLIC_ERRORS: readonly (keyof typeof errorTexts.en)[] = [
  'validation',
  'minimum_order',
  'amount_too_large',
  'product_unknown',
  'sold_out',
  'stock_left',
  'code_unknown',
  'code_minimum',
  'code_used_up',
  'price_changed',
  'address_unserved',
  'payment_failed',
  'card_declined',
  'card_number_invalid',
  'card_expiry_invalid',
  'card_expired',
  'card_cvc_invalid',
  'card_not_test',
  'payment_not_confirmed',
  'not_found',
  'conflict',
  'quote_expired',
  'amount_mismatch',
  'already_paid',
  'body_slow',
  'body_too_large',
  'too_many',
  'card_attempts',
  'proof_required',
  'internal',
  'payment_provider_failed',
  'rates_failed',
  'unavailable',
  'payment_provider_timeout',
  'rates_timeout',
  'order_shipped',
  'order_closed',
  'order_left',
  'order_in_work',
  'order_left',
  'address_dearer',
  'address_taxed',
];
/** The same of refused fields. */
const PUBLIC_ISSUES: readonly (keyof typeof issueTexts.en)[] = [
  'issue_invalid',
  'issue_required',
  'issue_too_long',
  'issue_text_unsafe',
  'issue_invalid_email',
  'issue_phone_too_short',
  'issue_zip_too_short',
  'issue_order_number_invalid',
  'issue_quantity_invalid',
  'issue_quantity_too_large',
  'issue_cart_empty',
  'issue_too_many_lines',
  'issue_language_invalid',
  'issue_store_type_invalid',
];

type Table = Readonly<Record<keyof Localized, Readonly<Record<string, string>>>>;

function entriesOf(table: Table, prefix = '', keys = Object.keys(table[FALLBACK_LANGUAGE])): [string, Localized][] {
  return keys.map((key) => [prefix + key, forEachLanguage((language) => table[language][key] ?? '')]);
}

/** Every sentence of the public side and of its mails, by key. Facts stand in them by name. */
export const defaultTexts: ReadonlyMap<string, Localized> = new Map([
  ...Object.values(pageTexts).flatMap((table) => entriesOf(table)),
  ...Object.entries(brandSentences()),
  ...entriesOf(lineSheetTexts, LINE_SHEET_KEY),
  ...Object.entries(mailSentences()),
  ...entriesOf(errorTexts, '', [...PUBLIC_ERRORS]),
  ...entriesOf(issueTexts, '', [...PUBLIC_ISSUES]),
]);

/** Beginnings of keys; the first one that fits counts. */
const GROUPS: readonly (readonly [RegExp, TextGroup])[] = [
  [/^line_sheet_/, 'line_sheet'],
  [new RegExp(`^${MAIL_KEY}`), 'mails'],
  [/^alt_/, 'pictures'],
  [/^home_|^size_\w+_short$/, 'home'],
  [/^about_/, 'about'],
  [/^(product|nutrition|faq|size|coming)_(?!unknown)/, 'product'],
  [/^shop_(cart|meter|checkout|minimum|payment|try)/, 'cart'],
  [/^shop_/, 'shop'],
  [/^item_/, 'item'],
  [/^checkout_/, 'checkout'],
  [/^order_(?!shipped|closed|in_work)/, 'order'],
  [/^(wholesale|benefit|inquiry)_/, 'wholesale'],
  [/^(stores|store_type)_/, 'stores'],
  [/^contact_/, 'contact'],
  [/^policy_/, 'policies'],
  [/^(stories|story)_/, 'stories'],
  [/^(not_found|gone)_/, 'missing'],
  [/^(nav|language|footer|form|toast|breadcrumb)_/, 'everywhere'],
];

export function groupOf(key: string): TextGroup {
  const isMessage = [...PUBLIC_ERRORS, ...PUBLIC_ISSUES].some((code) => code === key);
  return isMessage ? 'messages' : (GROUPS.find(([begins]) => begins.test(key))?.[1] ?? 'messages');
}

/** What a sentence says in each language; a language without one says nothing. */
export function toTexts(fields: Fields): Localized {
  return forEachLanguage((language) => {
    const text = fields[language];
    return typeof text === 'string' ? text : '';
  });
}

/** Why a sentence may not be public. */
export function faultsOf(key: string, text: Localized): { path: string; code: string }[] {
  const known = defaultTexts.get(key);
  const parameters = known ? parametersOf(known) : [];
  return LANGUAGES.flatMap((language) => {
    const fault = faultOf(text[language], parameters);
    return fault ? [{ path: language, code: fault.code }] : [];
  });
}

const NAME_CHARACTERS = 60;

/** The sentences of the public side, as content that the owner changes. */
export const textKind: ContentKind = {
  kind: 'text',
  defaults: defaultTexts,
  nameOf: (_, fields) => {
    const said = [...toTexts(fields)[FALLBACK_LANGUAGE]];
    return said.length > NAME_CHARACTERS ? `${said.slice(0, NAME_CHARACTERS - 1).join('')}…` : said.join('');
  },
  check: (changes) => {
    const issues = changes.flatMap(({ id, after }) => (after ? faultsOf(id, toTexts(after)) : []));
    if (issues.length > 0) throw new AppError('validation', { issues });
  },
};

export const TEXT_CONTENT: readonly ContentKind[] = [textKind];
