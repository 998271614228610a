import type { Language } from '#shared/core/language.ts';

type HoursWords = {
  /** From Monday on. */
  days: readonly string[];
  /** The same for days that repeat every week. */
  each: readonly string[];
  span: string;
  and: string;
  line: string;
  /** `line` when its days are a span. */
  spanLine: string;
  halves: readonly [morning: string, afternoon: string];
};

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Words for opening hours: "Monday to Friday, 9:00 AM to 5:00 PM". Names in braces are filled in. */
export const hoursWords: Readonly<Record<Language, HoursWords>> = {
  en: {
    days: DAYS,
    each: DAYS,
    span: '{first} to {last}',
    and: 'and',
    line: '{days}, {opens} to {closes}',
    spanLine: '{days}, {opens} to {closes}',
    halves: ['AM', 'PM'],
  },
  es: {
    days: ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'],
    each: ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábados', 'domingos'],
    span: '{first} a {last}',
    and: 'y',
    line: '{days}, de {opens} a {closes}',
    spanLine: 'de {days}, de {opens} a {closes}',
    halves: ['a.\u00a0m.', 'p.\u00a0m.'],
  },
};
