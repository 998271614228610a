import { forEachLanguage, LANGUAGES, type Language } from './language.ts';
import { productPath } from './page-address.ts';
import type { KnownSlug, Product } from './products.ts';

/** What the paths of products answer besides the pages that are rendered under each language's own words. */
export type ProductAddresses = {
  /** By language: a path with another language's words, and the path whose page it shows. */
  same: Record<Language, Record<string, string>>;
  /** An earlier path and the present one. */
  moved: Record<string, string>;
  /** Paths of products that are no longer shown. */
  gone: string[];
};

/** @param known every slug that a product has had in public, oldest first: of two that had the same, the later counts */
export function productAddresses(products: readonly Product[], known: readonly KnownSlug[] = []): ProductAddresses {
  const shown = new Map<string, Product>();
  for (const product of products) {
    for (const language of LANGUAGES) {
      const slug = product.slug[language];
      if (!shown.has(slug)) shown.set(slug, product);
    }
  }
  const same = forEachLanguage((language) =>
    Object.fromEntries(
      [...shown]
        .filter(([slug, product]) => product.slug[language] !== slug)
        .map(([slug, product]) => [pathOf(slug), productPath(product, language)]),
    ),
  );
  const earlier = new Map(known.filter(({ slug }) => !shown.has(slug)).map((one) => [pathOf(one.slug), one]));
  const moved: Record<string, string> = {};
  const gone: string[] = [];
  for (const [path, { id, language }] of earlier) {
    const product = products.find((each) => each.id === id);
    if (product) moved[path] = productPath(product, language);
    else gone.push(path);
  }
  return { same, moved, gone };
}

const pathOf = (slug: string) => `/product/${slug}`;
