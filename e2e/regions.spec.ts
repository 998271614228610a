import type { Page } from '@playwright/test';
import enSite from '#brand/texts/en/site.json' with { type: 'json' };
import enStores from '#brand/texts/en/stores.json' with { type: 'json' };
import enWholesale from '#brand/texts/en/wholesale.json' with { type: 'json' };
import esSite from '#brand/texts/es/site.json' with { type: 'json' };
import type { Program } from '#test/program.ts';
import { expect, signIn, test } from './admin-fixtures.ts';
import { shopper } from './shop-page.ts';

// React logs caught errors.
test.use({ allowConsole: [/test: it broke|NotFoundError|TypeError/] });

const failure = (page: Page, language: 'en' | 'es' = 'en') =>
  page
    .getByRole('alert')
    .filter({ hasText: (language === 'en' ? enSite : esSite).region_failed })
    .filter({ visible: true });
const retry = (page: Page) => failure(page).getByRole('button', { name: enSite.region_again });

/** The regions with failures in the log so far. */
const logged = (shop: Program) =>
  shop
    .output()
    .split('\n')
    .filter((line) => line.includes('"page_error"'))
    .map((line) => JSON.parse(line));

/** Until `window.isWell`, everything with prices throws. */
const breakPrices = (page: Page) =>
  page.addInitScript(() => {
    const own = Object.getOwnPropertyDescriptor(Intl.NumberFormat.prototype, 'format');
    Object.defineProperty(Intl.NumberFormat.prototype, 'format', {
      get() {
        if (!('isWell' in window)) throw new Error('test: it broke for ana@example.com');
        return own?.get?.call(this);
      },
    });
  });
const heal = (page: Page) => page.evaluate(() => Object.assign(window, { isWell: true }));

test('a page that fails during hydration says so, and a retry shows it', async ({ context, shop }) => {
  // Not the fixture's page, because React also reports that it could not hydrate the document.
  const page = await context.newPage();
  await breakPrices(page);
  await page.goto('/shop');
  await expect(failure(page)).toBeVisible();
  await page.getByRole('button', { name: /^ES\b/ }).click();
  await expect(failure(page, 'es')).toBeVisible();
  await page.getByRole('button', { name: /^EN\b/ }).click();
  const bar = page.getByRole('banner');
  await bar.getByRole('link', { name: enSite.nav_about }).click();
  await expect(page).toHaveURL(/\/about$/);
  await expect(failure(page)).toHaveCount(0);
  await expect(page.locator('main h1')).toBeVisible();
  await bar.getByRole('link', { name: enSite.nav_shop }).click();
  await expect(failure(page)).toBeVisible();
  await heal(page);
  await retry(page).click();
  await shopper(page).add(1);
  await expect.poll(() => logged(shop)).not.toEqual([]);
  expect(logged(shop)[0]).toMatchObject({ region: 'page', page: '/shop', error: 'Error' });
  expect(logged(shop)[0].at[0]).toMatch(/^[\w-]+\.js:\d+:\d+$/);
  expect(shop.output()).not.toContain('ana@example.com');
});

test('a failing cart leaves the products, and comes back with its content', async ({ page, shop }) => {
  const me = shopper(page);
  await me.open();
  await me.add(1);
  const cart = page.getByRole('complementary');
  // Removed without React, which then removes it again.
  await cart.getByText(me.t.shop_cart_second_box.split('{')[0] ?? '').evaluate((note: Element) => note.remove());
  await page.locator('[data-add]').first().click();
  await expect(cart.getByRole('alert')).toContainText(enSite.region_failed);
  await page.locator('[data-add]').nth(1).click();
  await expect.poll(() => me.cart()).toHaveLength(2);
  await retry(page).click();
  await expect(cart.getByRole('listitem')).toHaveCount(2);
  await expect
    .poll(() => logged(shop).map(({ region, error }) => `${region} ${error}`))
    .toContain('cart NotFoundError');
});

test('a checkout that fails again after a reload can be left', async ({ page }) => {
  const me = shopper(page);
  await me.startCheckout();
  await page.getByLabel(me.t.checkout_full_name).fill('Yolanda Pérez');
  await page.evaluate(() => {
    const kept = JSON.parse(sessionStorage.getItem('checkout') ?? '{}');
    Object.assign(kept.checkout, { step: 'shipping', chosen: 0, options: [null] });
    sessionStorage.setItem('checkout', JSON.stringify(kept));
    // The entry of that step, as the checkout itself adds it.
    history.pushState({ ...history.state, checkoutDepth: 2 }, '');
  });
  await page.reload();
  await expect(failure(page)).toBeVisible();
  await retry(page).click();
  const reloaded = page.waitForEvent('load');
  await retry(page).click();
  await reloaded;
  await expect(failure(page)).toBeVisible();
  await me.button(me.t.checkout_leave).click();
  await expect(me.heading(me.t.shop_intro_heading)).toBeVisible();
  await me.button(me.t.shop_checkout).click();
  await expect(me.heading(me.t.checkout_address_heading)).toBeFocused();
  await expect(page.getByLabel(me.t.checkout_full_name)).toHaveValue('Yolanda Pérez');
});

test('a failed wholesale page comes back with its input', async ({ page }) => {
  const stores = ['1', '2'].map((id) => ({
    ...{ id, name: `Bodega ${id}`, storeType: 'grocery', address: '1 Main St, Miami, FL 33136' },
    ...{ latitude: '25.7790000', longitude: '-80.1960000' },
  }));
  await page.route('**/api/store-locations', (route) => route.fulfill({ json: stores }));
  await page.goto('/wholesale');
  const name = page.getByLabel(enWholesale.inquiry_business_name, { exact: true });
  await name.fill('El Faro Market');
  await page.evaluate(() => {
    const own = Number.prototype.toLocaleString;
    Number.prototype.toLocaleString = function (...args) {
      if (!('isWell' in window)) throw new Error('test: it broke');
      return own.apply(this, args);
    };
  });
  await page.locator('#stores').scrollIntoViewIfNeeded();
  await expect(failure(page)).toBeVisible();
  await heal(page);
  await retry(page).click();
  await expect(name).toHaveValue('El Faro Market');
  await page.locator('#stores').scrollIntoViewIfNeeded();
  await expect(page.getByLabel(enStores.stores_search)).toBeVisible();
});

test('a screen of the admin that fails leaves the others', async ({ page, shop }) => {
  await page.route(/\/api\/admin\/codes(\?|$)/, (route) => route.fulfill({ json: [null] }));
  await signIn(page);
  await page.goto('/admin/codes?lang=en');
  await expect(failure(page)).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Products', exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/products$/);
  await expect(page.getByRole('main').getByRole('button').first()).toBeVisible();
  await expect(failure(page)).toHaveCount(0);
  await page.unrouteAll();
  await page.getByRole('navigation').getByRole('link', { name: 'Codes', exact: true }).click();
  await retry(page).click();
  await retry(page).click();
  await expect(page.getByRole('button', { name: 'New code' }).first()).toBeVisible();
  await expect
    .poll(() => logged(shop))
    .toContainEqual(expect.objectContaining({ region: 'screen', page: '/admin/codes' }));
});
