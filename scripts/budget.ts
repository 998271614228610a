import './my-brand.ts';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { storyContent } from '#server/features/stories/pages.ts';
import { brandContent } from '#shared/catalogue/brand-products.ts';
import { productPath, STORIES_PATH, storyPath } from '#shared/content/page-address.ts';
import { POLICY_KINDS, policyPath } from '#shared/content/policy-page.ts';
import { FALLBACK_LANGUAGE, type Language } from '#shared/core/language.ts';

/** The route of all product pages. */
const PRODUCT_ROUTE = '/product/_';
/** The route of all policies. */
const POLICY_ROUTE = '/policies/_';
/** The routes of the list of stories, and of all stories. */
const STORIES_ROUTE = '/stories/_all';
const STORY_ROUTE = '/stories/_';

type Chunk = { file: string; imports?: string[] };
export type Manifest = Readonly<Record<string, Chunk>>;
type Row = { name: string; bytes: number; limit: number };

const DIST = 'dist';
/** The JavaScript that a page loads before any interaction, compressed with brotli; KB = 1000 bytes. */
const LIMITS = { marketing: 73_000, shop: 85_000, admin: 130_000, fonts: 60_000 };
/** The pages of a purchase; every other public page is a marketing page. */
const SHOP_PATHS = new Set(['/shop', '/sandbox-payment', '/order/_']);
/** What every admin screen loads besides its own part, and the dashboard besides its tabs. */
const DESK = 'features/admin/desk/desk.tsx';
const DASHBOARD = 'features/admin/today/dashboard.tsx';

/** All files that the given modules load by static imports. @throws Error for a module that was not built */
export function filesOf(manifest: Manifest, modules: readonly string[]): Set<string> {
  const files = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no module ${name}; correct scripts/budget.ts`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const name of modules) visit(name);
  return files;
}

/** The files that a document loads: module scripts with their own imports, and modulepreloads. */
export function filesOfDocument(html: string): Set<string> {
  const tags = html.match(/<script[^>]*type="module"[^>]*>|<link[^>]*rel="modulepreload"[^>]*>/g) ?? [];
  const values = tags.flatMap((tag) => [...tag.matchAll(/ (?:src|href|data-entry|data-chunks)="([^"]+)"/g)]);
  return new Set(values.flatMap(([, value = '']) => value.split(' ').map((file) => file.slice(1))));
}

/** Path and module of each public page, from the client's list of routes. */
export function readRoutes(source: string): { path: string; module: string }[] {
  const found = [...source.matchAll(/path: '([^']+)',[^{}]*?import\('\.\/([^']+)'\)/g)];
  return found.map(([, path = '', module = '']) => ({ path, module }));
}

/**
 * The path of a route's page in a language; for products, policies or stories the first one's. `null`: the brand has no
 * such page.
 */
function pathOfRoute(route: string, language: Language): string | null {
  const [first] = brandContent().products;
  const [story] = storyContent(null).stories ?? [];
  if (route === STORIES_ROUTE) return story ? STORIES_PATH : null;
  if (route === STORY_ROUTE) return story ? storyPath(story, language) : null;
  if (route === POLICY_ROUTE) return policyPath(POLICY_KINDS[0]);
  return route === PRODUCT_ROUTE && first ? productPath(first, language) : route;
}

/** The public pages in a language, in the order of the routes, for tests and benches. */
export function publicPaths(language = FALLBACK_LANGUAGE): string[] {
  const source = readFileSync('client/routes.tsx', 'utf8');
  const isPrivate = (path: string) => new RegExp(`path: '${path}',[^{}]*?isPrivate: true`).test(source);
  return readRoutes(source)
    .map(({ path }) => path)
    .filter((path) => !isPrivate(path))
    .flatMap((path) => pathOfRoute(path, language) ?? []);
}

/** Id and screen of each tab of the dashboard, from their list. */
export function readAdminTabs(source: string): { name: string; screen: string }[] {
  const found = [...source.matchAll(/^ {2}(\w+): \{[^{}]*?screen: '(\w+)'/gm)];
  return found.map(([, name = '', screen = '']) => ({ name, screen }));
}

/** Id and module of each screen of the admin, from its `screen.ts`. */
export function readAdminScreens(): { name: string; module: string }[] {
  return globSync('client/features/admin/*/screen.ts').map((file) => {
    const source = readFileSync(file, 'utf8');
    const [, name = '', module = ''] = /export const (\w+)Screen\b.*import\('\.\/([^']+)'\)/s.exec(source) ?? [];
    return { name, module: join(dirname(file), module).slice('client/'.length) };
  });
}

/** Lazy imports of a screen that it shows before any interaction. */
const SHOWN_FIRST: Readonly<Record<string, readonly string[]>> = {
  site: ['features/admin/publishing/preview-frame.tsx'],
  today: ['features/admin/diagnostics/first-steps.tsx'],
  'dashboard emails': ['features/admin/emails/templates.tsx'],
};

/** The size in bytes with brotli; small files have no compressed twin and are served as they are. */
function servedBytes(file: string): number {
  const bytes = readFileSync(join(DIST, 'client', file));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return bytes.length < 200 ? bytes.length : brotliCompressSync(bytes, { params }).length;
}

function measure(): Row[] {
  const manifest: Manifest = JSON.parse(readFileSync(join(DIST, 'client/.vite/manifest.json'), 'utf8'));
  const sizes = new Map<string, number>();
  const sizeOf = (file: string) => {
    const known = sizes.get(file) ?? servedBytes(file);
    sizes.set(file, known);
    return known;
  };
  const sum = (files: string[]) => [...new Set(files)].reduce((total, file) => total + sizeOf(file), 0);

  const pages = readRoutes(readFileSync('client/routes.tsx', 'utf8')).flatMap(({ path, module }) => {
    const own = pathOfRoute(path, 'en');
    if (own === null) return [];
    const html = readFileSync(join(DIST, 'pages/en', `${own === '/' ? 'index' : own.slice(1)}.html`), 'utf8');
    const files = [...filesOf(manifest, ['index.html', module]), ...filesOfDocument(html)];
    return [{ name: path, bytes: sum(files), limit: SHOP_PATHS.has(path) ? LIMITS.shop : LIMITS.marketing }];
  });
  const adminDocument = filesOfDocument(readFileSync(join(DIST, 'client/admin.html'), 'utf8'));
  const parts = readAdminScreens();
  const tabs = readAdminTabs(readFileSync('client/features/admin/desk/tabs.ts', 'utf8'));
  const moduleOf = (screen: string) => parts.filter(({ name }) => name === screen).map(({ module }) => module);
  const views = [
    { name: '/admin/login', modules: ['features/admin/login/login-page.tsx'] },
    ...parts
      .filter(({ name }) => !tabs.some(({ screen }) => screen === name))
      .map(({ name, module }) => ({
        name: `/admin ${name}`,
        modules: [DESK, module, ...(SHOWN_FIRST[name] ?? [])],
      })),
    ...tabs.map(({ name, screen }) => ({
      name: `/admin/dashboard ${name}`,
      modules: [DESK, DASHBOARD, ...moduleOf(screen), ...(SHOWN_FIRST[`dashboard ${name}`] ?? [])],
    })),
  ];
  const screens = views.map(({ name, modules }) => {
    const files = [...filesOf(manifest, ['admin.html', ...modules]), ...adminDocument];
    return { name, bytes: sum(files), limit: LIMITS.admin };
  });
  const fonts = Object.values(manifest).filter(({ file }) => file.endsWith('.woff2'));
  return [...pages, ...screens, { name: 'fonts', bytes: sum(fonts.map(({ file }) => file)), limit: LIMITS.fonts }];
}

if (import.meta.main) {
  const rows = measure();
  const kb = (bytes: number) => (bytes / 1000).toFixed(1).padStart(7);
  console.log(`${'page'.padEnd(32)}   KB br   limit`);
  for (const { name, bytes, limit } of rows) {
    console.log(`${name.padEnd(32)} ${kb(bytes)} ${kb(limit)}${bytes > limit ? '  OVER' : ''}`);
  }
  const over = rows.filter(({ bytes, limit }) => bytes > limit);
  if (over.length > 0) console.error(`\n${over.length} over budget: ${over.map(({ name }) => name).join(', ')}`);
  process.exit(over.length > 0 ? 1 : 0);
}
