import { facts } from '#brand/facts.ts';

/** The languages of the shop, the keys of every `Record<Language, …>`. */
export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];
/** The default language, the brand's first one: of URLs without `?lang=`, and for readers of any other language. */
export const FALLBACK_LANGUAGE: Language = facts.firstLanguage;

/**
 * Header with the language of the calling page; an order's page has the order's language, not the visitor's. Errors
 * then come in every language, so that they follow the language toggle.
 */
export const LANGUAGE_HEADER = 'x-language';

/** A text in every language. */
export type Localized = Readonly<Record<Language, string>>;

/** Locales for numbers and dates, in the country where the shop sells; BCP 47. */
export const LOCALES: Localized = { en: 'en-US', es: 'es-US' };

/** A table with an entry for each language: `forEachLanguage((language) => pagesIn(language))`. */
export function forEachLanguage<T>(make: (language: Language) => T): Record<Language, T> {
  return Object.fromEntries(LANGUAGES.map((language) => [language, make(language)])) as Record<Language, T>;
}

export function isLanguage(value: unknown): value is Language {
  return (LANGUAGES as readonly unknown[]).includes(value);
}

/** The suffix of a page's URL for a language: empty for the first language, else `?lang=es`. */
export function languageQuery(language: Language): string {
  return language === FALLBACK_LANGUAGE ? '' : `?lang=${language}`;
}

/**
 * The best of our languages for an `Accept-Language` header (RFC 9110, 12.5.4); the brand's first when none fits.
 *
 * @param header the header as sent, such as `es-US,es;q=0.9,en;q=0.8`
 */
export function negotiateLanguage(header: string | undefined): Language {
  let best: { language: Language; weight: number } | null = null;
  for (const part of (header ?? '').slice(0, 1000).split(',')) {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
    const base = tag.split('-')[0];
    if (!isLanguage(base)) continue;
    const q = parameters.map((p) => p.trim()).find((p) => p.startsWith('q='));
    const weight = q === undefined ? 1 : Number(q.slice(2));
    if (Number.isFinite(weight) && weight > 0 && (best === null || weight > best.weight))
      best = { language: base, weight };
  }
  return best?.language ?? FALLBACK_LANGUAGE;
}
