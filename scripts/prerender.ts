import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brandContent } from '#shared/brand-products.ts';
import { readRoutes } from './budget.ts';
import { readLineSheetParts } from './line-sheet.ts';
import { type Renderer, renderSite, type SiteParts } from './render-site.ts';
import { robots } from './site-map.ts';

const DIST = 'dist';

/**
 * Writes every public page of the brand's own content, and beside the renderer what it takes to render them anew when
 * the owner publishes (scripts/render-process.ts).
 *
 * @param build names this build: its inputs
 */
export async function prerenderPages(build: string): Promise<void> {
  const renderer: Renderer = await import(pathToFileURL(resolve(DIST, 'render/entry-server.js')).href);
  const parts: SiteParts = {
    template: readFileSync(join(DIST, 'client/index.html'), 'utf8'),
    manifest: JSON.parse(readFileSync(join(DIST, 'client/.vite/manifest.json'), 'utf8')),
    modules: Object.fromEntries(
      readRoutes(readFileSync('client/routes.tsx', 'utf8')).map(({ path, module }) => [path, module]),
    ),
    lineSheet: readLineSheetParts(join(DIST, 'client')),
  };
  for (const [name, text] of await renderSite(renderer, parts, brandContent())) {
    const file = join(DIST, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  writeFileSync(join(DIST, 'client/robots.txt'), robots());
  writeFileSync(join(DIST, 'render/parts.json'), JSON.stringify(parts));
  writeFileSync(join(DIST, 'render/build.json'), JSON.stringify({ build }));
}
