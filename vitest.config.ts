import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { seedMutant } from './lab/mutants/plugin.ts';
import { FIRST_BRAND } from './scripts/brand-folder.ts';
import { keepFirstBrand } from './test/first-brand.ts';
import { keepTemporaryFilesInMemory } from './test/temporary-files.ts';

keepFirstBrand();
keepTemporaryFilesInMemory();

const common = {
  // Limits for a small, busy machine; benchmarks measure speed, and the few asserted limits are the shop's own.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  // The default of a second is too short for a busy machine to start a program or to answer.
  expect: { poll: { timeout: 60_000 } },
  // One process with its modules runs many files: two thirds of the processor time of separate processes.
  isolate: false,
  setupFiles: ['test/each-file.ts'],
  execArgv: [`--import=${pathToFileURL('test/equal-priority.ts').href}`],
  // The cache's keys contain only plug-in names, so a seeded fault would come from an earlier run, or be missing.
  fsModuleCache: process.env.MUTANT === undefined,
};

/**
 * The gate runs each fault once; FULL=1 (`npm run test:full`) adds whole programs and runs every file on both engines.
 */
const isFull = process.env.FULL === '1';

/** No database and no set-up. */
const UNIT = ['{shared,brand,client}/**/*.test.{ts,tsx}', '{server,scripts,test,lab}/**/*.unit.test.ts'];
const FEATURES = ['{server,scripts,test,lab}/**/*.test.ts'];

/** Tests of drivers, transactions, locks, types or SQL functions: the gate also runs them on the embedded engine. */
const ON_BOTH_ENGINES = [
  'server/db/{completeness,connect,insert-where,search}.test.ts',
  'server/features/accounts/accounts.test.ts',
  'server/features/backup/backup.test.ts',
  'server/features/checkout/{checkout,limits,round-trips}.test.ts',
  'server/features/codes/codes.test.ts',
  'server/features/content/publishing.test.ts',
  'server/features/emails/{outbox,sender}.test.ts',
  'server/features/journal/journal.test.ts',
  'server/features/{lots/recalls,media/library}.test.ts',
  'server/features/orders/{admin-orders,lines,numbers,stats/sold}.test.ts',
  'server/features/settlement/{settlement,items/items,owed/owed,refunds/service,reconcile,stripe-races}.test.ts',
  'server/features/shop-settings/shop-settings.test.ts',
  'server/features/stock/stock.test.ts',
  'server/features/visits/visits.test.ts',
  'server/features/written-orders/{links,paid}.test.ts',
  'server/plugins/health.test.ts',
  'test/upgrade.test.ts',
];
/** Tests of PGlite itself, of databases in a folder, and of the harness for it. */
const PGLITE_ALONE = [
  'server/db/pglite/statements.test.ts',
  'server/features/backup/room.test.ts',
  'test/database.test.ts',
];

const SLOW = isFull ? [] : ['**/*.slow.*'];

export default defineConfig({
  plugins: seedMutant(),
  resolve: { alias: [{ find: /^#brand\//, replacement: `${resolve(FIRST_BRAND)}/` }] },
  test: {
    // As many as a small machine's processors, beside the journeys' workers. With four, and three for the journeys, a run
    // took twice as long.
    maxWorkers: 2,
    projects: [
      { extends: true, test: { ...common, name: 'unit', include: UNIT } },
      {
        extends: true,
        test: {
          ...common,
          name: 'postgres',
          globalSetup: ['test/global-setup.ts'],
          include: FEATURES,
          exclude: [...configDefaults.exclude, ...UNIT, ...PGLITE_ALONE, ...SLOW],
        },
      },
      {
        extends: true,
        test: {
          ...common,
          name: 'pglite',
          globalSetup: ['test/global-setup.ts'],
          include: isFull ? FEATURES : [...ON_BOTH_ENGINES, ...PGLITE_ALONE],
          exclude: [...configDefaults.exclude, ...UNIT, '**/*.postgres.test.ts', ...SLOW],
        },
      },
    ],
  },
});
