import { resolve } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { switchToTestBrand, TEST_BRAND } from './test/brand-fixture.ts';
import { seedMutant } from './test/mutants/plugin.ts';

switchToTestBrand();

const common = {
  globalSetup: ['test/global-setup.ts'],
  // Limits for a small, busy machine; speed is measured by benchmarks, and the few limits asserted are the shop's own.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  // A second, its default, is less than a busy machine takes to start a program or to answer.
  expect: { poll: { timeout: 60_000 } },
  // The gate forgives a busy moment once; at a desk a test that fails is looked at.
  retry: process.env.CI ? 1 : 0,
  // A process and its modules for many files: two thirds of the processor time of a process for each.
  isolate: false,
  setupFiles: ['test/each-file.ts'],
  // Its keys know plugins by name alone: a seeded fault would be that of an earlier run, or none.
  fsModuleCache: process.env.MUTANT === undefined,
};

const TESTS = ['server', 'shared', 'brand', 'client', 'scripts', 'test'].map(
  (folder) => `${folder}/**/*.test.{ts,tsx}`,
);

/** The same server suites on both engines; what needs no database runs once, `*.postgres.test.ts` on PostgreSQL alone. */
export default defineConfig({
  plugins: seedMutant(),
  resolve: { alias: [{ find: /^#brand\//, replacement: `${resolve(TEST_BRAND)}/` }] },
  test: {
    // One more than a small machine's processors: much of the time a test waits, for a limit or for a program to start.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          ...common,
          name: 'pglite',
          include: TESTS,
          exclude: [...configDefaults.exclude, '**/*.postgres.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...common,
          name: 'postgres',
          include: [
            'server/{db,features}/**/*.test.ts',
            'server/plugins/health.test.ts',
            'test/faults/**/*.test.ts',
            'test/upgrade.test.ts',
            'scripts/seed.test.ts',
            'test/attacks/fields.test.ts',
          ],
        },
      },
    ],
  },
});
