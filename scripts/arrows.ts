import { writeFileSync } from 'node:fs';

/**
 * The allowed imports between folders, as one list. `node scripts/arrows.ts` writes biome.arrows.json from it, which
 * lint enforces; `test/arrows.test.ts` proves that it does, and that the file is current.
 */

/** The features that each server feature may import, by service or port; repositories and tables are private. */
const SERVER_FEATURES: Readonly<Record<string, readonly string[]>> = {
  admin: [
    'content/service.ts',
    'live/service.ts',
    'orders/admin-service.ts',
    'orders/figures.ts',
    'wholesale/service.ts',
  ],
  backup: ['emails/outbox.ts', 'live/service.ts'],
  catalogue: [
    'content/kind.ts',
    'content/live-content.ts',
    'content/service.ts',
    'content/slugs.ts',
    'media/picture-facts.ts',
    'media/pictured-content.ts',
    'stock/service.ts',
  ],
  checkout: [
    'catalogue/live-catalogue.ts',
    'codes/service.ts',
    'payments/provider.ts',
    'settlement/decline-watch.ts',
    'settlement/deps.ts',
    'settlement/instrumentation.ts',
    'settlement/open-payment.ts',
    'shipping/rate-source.ts',
    'shipping/service.ts',
    'stock/service.ts',
    'tax/estimate.ts',
    'tax/provider.ts',
  ],
  codes: [],
  content: [],
  diagnostics: [
    'admin/credentials.ts',
    'backup/files.ts',
    'emails/mailbox.ts',
    'emails/outbox.ts',
    'emails/smtp-sender.ts',
    'facts/service.ts',
    'payments/stripe-probe.ts',
    'policies/service.ts',
    'settlement/decline-watch.ts',
    'settlement/service.ts',
    'shipping/shippo-probe.ts',
    'tax/records.ts',
    'tax/service.ts',
    'tax/stripe-tax-probe.ts',
    'texts/service.ts',
  ],
  disputes: [
    'emails/outbox.ts',
    'orders/admin-service.ts',
    'orders/payment-events.ts',
    'orders/service.ts',
    'payments/provider.ts',
    'policies/past.ts',
  ],
  emails: [],
  facts: ['content/editor.ts', 'content/kind.ts', 'content/live-content.ts', 'content/service.ts'],
  find: [
    'catalogue/service.ts',
    'emails/outbox.ts',
    'orders/admin-service.ts',
    'stores/service.ts',
    'wholesale/service.ts',
  ],
  labels: [
    'orders/parcel-events.ts',
    'orders/service.ts',
    'orders/tracking.ts',
    'shipping/parcels.ts',
    'shipping/postal-only.ts',
    'shipping/rate-source.ts',
    'shipping/rate-table.ts',
    'shipping/service.ts',
    'shipping/shippo.ts',
  ],
  live: [],
  media: ['content/kind.ts', 'content/service.ts', 'content/slugs.ts'],
  orders: ['emails/letters.ts', 'emails/outbox.ts', 'emails/values.ts', 'shipping/service.ts'],
  payments: [],
  people: [
    'codes/person.ts',
    'emails/person.ts',
    'labels/person.ts',
    'orders/person.ts',
    'settlement/deps.ts',
    'settlement/person.ts',
    'wholesale/person.ts',
  ],
  places: ['content/editor.ts', 'content/kind.ts', 'content/service.ts', 'media/picture-facts.ts'],
  policies: [
    'content/editor.ts',
    'content/kind.ts',
    'content/live-content.ts',
    'content/service.ts',
    'facts/kinds.ts',
    'shipping/rules.ts',
  ],
  settlement: [
    'codes/service.ts',
    'emails/outbox.ts',
    'emails/values.ts',
    'labels/service.ts',
    'orders/admin-service.ts',
    'orders/lines.ts',
    'orders/payment-events.ts',
    'orders/payment-url.ts',
    'orders/service.ts',
    'orders/status-view.ts',
    'payments/provider.ts',
    'stock/service.ts',
    'tax/records.ts',
  ],
  shipping: ['content/editor.ts', 'content/kind.ts', 'content/live-content.ts', 'content/service.ts'],
  stock: ['emails/outbox.ts'],
  stores: [],
  stories: [
    'content/kind.ts',
    'content/service.ts',
    'content/slugs.ts',
    'facts/kinds.ts',
    'media/picture-facts.ts',
    'media/pictured-content.ts',
  ],
  tax: [
    'emails/outbox.ts',
    'orders/correction.ts',
    'orders/figures.ts',
    'orders/service.ts',
    'payments/provider.ts',
    'payments/stripe.ts',
  ],
  texts: ['content/editor.ts', 'content/kind.ts', 'content/live-content.ts', 'content/service.ts', 'facts/kinds.ts'],
  today: ['emails/outbox.ts', 'orders/admin-service.ts', 'settlement/admin-service.ts', 'wholesale/service.ts'],
  wholesale: ['emails/outbox.ts', 'emails/values.ts'],
};

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
/** The parts of the admin that each part may import; all of them have the kit, live and what lies beside them. */
const ADMIN_PARTS = {
  anomalies: [],
  codes: [],
  customers: [],
  diagnostics: [],
  emails: [],
  find: ['desk'],
  live: ['desk'],
  login: ['desk'],
  media: ['publishing'],
  orders: ['emails', 'publishing', 'taxes'],
  products: ['media', 'publishing'],
  publishing: ['media', 'products'],
  shortcuts: ['desk'],
  stats: [],
  'store-locations': [],
  taxes: [],
  today: ['anomalies', 'desk', 'emails', 'orders', 'stats', 'wholesalers'],
  wholesalers: [],
} satisfies Record<string, readonly string[]>;
/** Parts that have folders of their own. */
const SUBFOLDERS = {
  orders: ['bulk', 'delays', 'disputes', 'labels', 'refunds', 'ship'],
  publishing: ['facts', 'faq', 'places', 'policies', 'shipping', 'stories', 'texts'],
};
const ADMIN_BELOW = ['!../../../../ui/**', '!../../../../lib/**', '!../../*.ts', '!../../*.tsx'];

const zone = (includes: string, message: string, group: string[]): Zone => ({ includes: [includes], message, group });

const inFeatures = (file: string) => `!#server/features/${file}.ts`;

function serverFeature(name: string, entries: readonly string[]): Zone {
  const others = entries.map((entry) => entry.replace('/', ': ')).join(', ') || 'no other feature';
  // The list of all tables is only for backups, which copy every row without knowing its meaning.
  const tables = name === 'backup' ? ['!#server/tables.ts'] : [];
  return zone(`server/features/${name}/**`, `${name} enters ${others}.`, [
    ...OUTSIDE,
    ...SERVER_COMMON,
    ...tables,
    ...entries.map((entry) => `!#server/features/${entry}`),
  ]);
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
  zone(
    'server/site/**',
    'site renders pages in a process without a database: it knows shared and brand, and how to compress.',
    [...OUTSIDE, ...SHARED, '!#server/plugins/pack.ts'],
  ),
  zone('server/plugins/**', 'plugins know what every feature needs, no feature.', [...OUTSIDE, ...SERVER_COMMON]),
  zone('server/features/**', 'A new feature stands in the list of scripts/arrows.ts first.', [
    ...OUTSIDE,
    ...SERVER_COMMON,
  ]),
  ...Object.entries(SERVER_FEATURES).map(([name, entries]) => serverFeature(name, entries)),
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
  zone(
    'client/features/checkout/payment/**',
    "A provider's form knows the checkout that it belongs to, ui and lib; no other feature, no layout or page.",
    [...CLIENT, ...CLIENT_COMMON_BELOW],
  ),
  ...Object.entries(ADMIN_PARTS).map(([part, others]) =>
    zone(
      `client/features/admin/${part}/**`,
      `${part} knows ${['the kit', 'live', ...others].join(', ')}; no other part.`,
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

export const FEATURE_NAMES: readonly string[] = Object.keys(SERVER_FEATURES);

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
