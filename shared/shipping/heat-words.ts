import type { OwnText } from '#shared/content/rule-words.ts';
import { type Language, LOCALES, type Localized } from '#shared/core/language.ts';
import { STATE_NAMES } from '#shared/places/state-names.ts';
import { US_STATE_CODES } from '#shared/places/us-states.ts';
import { FAST_DAYS, type HeatRule } from './rules.ts';
import { lower48Text } from './words.ts';

type Months = { kind: 'year' } | { kind: 'range'; from: string; to: string } | { kind: 'list'; names: string };
type Measures = Pick<HeatRule, 'isEarlyWeek' | 'isFast'>;

type Wording = {
  when: (months: Months) => string;
  /** The subject of the sentence if the rule covers all products. */
  boxes: string;
  /** `states` is empty if the rule covers all states. */
  held: (when: string, what: string, states: string) => string;
  careful: (when: string, what: string, states: string, measures: Measures) => string;
};

const WORDINGS: Readonly<Record<Language, Wording>> = {
  en: {
    when: (months) => {
      if (months.kind === 'year') return 'All year';
      return months.kind === 'range' ? `From ${months.from} to ${months.to}` : `In ${months.names}`;
    },
    boxes: 'boxes',
    held: (when, what, states) => `${when} we do not ship ${what}${states && ` to ${states}`}, because of the heat.`,
    careful: (when, what, states, { isEarlyWeek, isFast }) => {
      const how = [
        isEarlyWeek && 'only from Monday to Wednesday',
        isFast && `only by services of ${FAST_DAYS} days or less`,
      ];
      const to = states && ` to ${states}`;
      return `${when} we ship ${what}${to} ${how.filter(Boolean).join(' and ')}, because of the heat.`;
    },
  },
  es: {
    when: (months) => {
      if (months.kind === 'year') return 'Todo el año';
      return months.kind === 'range' ? `De ${months.from} a ${months.to}` : `En ${months.names}`;
    },
    boxes: 'cajas',
    held: (when, what, states) => `${when}, por el calor, no enviamos ${what}${states && ` a ${states}`}.`,
    careful: (when, what, states, { isEarlyWeek, isFast }) => {
      const how = [
        isEarlyWeek && 'solo de lunes a miércoles',
        isFast && `solo por servicios de ${FAST_DAYS} días o menos`,
      ];
      const to = states && ` a ${states}`;
      return `${when}, por el calor, enviamos ${what}${to} ${how.filter(Boolean).join(' y ')}.`;
    },
  },
};

const MONTHS = 12;
/** Shorter sequences of months are listed one by one. */
const LEAST_RANGE = 3;

/**
 * The heat rules as sentences for shoppers, one each, in the order of the rules.
 *
 * @param products those on sale; a rule only for others gives no sentence
 * @param own the owner's wording
 */
export function heatSentences(
  heat: readonly HeatRule[],
  products: readonly { id: string; name: Localized }[],
  language: Language,
  own?: OwnText,
): string[] {
  return heat.flatMap((rule) => {
    const concerned = products.filter(({ id }) => rule.products.includes(id));
    if (rule.products.length > 0 && concerned.length === 0) return [];
    const names = concerned.map(({ name }) => name[language]);
    const { when, boxes, held, careful } = WORDINGS[language];
    const type = rule.isHeld ? 'disjunction' : 'conjunction';
    const what = names.length > 0 ? new Intl.ListFormat(LOCALES[language], { type }).format(names) : boxes;
    const parts = [when(monthsOf(rule.months, language)), what, statesOf(rule, language, own)] as const;
    return [rule.isHeld ? held(...parts) : careful(...parts, rule)];
  });
}

function statesOf({ states }: HeatRule, language: Language, own?: OwnText): string {
  const names = US_STATE_CODES.filter((code) => states.includes(code)).map((code) => STATE_NAMES[code][language]);
  return lower48Text(states, language, own) ?? new Intl.ListFormat(LOCALES[language]).format(names);
}

function monthsOf(months: readonly number[], language: Language): Months {
  const known = new Set(months);
  if (known.size === MONTHS) return { kind: 'year' };
  const format = new Intl.DateTimeFormat(LOCALES[language], { month: 'long', timeZone: 'UTC' });
  const nameOf = (month: number) => format.format(new Date(Date.UTC(2026, month - 1)));
  const before = (month: number) => (month === 1 ? MONTHS : month - 1);
  const starts = [...known].filter((month) => !known.has(before(month)));
  const [start] = starts;
  if (starts.length === 1 && start !== undefined && known.size >= LEAST_RANGE) {
    return { kind: 'range', from: nameOf(start), to: nameOf(((start + known.size - 2) % MONTHS) + 1) };
  }
  const names = [...known].sort((a, b) => a - b).map(nameOf);
  return { kind: 'list', names: new Intl.ListFormat(LOCALES[language]).format(names) };
}
