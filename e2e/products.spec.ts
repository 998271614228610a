import type { Page } from '@playwright/test';
import { products } from '#brand/catalogue.ts';
import { facts } from '#brand/facts.ts';
import enSite from '#brand/texts/en/site.json' with { type: 'json' };
import esSite from '#brand/texts/es/site.json' with { type: 'json' };
import { brandContent } from '#shared/catalogue/brand-products.ts';
import type { AdminProduct, Product } from '#shared/catalogue/products.ts';
import { productPath } from '#shared/content/page-address.ts';
import type { Language } from '#shared/core/language.ts';
import { localized } from '#test/localized.ts';
import { filledTexts } from '#test/texts.ts';
import { adminCall, openVisit, test } from './admin-fixtures.ts';
import { axeOf } from './axe.ts';
import { CASES, FULL_TIER, lastInGate } from './cases.ts';
import { expect } from './fixtures.ts';
import { shopper } from './shop-page.ts';

const sites = localized(filledTexts(enSite, 'en'), filledTexts(esSite, 'es'));
const [box, double] = brandContent().products as [Product, Product];

async function expectNoFaults(page: Page, state: string): Promise<void> {
  await page.evaluate(() => Promise.all(document.getAnimations().map((a) => a.finished.catch(() => {}))));
  const { violations } = await axeOf(page).analyze();
  expect(violations.map(({ id, nodes }) => `${state}: ${id} ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
}

/** The bar's cart button; its name has the number of units. */
const barCart = (page: Page, language: Language, count: number) =>
  page.getByRole('banner').getByRole('button', { name: sites[language].nav_cart.replace('{count}', String(count)) });

/** Publishes fields of a product, like the admin. */
async function publish(page: Page, url: string, id: string, fields: object): Promise<void> {
  const all = await adminCall<AdminProduct[]>(page, 'GET', `${url}/api/admin/products`);
  const version = all.find((product) => product.id === id)?.version;
  await adminCall(page, 'PATCH', `${url}/api/admin/products/${id}`, { ...fields, version, publish: true });
}

for (const [language, width] of lastInGate(CASES)) {
  test(`from home over product and cart to the checkout: ${language}, ${width} px`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 800 });
    await page.addInitScript((lang) => localStorage.setItem('lang', lang), language);
    const me = shopper(page, language);
    await page.goto('/');
    await page.getByRole('main').getByRole('link', { name: box.name[language] }).click();
    await expect(page).toHaveURL(new RegExp(`${productPath(box, language)}$`));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(box.name[language]);
    await expect(barCart(page, language, 0)).toBeVisible();
    await expectNoFaults(page, 'product');
    const add = page
      .getByRole('button', { name: me.t.shop_add_to_cart_named.replace('{name}', box.name[language]) })
      .filter({ visible: true });
    await expect(add).toBeInViewport();
    await add.click();
    // The cart opens, and says what the toast says in other places.
    const dialog = page.getByRole('dialog', { name: me.t.shop_cart_heading });
    await expect(dialog.getByRole('status')).toHaveText(me.t.shop_added_toast);
    await expect(page.locator('li.toast[data-state=open]')).toHaveCount(0);
    await expect(dialog).toContainText(box.name[language]);
    await expectNoFaults(page, 'cart');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(add).toBeFocused();
    await barCart(page, language, 1).press('Enter');
    await expect(dialog.getByRole('status')).toBeEmpty();
    await dialog.getByRole('button', { name: me.t.shop_checkout }).click();
    await expect(me.heading(me.t.checkout_address_heading)).toBeFocused();
    await expect(page).toHaveURL(/\/shop$/);
    const call = page.getByRole('main').getByRole('link', { name: facts.phone }).filter({ visible: true });
    await expect(call).toHaveAttribute('href', `tel:${facts.phoneHref}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
}

for (const [language, width] of lastInGate(CASES)) {
  test(`a product’s page: quantity, arrival, zoom and bar: ${language}, ${width} px`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 812 });
    await page.addInitScript((lang) => {
      localStorage.setItem('lang', lang);
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
          if (!entry.hadRecentInput) Object.assign(window, { moved: entry.value });
      }).observe({ type: 'layout-shift', buffered: true });
    }, language);
    const me = shopper(page, language);
    const { t } = me;
    const name = box.name[language];
    await page.goto(productPath(box, language));
    const day = t.item_arrives.split('{day}')[0]?.replace('{where}', facts.city) ?? '';
    const main = page.getByRole('main');
    await expect(main.getByText(day).filter({ visible: true })).toBeInViewport();
    const where = brandContent().shipping.free?.where[language] ?? '';
    await expect(main.getByText(t.item_free.replace('{count}', '2').replace('{where}', where))).toBeInViewport();
    const add = page.getByRole('button', { name: t.shop_add_to_cart_named.replace('{name}', name) });
    const button = add.filter({ visible: true });
    await expect(button).toBeInViewport();

    // The step buttons, and the keyboard in the field.
    await page.getByRole('button', { name: t.shop_cart_increase.replace('{name}', name) }).click();
    const field = page.getByRole('spinbutton', { name: t.item_quantity });
    await expect(field).toHaveValue('2');
    const free = t.item_arrives_free.split('{')[0] ?? '';
    await expect(main.getByText(free).filter({ visible: true })).toBeInViewport();
    await field.press('ArrowUp');
    await expect(field).toHaveValue('3');
    await button.click();
    const cart = page.getByRole('dialog', { name: t.shop_cart_heading });
    await expect(cart).toBeVisible();
    expect(await me.cart()).toEqual([{ id: box.id, quantity: 3 }]);
    await page.keyboard.press('Escape');
    await expect(cart).toHaveCount(0);
    expect(await page.evaluate(() => (window as unknown as { moved?: number }).moved ?? 0)).toBe(0);

    const zoom = page.getByRole('button', { name: t.item_zoom });
    await zoom.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: t.item_zoom_label });
    await expect(dialog.getByRole('img')).toBeVisible();
    await expectNoFaults(page, 'zoom');
    await dialog.getByRole('button', { name: t.item_zoom_larger }).click();
    expect(await dialog.evaluate(({ firstElementChild: it }) => it && it.scrollWidth > it.clientWidth)).toBe(true);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(zoom).toBeFocused();

    await page.getByRole('heading', { name: sites[language].product_faq_heading }).scrollIntoViewIfNeeded();
    const bar = page.locator('[data-cart-bar]').getByRole('button');
    await expect(bar).toBeInViewport();
    await bar.click();
    await expect(cart).toBeVisible();
    expect(await me.cart()).toEqual([{ id: box.id, quantity: 6 }]);
    await page.keyboard.press('Escape');
    await expect(cart).toHaveCount(0);
    await expectNoFaults(page, 'with the bar');
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
}

test('a remembered address gives the day for its ZIP code', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('remembered', JSON.stringify({ zipCode: '10118' })));
  const asked = page.waitForRequest(/\/api\/arrival/);
  await page.goto(productPath(box, 'en'));
  expect(new URL((await asked).url()).searchParams.get('zip')).toBe('10118');
  await expect(page.getByText(/Arrives by .+ in 10118/)).toBeVisible();
});

test('on a phone a tile has its picture above, as wide as itself, and a button in one line', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto('/?lang=es');
  const tile = page.getByRole('main').getByRole('listitem').filter({ hasText: box.name.es });
  const [whole, picture] = [await tile.boundingBox(), await tile.locator('img').boundingBox()];
  expect(picture?.width).toBe(whole?.width);
  expect((await tile.getByRole('button').boundingBox())?.height).toBeLessThan(50);
});

test('/product has a buy box', async ({ page }) => {
  const me = shopper(page);
  await page.goto('/product');
  for (const { name } of [box, double])
    await page.getByRole('button', { name: me.t.shop_add_to_cart_named.replace('{name}', name.en) }).click();
  expect(await me.cart()).toEqual([
    { id: box.id, quantity: 1 },
    { id: double.id, quantity: 1 },
  ]);
});

test('an abandoned checkout starts anew with the present cart, and keeps the address', async ({ page }) => {
  const me = shopper(page);
  await me.goToRates({ addressLine1: '100 Biscayne Blvd', city: 'Miami', state: 'FL', zipCode: '33132' });
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).click();
  await page.getByRole('button', { name: me.t.shop_add_to_cart_named.replace('{name}', double.name.en) }).click();
  await barCart(page, 'en', 2).click();
  await page.getByRole('dialog').getByRole('button', { name: me.t.shop_checkout }).click();
  await expect(me.heading(me.t.checkout_address_heading)).toBeFocused();
  await expect(page.getByRole('complementary')).toContainText(double.name.en);
  await expect(page.getByLabel(me.t.checkout_city)).toHaveValue('Miami');
});

test('the toggle puts the other language’s address in place, and the head follows', async ({ page }) => {
  await page.goto('/shop');
  await page.getByRole('main').getByRole('link', { name: box.name.en }).click();
  await expect(page).toHaveURL(new RegExp(`${productPath(box, 'en')}$`));
  await page.getByRole('button', { name: /^ES/ }).click();
  await expect(page).toHaveURL(new RegExp(`${productPath(box, 'es')}$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(box.name.es);
  const href = (selector: string) => page.locator(selector).getAttribute('href');
  expect(await href('link[rel=canonical]')).toMatch(new RegExp(`${productPath(box, 'es')}\\?lang=es$`));
  expect(await href('link[hreflang=en]')).toMatch(new RegExp(`${productPath(box, 'en')}$`));
  await expect(page).toHaveTitle(new RegExp(box.name.es));
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(box.name.es);
  // The toggle has added no history entry.
  await page.goBack();
  await expect(page).toHaveURL(/\/shop$/);
  await test.step('a link in the other language opens the product at its own address', async () => {
    await page.goto(productPath(box, 'en'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(box.name.es);
    await expect(page).toHaveURL(new RegExp(`${productPath(box, 'es')}$`));
  });
});

test('from one product to the next, each has its own pictures, label and address', async ({ page }) => {
  await page.goto(productPath(box, 'en'));
  await page.getByRole('main').getByRole('link', { name: double.name.en }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(double.name.en);
  await expect(page.getByRole('main')).toContainText(String(double.nutrition?.calories));
  await expect(page.getByRole('group', { name: `Pictures: ${double.name.en}` })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(box.name.en);
});

test('without script the page of a product shows everything', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL, locale: 'es-US' });
  const page = await context.newPage();
  await page.goto(productPath(box, 'en'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(box.name.es);
  for (const text of ['$19.99', 'Contiene: trigo', sites.es.nutrition_heading, box.gtin]) {
    await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
  }
  await expect(page.getByRole('img').first()).toBeVisible();
  await context.close();
});

test.use({ allowConsole: [/410 \(Gone\)/] });

test('a sold-out product is marked everywhere, and in the cart, where it is in no sum', async ({
  browser,
  own,
  page: admin,
}) => {
  const page = await openVisit(browser, own.url, { locale: 'es-US' });
  const me = shopper(page, 'es');
  await page.goto('/shop');
  for (const { name } of products)
    await page
      .getByRole('article')
      .getByRole('button', { name: me.t.shop_add_to_cart_named.replace('{name}', name.es) })
      .click();
  await publish(admin, own.url, box.id, { availability: 'sold_out' });
  for (const path of ['/', '/shop', '/product', productPath(box, 'es')]) {
    await page.goto(path);
    const word = page.getByRole('main').getByRole('button', { name: me.t.shop_sold_out, exact: true });
    await expect(word.filter({ visible: true }).first()).toBeDisabled();
    await expect(barCart(page, 'es', 1)).toBeVisible();
  }
  expect(await page.content()).toContain('https://schema.org/SoldOut');
  await barCart(page, 'es', 1).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`${me.t.shop_sold_out}. ${me.t.shop_cart_not_counted}`);
  await expect(dialog.getByText('$19.99').last()).toBeVisible();
  await dialog.getByRole('button', { name: me.t.shop_cart_remove.replace('{name}', box.name.es) }).click();
  await expect(dialog).not.toContainText(box.name.es);
  expect(await me.cart()).toEqual([{ id: double.id, quantity: 1 }]);
});

test(
  'a hidden product is gone from shop and cart, and its page says so',
  FULL_TIER,
  async ({ browser, own, page: admin }) => {
    const page = await openVisit(browser, own.url);
    const me = shopper(page);
    await page.goto(productPath(box, 'en'));
    await page
      .getByRole('button', { name: me.t.shop_add_to_cart_named.replace('{name}', box.name.en) })
      .filter({ visible: true })
      .click();
    await publish(admin, own.url, box.id, { state: 'hidden' });
    expect((await page.reload())?.status()).toBe(410);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(sites.en.gone_heading);
    await barCart(page, 'en', 0).click();
    await expect(page.getByRole('dialog')).toContainText(me.t.shop_cart_gone);
    await page.getByRole('dialog').getByRole('button', { name: me.t.shop_cart_close }).click();
    await page.getByRole('main').getByRole('link', { name: sites.en.not_found_shop }).click();
    await expect(page).toHaveURL(/\/shop$/);
    await expect(page.getByRole('main')).not.toContainText(box.name.en);
  },
);
