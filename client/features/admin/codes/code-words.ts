import * as m from '#messages';
import type { CodeKind, DiscountCode } from '#shared/checkout/codes.ts';
import { type Language, LOCALES } from '#shared/core/language.ts';
import { formatPrice } from '#shared/core/money.ts';
import { getLanguage } from '../../../lib/language.ts';
import { formatMoment } from '../kit/format.ts';
import type { CodeFields, CodeValues } from './values.ts';

export const codeKindLabels: Readonly<Record<CodeKind, () => string>> = {
  percent: m.admin_code_kind_percent,
  amount: m.admin_code_kind_amount,
  free_shipping: m.admin_code_kind_free_shipping,
};

export const codeWayLabels: Readonly<Record<CodeValues['way'], () => string>> = {
  typed: m.admin_code_way_typed,
  automatic: m.admin_code_way_automatic,
};

/** Its title in the admin: the name of an automatic discount, otherwise the code. */
export const titleOf = ({ names, code }: Pick<DiscountCode, 'names' | 'code'>): string =>
  names?.[getLanguage()] ?? code;

/** Products in a sentence: "Box of 40 or Box of 20". */
export const anyOf = (names: readonly string[], language: Language = getLanguage()): string =>
  new Intl.ListFormat(LOCALES[language], { type: 'disjunction' }).format(names);

const price = (cents: number) => formatPrice(cents, getLanguage());

/** The effect of a code in a few words: "10 % off". */
export function effectOf({ kind, value }: Pick<CodeFields, 'kind' | 'value'>): string {
  if (kind === 'free_shipping') return m.admin_code_effect_free_shipping();
  return kind === 'percent'
    ? m.admin_code_effect_percent({ percent: value })
    : m.admin_code_effect_amount({ amount: price(value) });
}

/** The same for the recipient of a card, in the card's language. */
export function cardEffectOf({ kind, value }: Pick<CodeFields, 'kind' | 'value'>, language: Language): string {
  const inLanguage = { locale: language } as const;
  if (kind === 'free_shipping') return m.admin_code_card_free_shipping({}, inLanguage);
  return kind === 'percent'
    ? m.admin_code_card_percent({ percent: value }, inLanguage)
    : m.admin_code_card_amount({ amount: formatPrice(value, language) }, inLanguage);
}

/** Its scope in a few words, for the list; empty for a typed code on all products. */
export const scopeOf = ({ isAutomatic, products }: DiscountCode, nameOf: (id: string) => string): string =>
  [isAutomatic && m.admin_code_way_short(), products && m.admin_code_only({ products: anyOf(products.map(nameOf)) })]
    .filter(Boolean)
    .join(' · ');

/** All conditions of the code as one sentence, shown below the form. @param nameOf the name of a product */
export function sentenceOf(fields: CodeFields, nameOf: (id: string) => string): string {
  const { code, names, products, startsAt, endsAt, minimum, limit, limitPerPerson } = fields;
  const parts = [
    names
      ? m.admin_code_sentence_automatic({ effect: effectOf(fields) })
      : m.admin_code_sentence({ code, effect: effectOf(fields) }),
    products && m.admin_code_sentence_products({ products: anyOf(products.map(nameOf)) }),
    minimum !== null && minimum > 0 && m.admin_code_sentence_minimum({ amount: price(minimum) }),
    startsAt && m.admin_code_sentence_from({ date: formatMoment(startsAt) }),
    endsAt && m.admin_code_sentence_until({ date: formatMoment(endsAt) }),
    limit !== null && (limit === 1 ? m.admin_code_sentence_limit_one() : m.admin_code_sentence_limit({ count: limit })),
    limitPerPerson !== null &&
      (limitPerPerson === 1
        ? m.admin_code_sentence_person_one()
        : m.admin_code_sentence_person({ count: limitPerPerson })),
  ];
  return parts.filter(Boolean).join(' ');
}

export type CodeState = 'running' | 'planned' | 'ended' | 'used_up';
export const codeStateLabels: Readonly<Record<CodeState, () => string>> = {
  running: m.admin_code_state_running,
  planned: m.admin_code_state_planned,
  ended: m.admin_code_state_ended,
  used_up: m.admin_code_state_used_up,
};

export function stateOf({ startsAt, endsAt, limit, uses }: DiscountCode, now: Date): CodeState {
  if (endsAt !== null && new Date(endsAt) <= now) return 'ended';
  if (limit !== null && uses >= limit) return 'used_up';
  return startsAt !== null && new Date(startsAt) > now ? 'planned' : 'running';
}

/** The validity of a code, for the list. */
export function datesOf({ startsAt, endsAt }: DiscountCode, now: Date): string {
  if (startsAt === null && endsAt === null) return m.admin_code_always();
  if (endsAt !== null && new Date(endsAt) <= now) return m.admin_code_ended_on({ date: formatMoment(endsAt) });
  const isLater = startsAt !== null && new Date(startsAt) > now;
  return [
    startsAt && (isLater ? m.admin_code_starts_on : m.admin_code_from)({ date: formatMoment(startsAt) }),
    endsAt && m.admin_code_until({ date: formatMoment(endsAt) }),
  ]
    .filter(Boolean)
    .join(' ');
}
