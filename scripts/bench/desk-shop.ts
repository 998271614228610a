import { type Browser, chromium } from '@playwright/test';
import { findBrowser } from '#test/browser.ts';
import { NO_LIMITS } from '#test/makers.ts';
import { startProgram } from '#test/program.ts';
import { confirmOrder, payFor } from '#test/shopper.ts';
import { PASSWORD } from './shop.ts';

/** A whole page of the list. */
export const ORDERS = 50;

/** Starts a shop with a page of orders, and a browser for its admin; ends both when `work` has ended. */
export async function withDesk<T>(
  work: (browser: Browser, url: string) => Promise<T>,
  env: Record<string, string> = {},
): Promise<T> {
  const program = await startProgram({ env: { ...NO_LIMITS, LOG_LEVEL: 'warn', ADMIN_PASSWORD: PASSWORD, ...env } });
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    for (let i = 0; i < ORDERS; i++) await confirmOrder(program.url, await payFor(program.url));
    return await work(browser, program.url);
  } finally {
    await browser.close();
    await program.stop();
  }
}
