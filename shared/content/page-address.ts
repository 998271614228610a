import { type Language, type Localized, languageQuery } from '#shared/core/language.ts';
import { PUBLIC_ORIGIN } from '#shared/core/public-origin.ts';

/** The path of one page in each language: the same, except for products and stories, whose slugs are translated. */
export type PagePaths = Readonly<Record<Language, string>>;

/** Something whose page has a slug in each language. */
export type Slugged = { slug: Localized };

/** The path of a product's page in a language. */
export function productPath({ slug }: Slugged, language: Language): string {
  return `/product/${slug[language]}`;
}

/** The page that lists all stories. */
export const STORIES_PATH = '/stories';

/** The path of a story's page in a language. */
export function storyPath({ slug }: Slugged, language: Language): string {
  return `${STORIES_PATH}/${slug[language]}`;
}

/** The feed of the stories in a language. */
export function feedPath(language: Language): string {
  return `${STORIES_PATH}/${language}.atom`;
}

/** The URL of a page in a language, for search engines: the first language has no parameter. */
export function pageAddress(path: string, language: Language): string {
  return `${PUBLIC_ORIGIN}${path}${languageQuery(language)}`;
}
