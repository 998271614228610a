import * as m from '#messages';
import { formatHour, type SpecialHours } from '#shared/content/opening-hours.ts';
import type { Language } from '#shared/core/language.ts';
import { promisedDay } from '#shared/shipping/promised-day.ts';

/** `Thu, Nov 26: closed`, or with its hours; for several days the first and the last. */
export function specialHoursText({ from, until, hours }: SpecialHours, language: Language): string {
  const [first, last] = [from, until].map((day) => promisedDay(day, language));
  const days = from === until ? first : m.contact_special_days({ first: first ?? '', last: last ?? '' });
  return hours
    ? m.contact_special_open({
        days: days ?? '',
        opens: formatHour(hours.opens, language),
        closes: formatHour(hours.closes, language),
      })
    : m.contact_special_closed({ days: days ?? '' });
}
