import { errorTexts, issueTexts, lineSheetTexts, pageTexts } from '#brand/texts/tables.ts';
import { AppError, ERROR_CODES, ERRORS } from '#server/errors.ts';
import type { ContentKind, Fields } from '#server/features/content/kind.ts';
import { brandSentences } from '#shared/content/brand-sentences.ts';
import { ruleSentences } from '#shared/content/rule-words.ts';
import { faultOf, LINE_SHEET_KEY, parametersOf } from '#shared/content/text-keys.ts';
import { FALLBACK_LANGUAGE, forEachLanguage, LANGUAGES, type Localized } from '#shared/core/language.ts';
import { mailSentences } from '#shared/emails/mail-words.ts';

const PUBLIC_ERRORS: readonly (keyof typeof errorTexts.en)[] = [
  // The texts of new codes can be changed at once.
  ...ERROR_CODES.filter((code) => ERRORS[code].isPublic !== false),
  // Replaces `sold_out` if some are left, and `address_unserved` for addresses inside the country.
  'stock_left',
  'stock_left_one',
  'box_unserved',
  'zip_unserved',
];
/** Codes of refused fields in the forms of buyers, inquirers and visitors. */
const PUBLIC_ISSUES: readonly (keyof typeof issueTexts.en)[] = [
  'issue_invalid',
  'issue_required',
  'issue_too_long',
  'issue_text_unsafe',
  'issue_invalid_email',
  'issue_email_characters',
  'issue_email_dots',
  'issue_email_ending',
  'issue_email_typo',
  'issue_phone_too_short',
  'issue_zip_too_short',
  'issue_zip_invalid',
  'issue_zip_unknown',
  'issue_zip_abroad',
  'issue_zip_state',
  'issue_order_number_invalid',
  'issue_quantity_invalid',
  'issue_quantity_too_large',
  'issue_cart_empty',
  'issue_too_many_lines',
  'issue_language_invalid',
  'issue_payment_id_invalid',
  'issue_store_type_invalid',
];

type Table = Readonly<Record<keyof Localized, Readonly<Record<string, string>>>>;

function entriesOf(table: Table, prefix = '', keys = Object.keys(table[FALLBACK_LANGUAGE])): [string, Localized][] {
  return keys.map((key) => [prefix + key, forEachLanguage((language) => table[language][key] ?? '')]);
}

/** Every sentence of the public site and of its mails, by key, with facts as placeholders. */
export const defaultTexts: ReadonlyMap<string, Localized> = new Map([
  ...Object.values(pageTexts).flatMap((table) => entriesOf(table)),
  ...Object.entries(brandSentences()),
  ...entriesOf(lineSheetTexts, LINE_SHEET_KEY),
  ...Object.entries(mailSentences()),
  ...Object.entries(ruleSentences()),
  ...entriesOf(errorTexts, '', [...PUBLIC_ERRORS]),
  ...entriesOf(issueTexts, '', [...PUBLIC_ISSUES]),
]);

/** The text of a sentence in each language; empty for a missing one. */
export function toTexts(fields: Fields): Localized {
  return forEachLanguage((language) => {
    const text = fields[language];
    return typeof text === 'string' ? text : '';
  });
}

/** Why a sentence may not be published. */
export function faultsOf(key: string, text: Localized): { path: string; code: string }[] {
  const known = defaultTexts.get(key);
  const parameters = known ? parametersOf(known) : [];
  return LANGUAGES.flatMap((language) => {
    const fault = faultOf(text[language], parameters);
    return fault ? [{ path: language, code: fault.code }] : [];
  });
}

const NAME_CHARACTERS = 60;

/** The sentences of the public site, as content that the owner can change. */
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
