import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { facts } from '#brand/facts.ts';
import { brandContent } from '#shared/brand-products.ts';
import { FALLBACK_LANGUAGE, LANGUAGES, type Language } from '#shared/language.ts';
import type { PageContent } from '#shared/products.ts';
import { readRoutes } from './budget.ts';
import { pageHead, type RenderedPage } from './page-head.ts';
import { robots, sitemap, webManifest } from './site-map.ts';

type Renderer = {
  paths: readonly string[];
  render(path: string, language: Language, content: PageContent): Promise<RenderedPage>;
};

const DIST = 'dist';

/**
 * Writes every public page in both languages as full HTML, from the built client and its renderer, and the files that
 * list them.
 */
export async function prerenderPages(): Promise<void> {
  const renderer: Renderer = await import(pathToFileURL(join(DIST, 'render/entry-server.js')).href);
  const template = readFileSync(join(DIST, 'client/index.html'), 'utf8');
  const manifest = JSON.parse(readFileSync(join(DIST, 'client/.vite/manifest.json'), 'utf8'));
  const modules = new Map(
    readRoutes(readFileSync('client/routes.tsx', 'utf8')).map(({ path, module }) => [path, module]),
  );
  const content = brandContent();
  const publicPaths = new Set<string>();
  let homeDescription = '';
  for (const language of LANGUAGES) {
    for (const path of renderer.paths) {
      const page = { ...(await renderer.render(path, language, content)), module: modules.get(path) ?? '' };
      if (!page.isPrivate) publicPaths.add(path);
      if (path === '/' && language === FALLBACK_LANGUAGE) homeDescription = page.description;
      const html = withoutEntry(template)
        .replace('<html lang="en">', `<html lang="${language}">`)
        .replace('<!--head-->', () => pageHead(path, language, page, manifest))
        .replace('<!--app-->', () => page.html)
        .replace('<!--content-->', () => contentBlock(content));
      const file = join(DIST, 'pages', language, `${path === '/' ? 'index' : path.slice(1)}.html`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, html);
    }
  }
  const client = (name: string) => join(DIST, 'client', name);
  writeFileSync(client('sitemap.xml'), sitemap([...publicPaths]));
  writeFileSync(client('robots.txt'), robots());
  writeFileSync(client('manifest.webmanifest'), webManifest(facts.name, homeDescription));
}

/** A data block, which the browser does not run; no text may end it early. */
export function contentBlock(content: PageContent): string {
  return `<script type="application/json" id="content">${JSON.stringify(content).replaceAll('<', '\\u003c')}</script>`;
}

/** Removes Vite's own tags of the entry; the head names the same files in the order that paints first. */
function withoutEntry(template: string): string {
  return template.replace(/\s*<(script type="module"[^>]*><\/script|link rel="(modulepreload|stylesheet)"[^>]*)>/g, '');
}
