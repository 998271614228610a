import { facts } from '#brand/facts.ts';
import { freeShipping } from '#brand/shipping.ts';
import type { Language } from './language.ts';
import { closedDaysText, hoursText } from './opening-hours.ts';

/** What a sentence of `brand/texts` and `brand/emails` may name in braces without being given it: `{brand}`, `{city}`. */
export function brandWords(language: Language): Readonly<Record<string, string>> {
  const hours = hoursText(facts.hours, language);
  const closedDays = closedDaysText(facts.hours, language);
  return {
    brand: facts.name,
    city: facts.city,
    /** Of the address: it may be another place than the city that people know. */
    town: facts.address.city,
    place: `${facts.address.city}, ${facts.address.state}`,
    /** Where shipping may be free and the store finder knows ZIP codes. */
    region: freeShipping.region[language],
    founder: facts.founder,
    hours,
    /** The same at the beginning of a sentence. */
    Hours: capitalized(hours),
    closedDays,
    ClosedDays: capitalized(closedDays),
  };
}

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Fills in the facts; other names in braces stay, `{{name}}` of a mail too. */
export function fillBrandWords(text: string, language: Language): string {
  const words = brandWords(language);
  return text.replace(/(?<!\{)\{(\w+)\}(?!\})/g, (all, name: string) =>
    Object.hasOwn(words, name) ? (words[name] ?? '') : all,
  );
}
