import { globSync, readFileSync } from 'node:fs';
import { FEATURES } from '#server/features.ts';
import { type Import, importsOf } from './imports.ts';

/**
 * The allowed imports between folders, as one table. A server feature lists its imports from other features in its
 * feature.ts. `node scripts/arrows.ts` checks every import; `test/arrows.test.ts` proves that all others are refused.
 * Biome's `noRestrictedImports` compares paths as written, so each depth of folders would need separate rules (2,600
 * lines), and dependency-cruiser does not read TypeScript 7.
 */

/**
 * The rule of a file is the last one whose `from` matches it. A file may import what is below its own folder, and `to`.
 */
type Arrow = { from: string; to: readonly string[]; message: string };

const DATA = ['shared/**', 'brand/**'];
const PACKAGES = ['npm:**', 'node:**'];
/** Closed to other features and to the server's own files. */
const PRIVATE = ['!**/repository.ts', '!**/*-repository.ts', '!**/schema.ts'];
/** What all features of the server may use. */
const COMMON = [
  ...PACKAGES,
  ...DATA,
  ...['deps', 'each-second', 'errors', 'html', 'config', 'log', 'markdown', 'metrics', 'rich-text'].map(
    (name) => `server/${name}.ts`,
  ),
  'server/db/**',
  'server/plugins/**',
];
const CLIENT = ['npm:**', ...DATA, 'messages'];
const CLIENT_COMMON = [...CLIENT, 'client/ui/**', 'client/lib/**'];
/** The other parts of the admin that a part may import, besides `kit` and `live`, which are open to all. */
const ADMIN_PARTS: Readonly<Record<string, readonly string[]>> = {
  accounts: ['journal', 'products', 'taxes'],
  codes: ['products'],
  customers: ['written-orders'],
  desk: ['*'],
  diagnostics: ['staff'],
  find: ['codes', 'desk'],
  journal: ['emails', 'publishing'],
  kit: [],
  live: ['desk'],
  login: ['desk'],
  lots: ['emails', 'products', 'publishing'],
  media: ['publishing'],
  orders: ['emails', 'journal', 'lots', 'products', 'publishing', 'taxes', 'written-orders'],
  products: ['journal', 'media', 'publishing'],
  publishing: ['media', 'products'],
  shortcuts: ['desk'],
  today: ['accounts', 'anomalies', 'desk', 'diagnostics', 'emails', 'orders', 'wholesalers'],
  wholesalers: ['accounts', 'journal'],
  'written-orders': ['products'],
};

const arrow = (from: string, message: string, to: readonly string[]): Arrow => ({ from, to, message });
const inFeatures = (file: string) => `server/features/${file}`;
/** The files that a feature may import from others, such as `orders/service.ts`. */
export const usedBy = (feature: string): string[] =>
  Object.entries(FEATURES[feature]?.uses ?? {}).flatMap(([other, files]) => files.map((file) => `${other}/${file}.ts`));

const ARROWS: readonly Arrow[] = [
  ...['brand', 'my-brand'].map((folder) =>
    arrow(`${folder}/**`, 'brand is data: it may use the types of #shared, nothing else.', ['shared/**']),
  ),
  arrow('shared/**', 'shared serves browser and server: #brand, zod and its own files only.', [
    'brand/**',
    'npm:zod',
    'npm:zod/mini',
  ]),
  arrow('server/*', "server never enters client, test or scripts; a feature's repository is its own affair.", [
    ...PACKAGES,
    ...DATA,
    ...PRIVATE,
  ]),
  arrow('server/tables.ts', 'tables lists the tables of all features.', []),
  arrow('server/db/**', 'db knows shared, no feature.', [...PACKAGES, 'shared/**']),
  arrow(
    'server/site/**',
    'site renders pages in a process without a database: it knows shared and brand, and how to compress.',
    [...PACKAGES, ...DATA, 'server/plugins/pages/pack.ts'],
  ),
  arrow('server/plugins/**', 'plugins know what every feature needs, no feature.', COMMON),
  arrow('server/features/*/**', 'A feature imports from others what its feature.ts names in `uses`.', COMMON),
  ...Object.keys(FEATURES).map((name) =>
    arrow(`server/features/${name}/**`, `${name} enters ${usedBy(name).join(', ') || 'no other feature'}.`, [
      ...COMMON,
      ...usedBy(name).map(inFeatures),
      // The list of all tables is only for backups, which copy every row without knowing its meaning.
      ...(name === 'backup' ? ['server/tables.ts'] : []),
    ]),
  ),
  arrow('server/features/*/feature.ts', "A feature may be composed of others' services, never of their tables.", [
    ...COMMON,
    'server/feature.ts',
    'server/features/**',
    ...PRIVATE,
  ]),
  arrow('server/features/content/site-content.ts', 'What the pages show is composed of the parts of these features.', [
    ...COMMON,
    ...['catalogue/live-catalogue.ts', 'codes/shown.ts', 'facts/kinds.ts'].map(inFeatures),
    ...['look/kinds.ts', 'picture-slots/kinds.ts', 'policies/pages.ts'].map(inFeatures),
    ...['shipping/rules.ts', 'stories/pages.ts', 'texts/faq.ts', 'texts/pages.ts'].map(inFeatures),
  ]),
  arrow('client/*', 'client meets server over HTTP alone.', CLIENT),
  arrow('client/*/**', 'client meets server over HTTP alone; across folders it imports what a rule allows.', CLIENT),
  arrow('client/lib/**', 'lib knows no other folder of client.', CLIENT),
  arrow('client/ui/**', 'ui knows lib, no feature, layout or page.', [...CLIENT, 'client/lib/**', 'client/.images/**']),
  arrow('client/layout/**', 'layout knows ui and lib, no feature or page.', CLIENT_COMMON),
  ...['dev', 'pages'].map((folder) =>
    arrow(`client/${folder}/**`, `${folder} composes layout and features.`, [
      ...CLIENT_COMMON,
      'client/layout/**',
      'client/features/**',
      ...(folder === 'dev' ? ['client/admin.css'] : []),
    ]),
  ),
  arrow('client/features/*/**', 'A feature knows ui and lib; no other feature, no layout or page.', CLIENT_COMMON),
  arrow('client/features/checkout/**', 'checkout knows cart, ui and lib; no other feature, no layout or page.', [
    ...CLIENT_COMMON,
    'client/features/cart/**',
  ]),
  ...['cart', 'checkout'].map((feature) =>
    arrow(`client/features/${feature}/*/**`, `A part of ${feature} knows ${feature}, ui and lib.`, [
      ...CLIENT_COMMON,
      `client/features/${feature}/*`,
    ]),
  ),
  arrow('client/features/checkout/express/**', 'Wallets know the checkout with its parts, and the cart.', [
    ...CLIENT_COMMON,
    'client/features/checkout/**',
    'client/features/cart/**',
  ]),
  ...Object.entries({ '*': [], ...ADMIN_PARTS }).map(([part, parts]) => {
    const others = (part === 'kit' ? ['live'] : ['kit', 'live', ...parts]).filter((other) => other !== part);
    return arrow(
      `client/features/admin/${part}/**`,
      `${part === '*' ? 'A part of the admin' : part} knows ${others.join(', ')}; no other part.`,
      [...CLIENT_COMMON, 'client/features/admin/*', ...others.map((other) => `client/features/admin/${other}/**`)],
    );
  }),
  arrow('scripts/**', 'scripts never enter client or test.', [...PACKAGES, ...DATA, 'server/**']),
];

/** Tests may import anything, and so may the command that runs them. */
const FREE = /\.test\.tsx?$|^scripts\/test\.ts$/;
/**
 * Inside these folders a file is imported by its relative path, from outside by its name, such as `#server/errors.ts`.
 */
const AREA = /^(?:client|(?:my-)?brand|server\/(?:features\/)?[^/]+)\//;
const SPELLING =
  "A relative path stays in a feature or folder, and a feature names its own files by it: './service.ts'.";

const matchers = new Map<string, RegExp>();
function matches(path: string, glob: string): boolean {
  const matcher = matchers.get(glob) ?? toRegExp(glob);
  matchers.set(glob, matcher);
  return matcher.test(path);
}

const toRegExp = (glob: string) =>
  new RegExp(`^${glob.replaceAll('.', '\\.').replace(/\*+/g, (stars) => (stars === '**' ? '.+' : '[^/]+'))}$`);

function isAllowed(file: string, { from, to }: Arrow, target: string): boolean {
  const own = file.split('/', from.split('/').length - 1).join('/');
  if (to.some((glob) => glob.startsWith('!') && matches(target, glob.slice(1)))) return false;
  return target.startsWith(`${own}/`) || to.some((glob) => matches(target, glob));
}

function isSpelled(file: string, { source, target }: Import): boolean {
  const area = AREA.exec(file)?.[0];
  const isInside = area !== undefined && target.startsWith(area);
  return source.startsWith('#') ? !isInside : isInside || !source.includes('../');
}

/** The imports of a file that the table refuses, with the rule. */
export function refusedImports(file: string, text: string): (Import & { rule: string })[] {
  const arrow = FREE.test(file) ? undefined : ARROWS.findLast(({ from }) => matches(file, from));
  if (!arrow) return [];
  return importsOf(file, text).flatMap((each) => {
    if (!isAllowed(file, arrow, each.target)) return [{ ...each, rule: arrow.message }];
    return isSpelled(file, each) ? [] : [{ ...each, rule: SPELLING }];
  });
}

if (import.meta.main) {
  const files = globSync('{brand,my-brand,shared,server,client,scripts}/**/*.{ts,tsx}');
  const refused = files.flatMap((file) =>
    refusedImports(file, readFileSync(file, 'utf8')).map(
      ({ line, source, rule }) => `${file}:${line} '${source}': ${rule}`,
    ),
  );
  for (const each of refused) console.error(each);
  if (refused.length > 0) process.exitCode = 1;
}
