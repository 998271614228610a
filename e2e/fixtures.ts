import { test as base, expect, type Page } from '@playwright/test';
import { prepareEngineOn } from '#test/engine-base.ts';
import { type Program, startProgram } from '#test/program.ts';

/** A program on a fresh database of PostgreSQL. */
export async function startOnPostgres(env: Record<string, string> = {}, port?: number): Promise<Program> {
  const engine = await prepareEngineOn(JSON.parse(process.env.JOURNEYS_BASE ?? ''));
  const program = await startProgram({ ...engine.options, env: { ...engine.options.env, ...env }, port });
  return {
    ...program,
    stop: async (signal) => {
      const code = await program.stop(signal);
      await engine.remove();
      return code;
    },
  };
}

/**
 * A program for the public journeys. The full tier has it on the embedded database, whose start and every purchase take
 * several times the processor time.
 */
export const startShop = (env: Record<string, string> = {}): Promise<Program> =>
  process.env.FULL === '1' ? startProgram({ env }) : startOnPostgres(env);

/** Browser journeys on the running program; an unexpected console error fails the test. */
export const test = base.extend<{ allowConsole: RegExp[]; quietConsole: undefined }, { shop: Program }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's form
    async ({}, use) => {
      const shop = await startShop();
      await use(shop);
      await shop.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ shop }, use) => use(shop.url),
  locale: 'en-US',
  /**
   * Console errors that a test expects, such as the browser's message about a 402: one pattern, because Playwright reads
   * the second element of an array as options.
   */
  allowConsole: [[], { option: true }],
  quietConsole: [
    async ({ page, allowConsole }, use) => {
      const errors: string[] = [];
      page.on('console', (message) => {
        // The dashboard polls, also while a test stops its shop; the next answer recovers.
        if (/\/api\/admin\/(changes|events)(\?|$)/.test(message.location().url)) return;
        // A test may stop its own shop while the page is open.
        if (message.text().includes('ERR_CONNECTION_REFUSED')) return;
        if (message.type() === 'error' && !allowConsole.some((pattern) => pattern.test(message.text())))
          errors.push(message.text());
      });
      page.on('pageerror', (error) => errors.push(String(error)));
      await use(undefined);
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };

/** Holds back matching calls. @returns a function that lets them go on */
export async function holdCalls(page: Page, path: string | RegExp): Promise<() => void> {
  const { promise: held, resolve } = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    await held;
    await route.fallback();
  });
  return resolve;
}
