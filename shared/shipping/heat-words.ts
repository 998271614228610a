import { heatWords } from '#brand/heat-words.ts';
import { STATE_NAMES } from '#brand/state-names.ts';
import type { OwnText } from '#shared/content/rule-words.ts';
import { fillText } from '#shared/core/fill-text.ts';
import { type Language, LOCALES, type Localized } from '#shared/core/language.ts';
import { US_STATE_CODES } from '#shared/places/us-states.ts';
import { FAST_DAYS, type HeatRule } from './rules.ts';
import { lower48Text } from './words.ts';

type Say = (word: keyof typeof heatWords, values?: Readonly<Record<string, string>>) => string;

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
    const type = rule.isHeld ? 'disjunction' : 'conjunction';
    const say: Say = (word, values = {}) => fillText(heatWords[word][language], values);
    const states = statesOf(rule, language, own);
    return say(rule.isHeld ? 'held' : 'careful', {
      when: say(...monthsOf(rule.months, language)),
      what: names.length > 0 ? new Intl.ListFormat(LOCALES[language], { type }).format(names) : say('boxes'),
      to: states && say('to', { states }),
      how: howOf(rule, say),
    });
  });
}

/** The precautions: the days on which it ships, the services, or both. */
function howOf({ isEarlyWeek, isFast }: HeatRule, say: Say): string {
  const first = isEarlyWeek ? say('earlyWeek') : '';
  const second = isFast ? say('fast', { days: String(FAST_DAYS) }) : '';
  return first && second ? say('both', { first, second }) : first || second;
}

function statesOf({ states }: HeatRule, language: Language, own?: OwnText): string {
  const names = US_STATE_CODES.filter((code) => states.includes(code)).map((code) => STATE_NAMES[code][language]);
  return lower48Text(states, language, own) ?? new Intl.ListFormat(LOCALES[language]).format(names);
}

/** The word for these months, with its values. */
function monthsOf(months: readonly number[], language: Language): Parameters<Say> {
  const known = new Set(months);
  if (known.size === MONTHS) return ['year'];
  const format = new Intl.DateTimeFormat(LOCALES[language], { month: 'long', timeZone: 'UTC' });
  const nameOf = (month: number) => format.format(new Date(Date.UTC(2026, month - 1)));
  const before = (month: number) => (month === 1 ? MONTHS : month - 1);
  const starts = [...known].filter((month) => !known.has(before(month)));
  const [start] = starts;
  if (starts.length === 1 && start !== undefined && known.size >= LEAST_RANGE) {
    return ['range', { from: nameOf(start), until: nameOf(((start + known.size - 2) % MONTHS) + 1) }];
  }
  const names = [...known].sort((a, b) => a - b).map(nameOf);
  return ['list', { months: new Intl.ListFormat(LOCALES[language]).format(names) }];
}
