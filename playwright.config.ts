import { defineConfig } from '@playwright/test';
import { findBrowser } from './test/browser.ts';
import { keepFirstBrand } from './test/first-brand.ts';
import { keepTemporaryFilesInMemory } from './test/temporary-files.ts';

keepFirstBrand();
keepTemporaryFilesInMemory();
const isFull = process.env.FULL === '1';

/**
 * Journeys that use the shop of `e2e/fixtures.ts`. The others use that of `e2e/admin-fixtures.ts`, or start their own.
 */
const PUBLIC =
  /\/(?:axe|card-testing|dev-ui|first-view|large-text|presses|shop|shop-access|shop-steps|site|stripe|toast|translation|waking|wholesale)\.spec\.ts$/;

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  // The gate leaves out the full tier's journeys.
  grepInvert: isFull ? undefined : /@full/,
  fullyParallel: true,
  // As many as a small machine's processors; see `maxWorkers` of vitest.config.ts.
  workers: 2,
  // Playwright ends a worker when the next test needs another shop, so tests that share one run together.
  projects: [
    { name: 'public', testMatch: PUBLIC },
    { name: 'admin', testIgnore: PUBLIC },
  ],
  forbidOnly: Boolean(process.env.CI),
  // Limits for a small, busy machine; speed is measured by benchmarks.
  timeout: 420_000,
  expect: { timeout: 120_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/e2e.json' }]],
  use: {
    actionTimeout: 90_000,
    browserName: 'chromium',
    // Animations cost an eighth of the processor; the full tier has them.
    contextOptions: { reducedMotion: isFull ? 'no-preference' : 'reduce' },
    launchOptions: {
      executablePath: findBrowser(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    screenshot: 'only-on-failure',
    // A trace costs a third of the processor, and its recorder hangs on a preview, a frame that may not run scripts.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
  },
});
