import { renderToString } from 'react-dom/server';
import type { Graph } from 'schema-dts';
import { images } from '#brand/images.ts';
import { places } from '#brand/places.ts';
import * as m from '#messages';
import type { PageContent } from '#shared/catalogue/products.ts';
import { type PagePaths, productPath, STORIES_PATH, storyPath } from '#shared/content/page-address.ts';
import { policyPath } from '#shared/content/policy-page.ts';
import { forEachLanguage, type Language } from '#shared/core/language.ts';
import { App } from './app.tsx';
import { pictureOfLook, structuredData } from './features/site/structured-data.ts';
import { pageContent, productAt, sentence, shopFacts, startContent } from './lib/catalogue.ts';
import { startLanguage } from './lib/language.ts';
import { preloadIslands } from './lib/lazy/static-island.tsx';
import { headOf } from './lib/page.ts';
import {
  findRoute,
  goneRoute,
  notFoundRoute,
  POLICY_ROUTE,
  PRODUCT_ROUTE,
  routes,
  type SiteRoute,
  STORIES_ROUTE,
  STORY_ROUTE,
} from './routes.tsx';
import { findPicture } from './ui/picture-address.ts';

/** The picture width for link previews. */
const SHARED_PX = 1200;

export type RenderedPage = {
  html: string;
  title: string;
  description: string;
  isPrivate: boolean;
  structuredData: Graph;
  /** The picture of a shared link: its path and its size in pixels. */
  image: { path: string; width: number; height: number; alt: string };
  /** The feed's title in each language, on pages of stories. */
  feed?: Record<Language, string>;
};

/** Every page with its own document, and its route; products and stories have a path in each language. */
export function pagesOf({ products, policies = [], stories = [] }: PageContent): { route: string; paths: PagePaths }[] {
  return [...routes, notFoundRoute, goneRoute]
    .filter(({ isOff }) => !isOff)
    .flatMap(({ path: route }) => {
      if (route === PRODUCT_ROUTE) {
        return products.map((product) => ({
          route,
          paths: forEachLanguage((language) => productPath(product, language)),
        }));
      }
      if (route === STORY_ROUTE) {
        return stories.map((story) => ({ route, paths: forEachLanguage((language) => storyPath(story, language)) }));
      }
      const paths =
        route === POLICY_ROUTE
          ? policies.map(({ kind }) => policyPath(kind))
          : route === STORIES_ROUTE
            ? stories.slice(0, 1).map(() => STORIES_PATH)
            : [route];
      return paths.map((path) => ({ route, paths: forEachLanguage(() => path) }));
    });
}

/**
 * Renders one page as full HTML, with the content of its head. Not concurrently: language and content are global to the
 * process.
 */
export async function render(path: string, language: Language, content: PageContent): Promise<RenderedPage> {
  startLanguage(language);
  startContent(content);
  const route = findRoute(path);
  const page = await route.page.load();
  await preloadIslands();
  startLanguage(language);
  const head = headOf(page, path);
  const [title, description] = [head.title(), head.description()];
  return {
    html: renderToString(<App ssrPath={path} />),
    title,
    description,
    isPrivate: route.isPrivate ?? false,
    structuredData: structuredData({ path, language, title, description }),
    image: sharedImage(path, route, language),
    ...([STORIES_ROUTE, STORY_ROUTE].includes(route.path) && {
      feed: forEachLanguage((each) => m.stories_heading({}, { locale: each })),
    }),
  };
}

/**
 * The first picture of the product or story, else the owner's picture for links, else the brand's; in the width nearest
 * to that of previews.
 */
function sharedImage(path: string, route: SiteRoute, language: Language): RenderedPage['image'] {
  const story = route.path === STORY_ROUTE ? pageContent().stories?.[0] : undefined;
  const own = pageContent().places?.names.share;
  const shown = story ? [story.picture ?? []].flat() : (productAt(path)?.images ?? []);
  const names = [...shown, ...(own ? [own] : [])];
  const picture = names.map(findPicture).find((found) => found !== null);
  if (!picture) {
    const alt = sentence(images[places.share.name].alt, language);
    const path = pictureOfLook('share.jpg', '');
    if (path) return { path, width: SHARED_PX, height: 630, alt: shopFacts().name };
    return { path: '/og-image.jpg', width: SHARED_PX, height: 630, alt };
  }
  const { widths, width, height, alt, address } = picture;
  const wanted = widths.reduce((best, each) => (Math.abs(each - SHARED_PX) < Math.abs(best - SHARED_PX) ? each : best));
  return {
    path: address(wanted, 'jpg'),
    width: wanted,
    height: Math.round((height * wanted) / width),
    alt: sentence(alt, language),
  };
}
