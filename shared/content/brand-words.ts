import { facts } from '#brand/facts.ts';
import { freeShipping } from '#brand/shipping.ts';
import { LANGUAGES, type Language, LOCALES } from '#shared/core/language.ts';
import { memoize } from '#shared/core/memoize.ts';
import { closedDaysText, type Hours, hoursText } from './opening-hours.ts';

/** The facts that sentences can name. */
type KnownFacts = {
  name?: string;
  city: string;
  founder: string;
  address: { city: string; state: string };
  hours: readonly Hours[];
};

/**
 * Placeholders that every text of `brand/texts` and `brand/emails` may use without passing a value: `{brand}`,
 * `{city}`.
 *
 * @param known the published facts; those of the brand by default
 */
export function brandWords(language: Language, known: KnownFacts = facts): Readonly<Record<string, string>> {
  const hours = hoursText(known.hours, language);
  const closedDays = closedDaysText(known.hours, language);
  return {
    brand: known.name ?? facts.name,
    city: known.city,
    /** From the postal address; may differ from the city that people know. */
    town: known.address.city,
    place: `${known.address.city}, ${known.address.state}`,
    /** The state where shipping may be free; the store finder knows its ZIP codes. */
    region: freeShipping.region[language],
    founder: known.founder,
    hours,
    /** Capitalized, for the beginning of a sentence. */
    Hours: capitalized(hours),
    closedDays,
    ClosedDays: capitalized(closedDays),
    languages: languagesIn(LOCALES[language]),
  };
}

/** The languages of the shop: `English or Spanish`. */
const languagesIn = memoize((locale) => {
  const names = new Intl.DisplayNames(locale, { type: 'language' });
  const list = new Intl.ListFormat(locale, { type: 'disjunction' });
  return list.format(LANGUAGES.map((code) => names.of(code) ?? code));
});

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Fills in the facts; keeps other placeholders, including the `{{name}}` of a mail. */
export function fillBrandWords(text: string, language: Language, known?: KnownFacts): string {
  if (!text.includes('{')) return text;
  const words = brandWords(language, known);
  return text.replace(/(\{?)\{(\w+)\}(?!\})/g, (all, doubled: string, name: string) =>
    doubled === '' && Object.hasOwn(words, name) ? (words[name] ?? '') : all,
  );
}
