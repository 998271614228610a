import { renderToString } from 'react-dom/server';
import type { Graph } from 'schema-dts';
import type { Language } from '#shared/language.ts';
import { App } from './app.tsx';
import { structuredData } from './features/site/structured-data.ts';
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
 * Renders one page as full HTML, with the content of its head. One at a time: the language is global to the process.
 */
export async function render(path: string, language: Language): Promise<RenderedPage> {
  startLanguage(language);
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
