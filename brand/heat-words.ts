import type { Localized } from '#shared/core/language.ts';

/** Words that the rules of heat combine into sentences. Names in braces are filled in; `{to}` is empty for all states. */
export const heatWords = {
  year: { en: 'All year', es: 'Todo el año' },
  range: { en: 'From {from} to {until}', es: 'De {from} a {until}' },
  list: { en: 'In {months}', es: 'En {months}' },
  boxes: { en: 'boxes', es: 'cajas' },
  to: { en: ' to {states}', es: ' a {states}' },
  held: {
    en: '{when} we do not ship {what}{to}, because of the heat.',
    es: '{when}, por el calor, no enviamos {what}{to}.',
  },
  careful: {
    en: '{when} we ship {what}{to} {how}, because of the heat.',
    es: '{when}, por el calor, enviamos {what}{to} {how}.',
  },
  earlyWeek: { en: 'only from Monday to Wednesday', es: 'solo de lunes a miércoles' },
  fast: { en: 'only by services of {days} days or less', es: 'solo por servicios de {days} días o menos' },
  both: { en: '{first} and {second}', es: '{first} y {second}' },
} as const satisfies Record<string, Localized>;
