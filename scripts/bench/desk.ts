import type { Browser, Page } from '@playwright/test';
import { ORDERS, withDesk } from './desk-shop.ts';
import type { Section } from './report.ts';
import { measureResponses, RESPONSE_HEADS, RESPONSE_WORDS, SLOWDOWNS, slowDown } from './responses.ts';
import { PASSWORD } from './shop.ts';

const WIDTHS = [375, 1440] as const;
const ROUNDS = 3;
const TYPED = ['guava 331', '33139', 'yolanda'];

/** The admin's list of orders with 50 rows, worked in: how long until a press or a key shows. */
export async function measureDesk(): Promise<Section> {
  return withDesk(async (browser, url) => {
    const rows: (string | number)[][] = [];
    for (const width of WIDTHS)
      for (const [rate, processor] of SLOWDOWNS)
        rows.push([width, processor, ...(await measureAt(browser, url, width, rate))]);
    const body = [
      `The list of orders with ${ORDERS} rows, PGlite, ${ROUNDS} rounds: typing into the search, opening and closing ` +
        `orders, choosing rows and all of them. Delay is from the key or press ${RESPONSE_WORDS}; at most 200 is asked of the p98:`,
      { head: ['width', 'processor', 'presses and keys', ...RESPONSE_HEADS], rows },
    ];
    return { title: 'The desk in the browser', body };
  });
}

async function measureAt(browser: Browser, url: string, width: number, rate: number): Promise<(string | number)[]> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, locale: 'en-US' });
  const page = await context.newPage();
  try {
    await page.request.post(`${url}/api/admin/login`, { data: { password: PASSWORD } });
    await page.goto(`${url}/admin/orders`);
    await openers(page)
      .nth(ORDERS - 1)
      .waitFor();
    // The code of an order's page is there from the second order on.
    await openAndClose(page, 0);
    await slowDown(page, rate);
    let count = 0;
    const row = await measureResponses(page, async () => {
      for (let round = 1; round <= ROUNDS; round++) count += await work(page, round);
      return count;
    });
    return [count, ...row];
  } finally {
    await context.close();
  }
}

const openers = (page: Page) => page.getByRole('button', { name: /^Open order/ });

async function openAndClose(page: Page, row: number): Promise<void> {
  await openers(page).nth(row).click();
  await page.getByRole('heading', { name: 'Customer' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'Customer' }).waitFor({ state: 'detached' });
}

/** @returns how many presses and keys it was */
async function work(page: Page, round: number): Promise<number> {
  let count = 0;
  const search = page.getByRole('searchbox').first();
  const text = TYPED[round % TYPED.length] ?? '';
  await search.click();
  await search.pressSequentially(text, { delay: 80 });
  await search.press('ControlOrMeta+a');
  await search.press('Delete');
  await openers(page)
    .nth(ORDERS - 1)
    .waitFor();
  count += 3 + text.length;
  for (let i = 0; i < 3; i++) await openAndClose(page, round * 3 + i);
  count += 6;
  const boxes = page.getByRole('checkbox', { name: /^Select/ });
  for (let i = 1; i <= 4; i++) await boxes.nth(i).click();
  for (let i = 1; i <= 4; i++) await boxes.nth(i).click();
  await boxes.first().click();
  await boxes.first().click();
  return count + 10;
}
