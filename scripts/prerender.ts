import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { privacyFile } from '#server/plugins/pages/site-files.ts';
import { type Renderer, renderSite, type SiteParts } from '#server/site/render-site.ts';
import { robots } from '#server/site/site-map.ts';
import { PARTNERS, type Partner, policyPath } from '#shared/content/policy-page.ts';
import { LANGUAGES } from '#shared/core/language.ts';
import { readRoutes } from './budget.ts';
import { readLineSheetParts } from './line-sheet-parts.ts';
import { messageIds } from './messages.ts';
import { brandSite } from './site-content.ts';

const DIST = 'dist';

/**
 * Renders every public page with the brand's own content, and writes beside the renderer what a publish needs
 * (server/site/render-process.ts).
 *
 * @param build identifies this build: its inputs
 */
export async function prerenderPages(build: string): Promise<void> {
  const renderer: Renderer = await import(pathToFileURL(resolve(DIST, 'render/entry-server.js')).href);
  const parts: SiteParts = {
    template: readFileSync(join(DIST, 'client/index.html'), 'utf8'),
    manifest: JSON.parse(readFileSync(join(DIST, 'client/.vite/manifest.json'), 'utf8')),
    modules: Object.fromEntries(
      readRoutes(readFileSync('client/routes.tsx', 'utf8')).map(({ path, module }) => [path, module]),
    ),
    admin: readFileSync(join(DIST, 'client/admin.html'), 'utf8'),
    lineSheet: readLineSheetParts(join(DIST, 'client')),
    messageIds: messageIds(),
  };
  for (const [name, text] of await renderSite(renderer, parts, brandSite())) write(name, text);
  for (const partners of someOf(PARTNERS)) {
    for (const language of LANGUAGES) {
      const only = { path: policyPath('privacy'), language };
      const [text = ''] = (await renderSite(renderer, parts, brandSite(partners), only)).values();
      write(privacyFile(partners.join('-'), language), text);
    }
  }
  writeFileSync(join(DIST, 'client/robots.txt'), robots());
  writeFileSync(join(DIST, 'render/parts.json'), JSON.stringify(parts));
  writeFileSync(join(DIST, 'render/build.json'), JSON.stringify({ build }));
}

function write(name: string, text: string): void {
  const file = join(DIST, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Every non-empty subset, in order. */
function someOf(all: readonly Partner[]): Partner[][] {
  const choices = Array.from({ length: 2 ** all.length - 1 }, (_, i) => i + 1);
  return choices.map((bits) => all.filter((_, i) => bits & (1 << i)));
}
