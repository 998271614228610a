import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import type { CartLine, CheckoutAddress, ConfirmOrderAnswer } from '#shared/checkout/checkout.ts';
import type { InquiryFormValues } from '#shared/wholesale/wholesale.ts';
import { anAddress, anInquiry, paymentIdOf } from '#test/makers.ts';
import { type Program, startProgram } from '#test/program.ts';
import { call, startPaymentFor } from '#test/shopper.ts';
import { axeOf } from './axe.ts';
import { test as base, startOnPostgres } from './fixtures.ts';

export const PASSWORD = 'guava y galleta 1962';
const ENV = {
  ADMIN_PASSWORD: PASSWORD,
  LIMIT_PAYMENT_STARTS: '1000000',
  LIMIT_PAYMENT_STARTS_OVERALL: '1000000',
  LIMIT_RATES: '1000000',
  LIMIT_CONFIRMATIONS: '1000000',
  LIMIT_CHECKOUTS_AT_ONCE: '1000000',
  LIMIT_INQUIRIES: '1000000',
  LIMIT_INQUIRIES_OVERALL: '1000000',
  // A network may cause a twentieth of them an hour, and all tests are one network.
  LIMIT_PUBLIC_MAILS: '1000000',
};

/**
 * A separate program with a known password. It has a fresh database of PostgreSQL, or the embedded one in `dataDir`,
 * which is then kept.
 */
export async function startAdminShop(
  env: Record<string, string> = {},
  dataDir?: string,
  port?: number,
): Promise<Program> {
  if (dataDir !== undefined) return startProgram({ env: { ...ENV, ...env }, port, dataDir });
  return startOnPostgres({ ...ENV, ...env }, port);
}

/**
 * The journeys' test, on a program with a known admin password. `own` is a separate shop, for what a test publishes or
 * counts; its owner is signed in.
 */
export const test = base.extend<{ own: Program }, { shop: Program }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's form
    async ({}, use) => {
      const shop = await startAdminShop();
      await use(shop);
      await shop.stop();
    },
    { scope: 'worker' },
  ],
  own: async ({ page }, use) => {
    const own = await startAdminShop();
    await signIn(page, own.url);
    await use(own);
    await own.stop();
  },
});
export { expect };

export const NEW_YORK = {
  addressLine1: '350 5th Avenue',
  addressLine2: null,
  city: 'New York',
  state: 'NY',
  zipCode: '10118',
};

export type Purchase = {
  cart?: CartLine[];
  address?: Partial<CheckoutAddress>;
  attempt?: string;
  card?: string;
  source?: string;
};

/** Starts a payment like a shopper's browser. */
export async function startPurchase(url: string, { cart, address, attempt, source }: Purchase = {}) {
  const clientSecret = await startPaymentFor(url, { cart, address: anAddress(address), attempt, source });
  return { clientSecret, paymentIntentId: paymentIdOf(clientSecret) };
}

/** Buys like a shopper's browser, in the sandbox. @returns the order's number and its public page */
export async function buy(url: string, purchase: Purchase = {}): Promise<Required<ConfirmOrderAnswer>> {
  const { clientSecret, paymentIntentId } = await startPurchase(url, purchase);
  const card = { cardNumber: purchase.card ?? '4242 4242 4242 4242', expiry: '12/40', cvc: '123' };
  await call(url, `/api/sandbox-payments/${paymentIntentId}/confirm`, { clientSecret, ...card });
  return call(url, '/api/confirm-order', { paymentIntentId, clientSecret });
}

/** Sends a wholesale inquiry. */
export async function inquire(url: string, changes: Partial<InquiryFormValues> = {}): Promise<{ id: string }> {
  return call(url, '/api/wholesale-inquiries', anInquiry(changes));
}

/** Signs this browser in by the real call, without the form; `base` when it is not the shared program. */
export async function signIn(page: Page, base = ''): Promise<void> {
  const answer = await page.request.post(`${base}/api/admin/login`, { data: { password: PASSWORD } });
  expect(answer.status()).toBe(200);
}

/** Signs in and opens the dashboard in this language, with `search` such as `tab=orders`. */
export async function openDashboard(
  page: Page,
  search = '',
  { language = 'en', base = '' }: { language?: 'en' | 'es'; base?: string } = {},
): Promise<void> {
  // A login ends the earlier session, and an open page would report that.
  if (page.url() !== 'about:blank') await page.goto('about:blank');
  await signIn(page, base);
  await page.goto(`${base}/admin/dashboard?${search}&lang=${language}`);
  await expect(page.getByRole('tablist').first()).toBeVisible();
}

/** Opens a shopper's page of a shop, apart from the admin's; it closes with the browser. */
export async function openVisit(browser: Browser, baseURL: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ baseURL, locale: 'en-US', reducedMotion: 'reduce', ...options });
  return context.newPage();
}

/** Calls the admin's API with this browser's session. */
export async function adminCall<T>(
  page: Page,
  method: 'GET' | 'POST' | 'PATCH' | 'PUT',
  path: string,
  data?: object,
): Promise<T> {
  // Playwright may reuse a connection just as the program closes it; asking again is safe for a read.
  const maxRetries = method === 'GET' ? 2 : 0;
  const answer = await page.request.fetch(path, { method, maxRetries, ...(data === undefined ? {} : { data }) });
  expect(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
  return answer.json();
}

/** The displayed toast. */
export const toastOf = (page: Page) => page.locator('#toasts li');

export async function expectToast(page: Page, title: string, text?: string): Promise<void> {
  await expect(toastOf(page)).toContainText(title);
  if (text) await expect(toastOf(page)).toContainText(text);
}

/** Checks all axe rules; a mail's sandboxed frame runs no script, so it cannot be inspected. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await axeOf(page).exclude('iframe').analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join(' ')}`),
  ).toEqual([]);
}

/** Makes matching calls fail like a broken server. */
export async function failCalls(
  page: Page,
  path: string | RegExp,
  methods: readonly string[],
): Promise<() => Promise<void>> {
  await page.route(path, (route) =>
    methods.includes(route.request().method())
      ? route.fulfill({ status: 503, json: { message: 'We are unavailable for a moment.' } })
      : route.fallback(),
  );
  return () => page.unroute(path);
}

/** Blocks the page's polls for changes. Call it before opening the page. */
export const hearNothing = (page: Page) => page.route(/\/api\/admin\/changes\?since/, (route) => route.abort());

/** Simulates that a tab is shown again, which polls for changes. @returns when it is answered */
export async function lookAgain(page: Page): Promise<void> {
  const answered = page.waitForResponse((answer) => answer.url().includes('/api/admin/changes?since'));
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await answered;
}

let counter = 0;
/**
 * A name that no other test's records have. Only letters: a mail to an unverified address does not repeat names with
 * three digits in a row, as a process id may have.
 */
export const unique = (name: string) => `${name} ${inLetters(process.pid)}${inLetters(counter++).padStart(2, 'q')}`;

/** A number in base 26, with q to z as digits. */
const inLetters = (number: number) => number.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '');

/** Chromium's own message about an unsuccessful answer. */
export const FAILED_ANSWERS = [/Failed to load resource/];
