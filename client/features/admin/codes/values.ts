import {
  CODE_KINDS,
  type CodeKind,
  codeOfName,
  type DiscountCode,
  normalizeCode,
  valueIssue,
} from '#shared/checkout/codes.ts';
import { forEachLanguage, LANGUAGES, type Language, type Localized } from '#shared/core/language.ts';
import { centsToText, textToCents } from '#shared/core/money.ts';
import { fromLocalMinute, toLocalMinute } from '#shared/core/zoned-time.ts';
import { shopZone } from '#shared/shipping/shop-zone.ts';

/** How shoppers get a discount. */
export const WAYS = ['typed', 'automatic'] as const;
type NameField = `name_${Language}`;
export const nameField = (language: Language): NameField => `name_${language}`;

/** The form's values as typed: amounts in dollars, times of a date field in the shop's time zone. */
export type CodeValues = Record<NameField, string> & {
  way: (typeof WAYS)[number];
  code: string;
  /** The ids of its products, separated by commas; empty for all. */
  products: string;
  kind: CodeKind;
  value: string;
  startsAt: string;
  endsAt: string;
  minimum: string;
  limit: string;
  limitPerPerson: string;
};
/** Free shipping without a code is a rule of Shipping. */
export const AUTOMATIC_KINDS = CODE_KINDS.filter((kind) => kind !== 'free_shipping');

/** The input of the call. */
export type CodeFields = {
  code: string;
  isAutomatic: boolean;
  names: Localized | null;
  products: string[] | null;
  kind: CodeKind;
  value: number;
  startsAt: string | null;
  endsAt: string | null;
  minimum: number | null;
  limit: number | null;
  limitPerPerson: number | null;
};
export type CodeError = { field: keyof CodeValues; issue: string };

const emptyNames = Object.fromEntries(LANGUAGES.map((language) => [nameField(language), ''])) as Record<
  NameField,
  string
>;

export const EMPTY_CODE: CodeValues = {
  ...emptyNames,
  way: 'typed',
  code: '',
  products: '',
  kind: 'percent',
  value: '',
  startsAt: '',
  endsAt: '',
  minimum: '',
  limit: '',
  limitPerPerson: '',
};

const toLocal = (time: string | null) => (time === null ? '' : toLocalMinute(new Date(time), shopZone()));
/** `undefined` for an incomplete time, such as the year `0202` while 2026 is being typed. */
function typedTime(local: string): string | null | undefined {
  if (local === '') return null;
  const time = fromLocalMinute(local, shopZone());
  const iso = Number.isNaN(time.getTime()) ? '' : time.toISOString();
  return /^\d{4}-/.test(iso) ? iso : undefined;
}

const dollars = (cents: number) => centsToText(cents).replace(/\.00$/, '');

export function valuesOf(code: DiscountCode): CodeValues {
  const { kind, value, minimum, limit, limitPerPerson, names, products } = code;
  const named = LANGUAGES.map((language) => [nameField(language), names?.[language] ?? '']);
  return {
    ...(Object.fromEntries(named) as Record<NameField, string>),
    way: code.isAutomatic ? 'automatic' : 'typed',
    code: code.code,
    products: (products ?? []).join(),
    kind,
    value: kind === 'percent' ? String(value) : kind === 'amount' ? dollars(value) : '',
    startsAt: toLocal(code.startsAt),
    endsAt: toLocal(code.endsAt),
    minimum: minimum === null ? '' : dollars(minimum),
    limit: limit === null ? '' : String(limit),
    limitPerPerson: limitPerPerson === null ? '' : String(limitPerPerson),
  };
}

/** Typed dollars in US cents, including `$5`, `5.5` and `5,50`; `null` for anything else. */
export function typedCents(text: string): number | null {
  const plain = text
    .trim()
    .replace(/^\$\s*/, '')
    .replace(',', '.');
  return /^\d{1,5}(\.\d{1,2})?$/.test(plain) ? textToCents(Number(plain).toFixed(2)) : null;
}

/** A typed whole number from 1; `null` for an empty text. */
function typedCount(text: string): number | null | undefined {
  const plain = text.trim();
  if (plain === '') return null;
  return /^[1-9]\d{0,5}$/.test(plain) ? Number(plain) : undefined;
}

/** @returns the fields to send, or the errors by field */
export function readValues(values: CodeValues): { fields: CodeFields } | { errors: CodeError[] } {
  const errors: CodeError[] = [];
  const refuse = (field: keyof CodeValues, issue: string) => void errors.push({ field, issue });
  const isAutomatic = values.way === 'automatic';
  const names = isAutomatic ? forEachLanguage((language) => values[nameField(language)].trim()) : null;
  for (const language of LANGUAGES) if (names?.[language] === '') refuse(nameField(language), 'required');
  const code = names
    ? values.code || codeOfName(Object.values(names)[0] ?? '') || 'DISCOUNT'
    : normalizeCode(values.code);
  if (code === '') refuse('code', 'required');
  else if (!/^[A-Z0-9](?:[A-Z0-9_-]{0,38}[A-Z0-9])?$/.test(code)) refuse('code', 'code_invalid');
  const kinds = isAutomatic ? AUTOMATIC_KINDS : CODE_KINDS;
  const kind = kinds.find((each) => each === values.kind) ?? 'percent';
  const percent = /^\d{1,3}$/.test(values.value.trim().replace(/\s*%$/, '')) ? Number.parseInt(values.value, 10) : null;
  const value = kind === 'percent' ? percent : kind === 'amount' ? typedCents(values.value) : 0;
  const untyped = kind === 'percent' ? 'percent_invalid' : 'amount_invalid';
  const issue = value === null ? untyped : valueIssue({ kind, value });
  if (issue) refuse('value', issue);
  const minimum = values.minimum.trim() === '' ? null : typedCents(values.minimum);
  if (minimum === null && values.minimum.trim() !== '') refuse('minimum', 'amount_invalid');
  const [limit, limitPerPerson] = [typedCount(values.limit), typedCount(values.limitPerPerson)];
  if (limit === undefined) refuse('limit', 'quantity_invalid');
  if (limitPerPerson === undefined) refuse('limitPerPerson', 'quantity_invalid');
  const [startsAt, endsAt] = [typedTime(values.startsAt), typedTime(values.endsAt)];
  if (startsAt === undefined) refuse('startsAt', 'day_invalid');
  if (endsAt === undefined) refuse('endsAt', 'day_invalid');
  if (startsAt && endsAt && startsAt >= endsAt) refuse('endsAt', 'end_before_start');
  if (errors.length > 0) return { errors };
  return {
    fields: {
      code,
      isAutomatic,
      names,
      products: values.products === '' ? null : values.products.split(','),
      kind,
      value: value ?? 0,
      startsAt: startsAt ?? null,
      endsAt: endsAt ?? null,
      minimum,
      limit: limit ?? null,
      limitPerPerson: limitPerPerson ?? null,
    },
  };
}
