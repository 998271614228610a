import { type Language, languageQuery } from './language.ts';
import { PUBLIC_ORIGIN } from './public-origin.ts';

/** The URL of a page in a language, for search engines: the first language has no parameter. */
export function pageAddress(path: string, language: Language): string {
  return `${PUBLIC_ORIGIN}${path}${languageQuery(language)}`;
}
