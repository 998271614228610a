import { expect, test } from './fixtures.ts';
import { shopper } from './shop-page.ts';

/** Holds the page's own code back until told; the small file that starts it comes at once. */
const CODE = /\/assets\/(?!start-)[^/]+\.js$/;

test('the first picture and the faces come before the code', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/shop');
  await expect.poll(() => asked.some((path) => CODE.test(path))).toBe(true);
  const firstCode = asked.findIndex((path) => CODE.test(path));
  expect(asked.findIndex((path) => path.includes('/assets/images/box40Box'))).toBeLessThan(firstCode);
  expect(asked.filter((path) => path.endsWith('.woff2')).length).toBeGreaterThanOrEqual(3);
  expect(asked.findLastIndex((path) => path.endsWith('.woff2'))).toBeLessThan(firstCode);
});

test('a tap before the code is here asks for it and is not lost', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  // The picture keeps the page from being loaded: the tap alone asks for the code.
  await page.route(/\/assets\/images\/box40Box/, (route) => held.then(() => route.continue()));
  await page.route(CODE, (route) => held.then(() => route.continue()));
  const me = shopper(page);
  await page.goto('/shop', { waitUntil: 'domcontentloaded' });
  const asked = page.waitForRequest(CODE);
  const add = page.getByRole('button', { name: me.t.shop_add_to_cart }).first();
  await add.click();
  await add.click();
  await asked;
  expect(await me.cart()).toEqual([]);
  release();
  await expect.poll(() => me.cart()).toEqual([expect.objectContaining({ quantity: 2 })]);
});

test('a slow picture does not keep the page asleep', async ({ page }) => {
  await page.route(/\/assets\/images\/box40Box/, () => {});
  const asked = page.waitForRequest(CODE);
  await page.goto('/shop', { waitUntil: 'commit' });
  await asked;
});
