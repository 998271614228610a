import { facts } from '#brand/facts.ts';
import { freeShipping } from '#brand/shipping.ts';
import type { Language } from './language.ts';
import { closedDaysText, hoursText } from './opening-hours.ts';

/**
 * Placeholders that every text of `brand/texts` and `brand/emails` may use without passing a value: `{brand}`,
 * `{city}`.
 */
export function brandWords(language: Language): Readonly<Record<string, string>> {
  const hours = hoursText(facts.hours, language);
  const closedDays = closedDaysText(facts.hours, language);
  return {
    brand: facts.name,
    city: facts.city,
    /** From the postal address: it may differ from the city that people know. */
    town: facts.address.city,
    place: `${facts.address.city}, ${facts.address.state}`,
    /** The state where shipping may be free and whose ZIP codes the store finder knows. */
    region: freeShipping.region[language],
    founder: facts.founder,
    hours,
    /** The same with a capital, for the beginning of a sentence. */
    Hours: capitalized(hours),
    closedDays,
    ClosedDays: capitalized(closedDays),
  };
}

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Fills in the facts; other placeholders stay, also the `{{name}}` of a mail. */
export function fillBrandWords(text: string, language: Language): string {
  const words = brandWords(language);
  return text.replace(/(?<!\{)\{(\w+)\}(?!\})/g, (all, name: string) =>
    Object.hasOwn(words, name) ? (words[name] ?? '') : all,
  );
}
