import { forEachLanguage, LANGUAGES, type Language, type Localized } from '#shared/core/language.ts';
import { productPath, type Slugged, storyPath } from './page-address.ts';

/** Aliases, redirects and gone paths of things with slugs. */
export type PageAddresses = {
  /** By language: a path with another language's slug, and the path whose page it shows. */
  same: Record<Language, Record<string, string>>;
  /** An earlier path and the current one. */
  moved: Record<string, string>;
  /** Paths of items that are no longer public. */
  gone: string[];
};

type Shown = Slugged & { id: string };
/** A present or earlier public slug of an item. */
export type KnownSlug = { id: string; language: Language; slug: string };
/** All public slugs so far, oldest first; if two items had the same one, the later item wins. */
export type KnownSlugs = { products?: readonly KnownSlug[]; stories?: readonly KnownSlug[] };
type PathOf = (thing: Slugged, language: Language) => string;

/** The addresses of all products and stories. */
export function siteAddresses(
  { products, stories = [] }: { products: readonly Shown[]; stories?: readonly Shown[] },
  known: KnownSlugs = {},
): PageAddresses {
  const all = [pageAddresses(productPath, products, known.products), pageAddresses(storyPath, stories, known.stories)];
  return {
    same: forEachLanguage((language) => Object.assign({}, ...all.map(({ same }) => same[language]))),
    moved: Object.assign({}, ...all.map(({ moved }) => moved)),
    gone: all.flatMap(({ gone }) => gone),
  };
}

/** The addresses of one kind of things. */
export function pageAddresses(
  pathOf: PathOf,
  things: readonly Shown[],
  known: readonly KnownSlug[] = [],
): PageAddresses {
  const shown = new Map<string, Shown>();
  for (const thing of things) {
    for (const language of LANGUAGES) {
      const slug = thing.slug[language];
      if (!shown.has(slug)) shown.set(slug, thing);
    }
  }
  const pathTo = (slug: string) => pathOf({ slug: forEachLanguage(() => slug) as Localized }, LANGUAGES[0]);
  const same = forEachLanguage((language) =>
    Object.fromEntries(
      [...shown]
        .filter(([slug, thing]) => thing.slug[language] !== slug)
        .map(([slug, thing]) => [pathTo(slug), pathOf(thing, language)]),
    ),
  );
  const earlier = new Map(known.filter(({ slug }) => !shown.has(slug)).map((one) => [pathTo(one.slug), one]));
  const moved: Record<string, string> = {};
  const gone: string[] = [];
  for (const [path, { id, language }] of earlier) {
    const thing = things.find((each) => each.id === id);
    if (thing) moved[path] = pathOf(thing, language);
    else gone.push(path);
  }
  return { same, moved, gone };
}
