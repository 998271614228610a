import { renderToString } from 'react-dom/server';
import type { Graph } from 'schema-dts';
import { forEachLanguage, type Language } from '#shared/language.ts';
import { type PagePaths, productPath } from '#shared/page-address.ts';
import type { PageContent } from '#shared/products.ts';
import { App } from './app.tsx';
import { structuredData } from './features/site/structured-data.ts';
import { startContent } from './lib/catalogue.ts';
import { startLanguage } from './lib/language.ts';
import { preloadIslands } from './lib/lazy/static-island.tsx';
import { headOf } from './lib/page.ts';
import { findRoute, goneRoute, notFoundRoute, PRODUCT_ROUTE, routes } from './routes.tsx';

export type RenderedPage = {
  html: string;
  title: string;
  description: string;
  isPrivate: boolean;
  structuredData: Graph;
};

/** Every page that gets its own document, with its route; a product's paths have words of each language. */
export function pagesOf({ products }: PageContent): { route: string; paths: PagePaths }[] {
  return [...routes, notFoundRoute, goneRoute]
    .filter(({ isOff }) => !isOff)
    .flatMap(({ path: route }) =>
      route === PRODUCT_ROUTE
        ? products.map((product) => ({ route, paths: forEachLanguage((language) => productPath(product, language)) }))
        : [{ route, paths: forEachLanguage(() => route) }],
    );
}

/**
 * Renders one page as full HTML, with the content of its head. One at a time: language and content are global to the
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
  };
}
