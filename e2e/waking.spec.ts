import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { hydrated } from './hydrated.ts';
import { shopper } from './shop-page.ts';
import { translateEarly } from './translator.ts';

// A press that begins before hydration and ends afterwards, when its button has moved or was replaced.

/** Holds back the page's code. */
async function holdCode(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    if (!route.request().url().includes('/start')) await promise;
    await route.continue();
  });
  return resolve;
}

/** Presses before hydration, and releases after it, `dx` pixels away. */
async function pressWhileWaking(page: Page, button: Locator, clearDraft: () => void, dx = 0) {
  const box = await button.boundingBox();
  if (!box) throw new Error('no button');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  clearDraft();
  await hydrated(page);
  const now = await button.boundingBox();
  await page.mouse.move(x + dx, y);
  await page.mouse.up();
  return { moved: now ? now.y - box.y : 0 };
}

/** The shop with one box in the cart, before its code is loaded. When the cart appears, the page moves. */
async function openWithCart(page: Page): Promise<() => void> {
  const me = shopper(page);
  await me.open();
  await me.add(1);
  const clearDraft = await holdCode(page);
  await page.reload();
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('main:has(aside li) { padding-top: 5rem }');
    document.adoptedStyleSheets.push(sheet);
  });
  return clearDraft;
}

test('a press counts although the stored cart moves the button meanwhile', async ({ page }) => {
  const clearDraft = await openWithCart(page);
  const me = shopper(page);
  const { moved } = await pressWhileWaking(page, page.locator('[data-add]').first(), clearDraft);
  expect(moved).toBeGreaterThan(20);
  await expect.poll(() => me.cart()).toEqual([expect.objectContaining({ quantity: 2 })]);
});

test('a press that ends elsewhere is not a click', async ({ page }) => {
  const clearDraft = await openWithCart(page);
  const me = shopper(page);
  await pressWhileWaking(page, page.locator('[data-add]').first(), clearDraft, 60);
  // A later press finds the shop unchanged.
  await page.locator('[data-add]').first().click();
  await expect.poll(() => me.cart()).toEqual([expect.objectContaining({ quantity: 2 })]);
});

test('a box that is pressed while React replaces a translated page is added once', async ({ context }) => {
  // Not the fixture's page, because React reports that the texts differ, and renders again.
  const page = await context.newPage();
  await translateEarly(page);
  const clearDraft = await holdCode(page);
  await page.goto('/shop');
  await page.locator('[data-add]').first().click();
  await pressWhileWaking(page, page.locator('[data-add]').nth(1), clearDraft);
  const me = shopper(page);
  await expect.poll(() => me.cart()).toHaveLength(2);
  expect(await me.cart()).toEqual([expect.objectContaining({ quantity: 1 }), expect.objectContaining({ quantity: 1 })]);
});

test('the cart that is closed by Escape opens at once again', async ({ page }) => {
  await page.goto('/about');
  await hydrated(page);
  const bag = page.getByRole('banner').locator('button[aria-haspopup=dialog]');
  await bag.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  // Chromium fires the dialog's close event a task later.
  for (let i = 0; i < 5; i++) {
    await Promise.all([page.keyboard.press('Escape'), page.keyboard.press('Enter')]);
    await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
    await expect(dialog).toBeVisible();
  }
});
