import { FALLBACK_LANGUAGE, type Language } from './language.ts';
import { PUBLIC_ORIGIN } from './public-origin.ts';

/** The address of a page in a language, for search engines: the first language has the plain path. */
export function pageAddress(path: string, language: Language): string {
  return `${PUBLIC_ORIGIN}${path}${language === FALLBACK_LANGUAGE ? '' : `?lang=${language}`}`;
}
