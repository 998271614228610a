import { writeFileSync } from 'node:fs';
import { FEATURES } from '#server/features.ts';

/**
 * The allowed imports between folders, as one list; a feature of the server says in its feature.ts what it imports from
 * others. `node scripts/arrows.ts` writes biome.arrows.json from both, which lint enforces; `test/arrows.test.ts` proves
 * that it does, and that the file is current.
 */

type Zone = { includes: string[]; message: string; group: string[] };

const OUTSIDE = ['#*', '#*/**', '..', '../**', './../**'];
/** What a feature keeps to itself. */
const PRIVATE = ['**/repository.ts', '**/*-repository.ts', '**/schema.ts'];
const SHARED = ['!#shared/**', '!#brand/**'];
/** Folders beside the features that all features may use. */
const SERVER_COMMON = [
  ...SHARED,
  '!#server/deps.ts',
  '!#server/each-second.ts',
  '!#server/errors.ts',
  '!#server/html.ts',
  '!#server/config.ts',
  '!#server/log.ts',
  '!#server/markdown.ts',
  '!#server/metrics.ts',
  '!#server/rich-text.ts',
  '!#server/db/**',
  '!#server/plugins/**',
];
const CLIENT = ['#*', '#*/**', 'node:*', 'node:*/**', '..', '../**', './../**', ...SHARED, '!#messages'];
/** From a file in `features/<name>`, or one folder deeper. */
const CLIENT_COMMON = ['!../../ui/**', '!../../lib/**'];
const CLIENT_COMMON_BELOW = ['!../../../ui/**', '!../../../lib/**', '!../*.ts', '!../*.tsx'];
/** The parts of the admin that a part may import beside the kit and live, which all have; a part without others is not listed. */
const ADMIN_PARTS = {
  find: ['desk'],
  live: ['desk'],
  login: ['desk'],
  media: ['publishing'],
  orders: ['emails', 'publishing', 'taxes'],
  products: ['media', 'publishing'],
  publishing: ['media', 'products'],
  shortcuts: ['desk'],
  today: ['anomalies', 'desk', 'emails', 'orders', 'stats', 'wholesalers'],
} satisfies Record<string, readonly string[]>;
/** Parts with subfolders. */
const SUBFOLDERS = {
  orders: ['bulk', 'delays', 'disputes', 'labels', 'refunds', 'ship'],
  publishing: ['facts', 'faq', 'places', 'policies', 'shipping', 'stories', 'texts'],
};
const ADMIN_BELOW = ['!../../../../ui/**', '!../../../../lib/**', '!../../*.ts', '!../../*.tsx'];

/** Folders of the server that have folders of their own. */
const SERVER_SUBFOLDERS: Readonly<Record<string, readonly string[]>> = {
  db: ['data-folder', 'pglite', 'postgres'],
  emails: ['render'],
  orders: ['customers', 'export', 'stats'],
  plugins: ['limits', 'pages', 'tables'],
  settlement: ['anomalies', 'declines', 'refunds'],
};

/** What a file in a subfolder of `name` may import by relative path: the files above it and the folders beside it. */
const beside = (name: string) => ['!../*.ts', ...(SERVER_SUBFOLDERS[name] ?? []).map((folder) => `!../${folder}/**`)];

const zone = (includes: string, message: string, group: string[]): Zone => ({ includes: [includes], message, group });

const inFeatures = (file: string) => `!#server/features/${file}.ts`;

/** By service or port: repositories and tables are private. */
function serverFeature(name: string, uses: readonly string[]): Zone[] {
  const others = uses.map((entry) => entry.replace('/', ': ')).join(', ') || 'no other feature';
  // The list of all tables is only for backups, which copy every row without knowing its meaning.
  const tables = name === 'backup' ? ['!#server/tables.ts'] : [];
  const message = `${name} enters ${others}.`;
  const allowed = [...OUTSIDE, ...SERVER_COMMON, ...tables, ...uses.map((entry) => `!#server/features/${entry}`)];
  const zones = [zone(`server/features/${name}/**`, message, allowed)];
  if (!(name in SERVER_SUBFOLDERS)) return zones;
  return [...zones, zone(`server/features/${name}/*/**`, message, [...allowed, ...beside(name)])];
}

const ZONES: readonly Zone[] = [
  zone('{brand,my-brand}/**', 'brand is data: it may use the types of #shared, nothing else.', [
    '**',
    '!#shared/**',
    '!./**',
  ]),
  zone('shared/**', 'shared serves browser and server: #brand, zod and its own files only.', [
    '**',
    '!#brand/**',
    '!#shared/**',
    '!zod',
    '!zod/mini',
    '!./**',
  ]),
  zone('server/*.ts', "server never enters client, test or scripts; a feature's repository is its own affair.", [
    ...OUTSIDE,
    ...PRIVATE,
    '!#server/**',
    ...SHARED,
  ]),
  zone('server/tables.ts', 'tables lists the tables of all features.', [...OUTSIDE]),
  zone('server/db/**', 'db knows shared, no feature.', [...OUTSIDE, '!#shared/**']),
  zone('server/db/*/**', 'db knows shared, no feature.', [...OUTSIDE, '!#shared/**', ...beside('db')]),
  zone(
    'server/site/**',
    'site renders pages in a process without a database: it knows shared and brand, and how to compress.',
    [...OUTSIDE, ...SHARED, '!#server/plugins/pages/pack.ts'],
  ),
  zone('server/plugins/**', 'plugins know what every feature needs, no feature.', [...OUTSIDE, ...SERVER_COMMON]),
  zone('server/plugins/*/**', 'plugins know what every feature needs, no feature.', [
    ...OUTSIDE,
    ...SERVER_COMMON,
    ...beside('plugins'),
  ]),
  zone('server/features/**', 'A feature imports from others what its feature.ts names in `uses`.', [
    ...OUTSIDE,
    ...SERVER_COMMON,
  ]),
  ...Object.entries(FEATURES).flatMap(([name, { uses }]) =>
    uses || name in SERVER_SUBFOLDERS ? serverFeature(name, uses ?? []) : [],
  ),
  zone('server/features/*/feature.ts', "A feature may be composed of others' services, never of their tables.", [
    ...OUTSIDE,
    ...SERVER_COMMON,
    '!#server/feature.ts',
    '!#server/features/**',
    ...PRIVATE,
  ]),
  zone('server/features/content/site-content.ts', 'What the pages show is composed of the parts of these features.', [
    ...OUTSIDE,
    ...SERVER_COMMON,
    ...['catalogue/live-catalogue', 'facts/kinds', 'places/kinds', 'policies/pages', 'shipping/rules'].map(inFeatures),
    ...['stories/pages', 'texts/faq', 'texts/pages'].map(inFeatures),
  ]),
  zone('client/**', 'client meets server over HTTP alone; across folders it imports by relative path.', CLIENT),
  zone('client/lib/**', 'lib knows no other folder of client.', [...CLIENT, '!../language.ts']),
  zone('client/ui/**', 'ui knows lib, no feature, layout or page.', [...CLIENT, '!../lib/**', '!../.images/**']),
  zone('client/layout/**', 'layout knows ui and lib, no feature or page.', [...CLIENT, '!../ui/**', '!../lib/**']),
  zone('client/dev/**', 'The page of UI parts shows layout, features and ui; nothing imports it.', [
    ...CLIENT,
    '!../styles.css',
    ...['layout', 'features', 'ui', 'lib'].map((folder) => `!../${folder}/**`),
  ]),
  zone('client/pages/**', 'pages compose layout and features.', [
    ...CLIENT,
    ...['..', '../..'].flatMap((up) => ['layout', 'features', 'ui', 'lib'].map((folder) => `!${up}/${folder}/**`)),
  ]),
  zone('client/features/**', 'A feature knows ui and lib; no other feature, no layout or page.', [
    ...CLIENT,
    ...CLIENT_COMMON,
  ]),
  zone('client/features/checkout/**', 'checkout knows cart, ui and lib; no other feature, no layout or page.', [
    ...CLIENT,
    ...CLIENT_COMMON,
    '!../cart/**',
  ]),
  ...['address', 'payment'].map((part) =>
    zone(
      `client/features/checkout/${part}/**`,
      'A part of the checkout knows the checkout, ui and lib; no other feature, no layout or page.',
      [...CLIENT, ...CLIENT_COMMON_BELOW],
    ),
  ),
  zone('client/features/checkout/express/**', 'Wallets know the checkout with its parts, and the cart.', [
    ...CLIENT,
    ...CLIENT_COMMON_BELOW,
    ...['../address/**', '../payment/**', '../../cart/**'].map((path) => `!${path}`),
  ]),
  ...Object.entries({ '*': [], ...ADMIN_PARTS }).map(([part, others]) =>
    zone(
      `client/features/admin/${part}/**`,
      `${part === '*' ? 'A part of the admin' : part} knows ${['the kit', 'live', ...others].join(', ')}; no other part.`,
      [...CLIENT, ...CLIENT_COMMON_BELOW, ...['kit', 'live', ...others].map((other) => `!../${other}/**`)],
    ),
  ),
  ...(['orders', 'publishing'] as const).map((part) =>
    zone(`client/features/admin/${part}/*/**`, `A part of ${part} knows what ${part} knows.`, [
      ...CLIENT,
      ...ADMIN_BELOW,
      '!../*.ts',
      '!../*.tsx',
      ...SUBFOLDERS[part].map((folder) => `!../${folder}/**`),
      ...['kit', 'live', ...ADMIN_PARTS[part]].map((other) => `!../../${other}/**`),
    ]),
  ),
  zone('client/features/admin/desk/**', 'The desk frames every screen; it knows all parts of the admin.', [
    ...CLIENT,
    ...CLIENT_COMMON_BELOW,
    '!../*/**',
  ]),
  zone('client/features/admin/kit/*', 'The kit knows live, and no part that is made of it.', [
    ...CLIENT,
    ...CLIENT_COMMON_BELOW,
    '!../live/**',
  ]),
  zone('client/features/admin/kit/*/**', 'The kit knows live, and no part that is made of it.', [
    ...CLIENT,
    ...ADMIN_BELOW,
    '!../*.ts',
    '!../*.tsx',
    ...['detail', 'form', 'list', 'undo'].map((folder) => `!../${folder}/**`),
    '!../../live/**',
  ]),
  zone('scripts/**', 'scripts never enter client or test.', [...OUTSIDE, '!#server/**', ...SHARED, '!#scripts/**']),
];

/** Tests and benches may import anything. */
const FREE = ['**/*.test.ts', '**/*.test.tsx', 'test/**', 'e2e/**', 'scripts/test.ts', 'lab/**'];

/** The text of biome.arrows.json. */
export function writeArrows(): string {
  const rule = (includes: string[], patterns: { message: string; group: string[] }[]) => ({
    includes,
    linter: { rules: { style: { noRestrictedImports: { level: 'error', options: { patterns } } } } },
  });
  const overrides = [
    ...ZONES.map(({ includes, message, group }) => rule(includes, [{ message, group }])),
    rule(FREE, []),
  ];
  const $schema = './node_modules/@biomejs/biome/configuration_schema.json';
  return `${JSON.stringify({ $schema, overrides }, null, 2)}\n`;
}

if (import.meta.main) writeFileSync('biome.arrows.json', writeArrows());
