import { expect, holdCalls, test } from './fixtures.ts';
import { shopper } from './shop-page.ts';

/** Delays the page's code; only the small start file arrives at once. */
const CODE = /\/assets\/(?!start-)[^/]+\.js$/;

test('the first picture and the faces come before the code', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/shop');
  await expect.poll(() => asked.some((path) => CODE.test(path))).toBe(true);
  const firstCode = asked.findIndex((path) => CODE.test(path));
  expect(asked.findIndex((path) => path.includes('/assets/images/box40Box'))).toBeLessThan(firstCode);
  expect(asked.filter((path) => path.endsWith('.woff2')).length).toBe(2);
  expect(asked.findLastIndex((path) => path.endsWith('.woff2'))).toBeLessThan(firstCode);
});

test('a tap before the code is here asks for it and is not lost', async ({ page }) => {
  // The picture delays loading, so only the tap requests the code.
  const show = await holdCalls(page, /\/assets\/images\/box40Box/);
  const release = await holdCalls(page, CODE);
  const me = shopper(page);
  await page.goto('/shop', { waitUntil: 'domcontentloaded' });
  const asked = page.waitForRequest(CODE);
  const add = page.getByRole('button', { name: me.t.shop_add_to_cart }).first();
  await add.click();
  await add.click();
  await asked;
  expect(await me.cart()).toEqual([]);
  show();
  release();
  await expect.poll(() => me.cart()).toEqual([expect.objectContaining({ quantity: 2 })]);
});

test("a press on the bank's page before its code is loaded is not lost", async ({ page }) => {
  const release = await holdCalls(page, CODE);
  await page.route('**/api/sandbox-payments/*/authenticate', (route) => route.fulfill({ json: { nextUrl: '/shop' } }));
  await page.goto('/sandbox-payment?payment_intent_client_secret=pi_abcdefgh_secret_word', {
    waitUntil: 'domcontentloaded',
  });
  const pressed = page.waitForRequest('**/api/sandbox-payments/pi_abcdefgh/authenticate');
  await page.getByRole('button', { name: shopper(page).t.checkout_bank_complete }).click();
  release();
  expect((await pressed).postDataJSON()).toMatchObject({ outcome: 'complete' });
  await expect(page).toHaveURL(/\/shop$/);
});

test('a slow picture does not keep the page asleep', async ({ page }) => {
  await page.route(/\/assets\/images\/box40Box/, () => {});
  const asked = page.waitForRequest(CODE);
  await page.goto('/shop', { waitUntil: 'commit' });
  await asked;
});

test.describe('on a broken line', () => {
  test.use({ allowConsole: [/ERR_FAILED/] });
  test('code that does not come is asked for again by the next tap', async ({ page }) => {
    await page.route(CODE, (route) => route.abort(), { times: 1 });
    const me = shopper(page);
    const lost = page.waitForEvent('requestfailed', (request) => CODE.test(request.url()));
    await page.goto('/shop');
    await lost;
    const add = page.getByRole('button', { name: me.t.shop_add_to_cart }).first();
    await expect(async () => {
      await add.click();
      expect(await me.cart()).toHaveLength(1);
    }).toPass();
  });
});

test.describe('back from the bank', () => {
  // Whether the refused confirmation is answered before the test ends varies.
  test.use({ allowConsole: [/402 \(Payment Required\)/] });
  test('the code is asked for at once, and the secret leaves the address', async ({ page }) => {
    await page.route(/\/assets\/images\/box40Box/, () => {});
    await page.route(/\/api\/confirm-order/, (route) => route.fulfill({ status: 402, json: { message: 'no' } }));
    // The time limit for a slow picture does not occur.
    await page.addInitScript(() => {
      const start = window.setTimeout.bind(window);
      window.setTimeout = ((run: () => void, delay = 0) => (delay > 2000 ? 0 : start(run, delay))) as typeof setTimeout;
    });
    await page.goto('/shop?payment_intent=pi_abcdefgh&payment_intent_client_secret=pi_abcdefgh_secret_word', {
      waitUntil: 'commit',
    });
    await expect(page).toHaveURL(/\/shop$/);
  });
});

test('an early tap on the language is not undone by the address', async ({ page }) => {
  const release = await holdCalls(page, CODE);
  await page.goto('/about?lang=es', { waitUntil: 'domcontentloaded' });
  await page.getByRole('button', { name: /^EN/ }).click();
  release();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page).toHaveURL(/\/about$/);
  expect(await page.evaluate(() => localStorage.getItem('lang'))).toBe('en');
});

test('text typed into the inquiry before the code is loaded stays', async ({ page }) => {
  const release = await holdCalls(page, CODE);
  await page.goto('/wholesale', { waitUntil: 'domcontentloaded' });
  const [business, contact] = [page.locator('#inquiry-businessName'), page.locator('#inquiry-contactName')];
  await business.fill('Bodega La Palma');
  release();
  await expect(page.locator('form button[type=submit]')).toBeEnabled();
  await contact.fill('Nilda');
  await expect(business).toHaveValue('Bodega La Palma');
});
