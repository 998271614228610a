import { renderToString } from 'react-dom/server';
import type { Graph } from 'schema-dts';
import type { Language } from '#shared/language.ts';
import type { PageContent } from '#shared/products.ts';
import { App } from './app.tsx';
import { structuredData } from './features/site/structured-data.ts';
import { startContent } from './lib/catalogue.ts';
import { startLanguage } from './lib/language.ts';
import { preloadIslands } from './lib/lazy/static-island.tsx';
import { findRoute, notFoundRoute, routes } from './routes.tsx';

export type RenderedPage = {
  html: string;
  title: string;
  description: string;
  isPrivate: boolean;
  structuredData: Graph;
};

/** Every path that gets its own document. */
export const paths: readonly string[] = [...routes, notFoundRoute]
  .filter(({ isOff }) => !isOff)
  .map((route) => route.path);

/**
 * Renders one page as full HTML, with the content of its head. One at a time: language and content are global to the
 * process.
 */
export async function render(path: string, language: Language, content: PageContent): Promise<RenderedPage> {
  startLanguage(language);
  startContent(content);
  const route = findRoute(path);
  const { head } = await route.page.load();
  await preloadIslands();
  startLanguage(language);
  const [title, description] = [head.title(), head.description()];
  return {
    html: renderToString(<App ssrPath={path} />),
    title,
    description,
    isPrivate: route.isPrivate ?? false,
    structuredData: structuredData({ path, language, title, description }),
  };
}
