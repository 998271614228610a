import { defineConfig } from '@playwright/test';
import { switchToTestBrand } from './test/brand-fixture.ts';
import { findBrowser } from './test/browser.ts';

switchToTestBrand();
const isFull = process.env.FULL === '1';

export default defineConfig({
  testDir: 'e2e',
  // The gate leaves the full tier's journeys out.
  grepInvert: isFull ? undefined : /@full/,
  fullyParallel: true,
  // One more than a small machine's processors: with two workers these were idle half of the time.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  // Limits for a small, busy machine; speed is measured by benchmarks.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/e2e.json' }]],
  use: {
    actionTimeout: 60_000,
    browserName: 'chromium',
    // Frames of motion cost an eighth of the processor; the full tier has them.
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
    // A trace of every test costs a third of the processor.
    trace: process.env.CI ? 'off' : 'retain-on-failure',
  },
});
