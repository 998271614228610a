import { type Language, languageQuery } from './language.ts';
import type { Product } from './products.ts';
import { PUBLIC_ORIGIN } from './public-origin.ts';

/** The path of one page in each language: the same, but for products, whose addresses have words. */
export type PagePaths = Readonly<Record<Language, string>>;

/** The path of a product's page in a language. */
export function productPath({ slug }: Pick<Product, 'slug'>, language: Language): string {
  return `/product/${slug[language]}`;
}

/** The URL of a page in a language, for search engines: the first language has no parameter. */
export function pageAddress(path: string, language: Language): string {
  return `${PUBLIC_ORIGIN}${path}${languageQuery(language)}`;
}
