import type { Page } from '@playwright/test';
import type { AdminProduct, CatalogueItem } from '#shared/catalogue/products.ts';
import { adminCall, buy, expect, expectAccessible, expectToast, openVisit, test } from './admin-fixtures.ts';
import { CASES, FULL_TIER, lastInGate } from './cases.ts';
import { CARDS, NEW_YORK, shopper } from './shop-page.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, allowConsole: [/Failed to load resource/] });

const stockOf = async (page: Page, url: string) => {
  const products = await adminCall<AdminProduct[]>(page, 'GET', `${url}/api/admin/products`);
  return products.find(({ id }) => id === 'box40')?.onHand;
};
const shown = async (url: string, product = 'box40') => {
  const items = (await (await fetch(`${url}/api/catalogue`)).json()) as CatalogueItem[];
  const { availability, left } = items.find(({ id }) => id === product) ?? {};
  return { availability, left };
};

test('beside the shelf stock is counted, changed, undone and let go', FULL_TIER, async ({ page, own: { url } }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto(`${url}/admin/products?lang=en`);
  const row = page.locator('[data-row="box40"]');
  const count = row.getByRole('textbox', { name: /^Stock of/ });
  await expect(row).toContainText('Not counted');
  await count.fill('a few');
  await count.press('Enter');
  await expect(row).toContainText('A whole number such as 24');
  await count.fill('12');
  await count.press('Enter');
  await expect.poll(() => stockOf(page, url)).toBe(12);
  await row.getByRole('button', { name: /^One less of/ }).click();
  await expect(count).toHaveValue('11');
  await row.getByRole('button', { name: /^One more of/ }).click();
  await expect(count).toHaveValue('12');
  await expectAccessible(page);
  // A phone's number pad has no Enter key.
  await count.fill('2');
  await row.getByRole('button', { name: /^One more of/ }).click();
  await expect(count).toHaveValue('3');
  const save = row.getByRole('button', { name: /^Save the stock of/ });
  await expectAccessible(page);
  await save.click();
  await page.locator('[data-undo]').last().hover();
  await expect.poll(() => stockOf(page, url)).toBe(3);
  await expect(save).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(count).toHaveValue('12');
  await count.fill('');
  await count.press('Enter');
  await expect(row).toContainText('Not counted');
  expect(await stockOf(page, url)).toBeNull();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test('the last two sold show as sold out to shopper and owner', async ({ page, browser, own: { url } }) => {
  await page.goto(`${url}/admin/products/box40?lang=en`);
  await page.getByLabel('How many there are').fill('2');
  await page.getByLabel('Few, from').fill('3');
  await page.getByLabel('Why it changes').fill('A fresh batch');
  await page.getByRole('button', { name: 'Save stock' }).click();
  await expectToast(page, 'Stock saved');
  await expect(page.getByRole('listitem').filter({ hasText: 'A fresh batch' })).toContainText('+2');
  await expectAccessible(page);
  await expect.poll(() => shown(url)).toEqual({ availability: 'low', left: 2 });

  const late = await openVisit(browser, url);
  const me = shopper(late);
  await late.goto('/shop');
  await expect(late.getByText(me.t.shop_left.replace('{count}', '2'))).toBeVisible();
  await me.goToRates(NEW_YORK, 2);
  const { orderNumber } = await buy(url, { cart: [{ id: 'box40', quantity: 2 }] });
  await me.button(me.t.checkout_continue).click();
  await expect(me.alert).toContainText('cannot be bought right now');
  await expect.poll(() => shown(url)).toEqual({ availability: 'sold_out' });
  await late.goto('/shop');
  await expect(late.getByRole('button', { name: me.t.shop_sold_out, exact: true }).first()).toBeDisabled();
  await page.reload();
  const sale = page.getByRole('listitem').filter({ hasText: `Order ${orderNumber}` });
  await expect(sale).toContainText('−2');
  await sale.getByRole('link').click();
  await expect(page).toHaveURL(/tab=orders&open=[\w-]{36}$/);
});

for (const [language, width] of lastInGate(CASES)) {
  test(`a card after its hold renews it if any are left: ${language}, ${width} px`, async ({
    page,
    browser,
    own: { url },
  }) => {
    const setStock = (onHand: number) => adminCall(page, 'PATCH', `${url}/api/admin/products/box40/stock`, { onHand });
    await setStock(8);
    const late = await openVisit(browser, url, { viewport: { width, height: 812 } });
    const me = shopper(late, language);
    const starts: string[] = [];
    late.on('request', (request) => {
      if (request.url().endsWith('/api/create-payment-intent')) starts.push(request.method());
    });
    await late.addInitScript((lang) => localStorage.setItem('lang', lang), language);
    await late.clock.install();
    await me.goToPayment(NEW_YORK);
    expect(starts).toHaveLength(1);
    await late.clock.fastForward(6 * 60_000);
    await setStock(0);
    await me.pay(CARDS.good);
    await expect(me.alert).toBeVisible();
    // The input is not lost.
    await expect(me.cardNumber).toHaveValue('4242 4242 4242 4242');
    expect(starts).toHaveLength(2);
    await late.screenshot({ path: test.info().outputPath('gone.png') });
    await setStock(1);
    await me.payButton.click();
    await me.seeOrder();
    expect(starts).toHaveLength(3);
    expect(await stockOf(page, url)).toBe(0);
  });
}

test('a mixed box is made, counts its products and takes from them', FULL_TIER, async ({ page, own: { url } }) => {
  const products = `${url}/api/admin/products`;
  const [single] = await adminCall<AdminProduct[]>(page, 'GET', products);
  if (!single) throw new Error('There are no products');
  const { id, version, origin, changed, published, missing, onHand, available, lowAt, slug, ...fields } = single;
  const name = { en: 'Mixed box', es: 'Caja mixta' };
  const mixed = await adminCall<AdminProduct>(page, 'POST', products, { ...fields, name, state: 'draft' });
  await adminCall(page, 'PATCH', `${products}/box40/stock`, { onHand: 9 });

  await page.goto(`${url}/admin/products/${mixed.id}?lang=en`);
  const section = page.locator('#field-components');
  await page.getByRole('button', { name: 'Add a product to it' }).click();
  const first = page.getByLabel('Product 1', { exact: true });
  await expect(first.getByRole('option', { name: 'Mixed box' })).toHaveCount(0);
  await first.selectOption('box40');
  await page.getByLabel('How many', { exact: true }).fill('two');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(section).toContainText(/whole number/i);
  await page.getByLabel('How many', { exact: true }).fill('2');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expectToast(page, 'Published');
  await expect(page.locator(`[data-row="${mixed.id}"]`)).toContainText('Enough for 4');

  // The limit is its own; its stock is not counted.
  await expect(page.getByLabel('How many there are')).toHaveCount(0);
  const few = page.getByLabel('Few, from');
  await few.fill('some');
  await page.getByRole('button', { name: 'Save stock' }).click();
  await expect(few).toHaveAccessibleDescription(/A whole number such as 24/);
  await few.fill('4');
  await page.getByRole('button', { name: 'Save stock' }).click();
  await expectToast(page, 'Stock saved');
  await expectAccessible(page);
  await expect.poll(() => shown(url, mixed.id)).toEqual({ availability: 'low', left: 4 });
  expect(await shown(url)).toEqual({ availability: 'in_stock' });
  await page.reload();
  await expect(few).toHaveValue('4');

  await page.goto(`${url}/shop?lang=en`);
  await expect(page.getByText('Only 4 left', { exact: true })).toHaveCount(1);
  await page.goto(`${url}/product/mixed-box`);
  await expect(page.getByText('Only 4 left.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'What is in it' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: '2 × Box of 40 individual sandwiches' })).toBeVisible();

  // The open list follows the sale, and keeps unsaved input.
  await page.goto(`${url}/admin/products?lang=en`);
  const count = (id: string) => page.locator(`[data-row="${id}"]`).getByRole('textbox', { name: /^Stock of/ });
  await expect(count('box40')).toHaveValue('9');
  await expect(page.locator(`[data-row="${mixed.id}"]`)).toContainText('Enough for 4');
  await count('box20double').fill('7');
  const { orderNumber } = await buy(url, { cart: [{ id: mixed.id, quantity: 3 }] });
  await expect(count('box40')).toHaveValue('3');
  await expect(page.locator(`[data-row="${mixed.id}"]`)).toContainText('Enough for 1');
  await expect(count('box20double')).toHaveValue('7');
  expect(await stockOf(page, url)).toBe(3);
  const [order] = await adminCall<{ id: string }[]>(page, 'GET', `${url}/api/admin/orders?q=${orderNumber}`);
  await page.goto(`${url}/admin/dashboard?tab=orders&open=${order?.id}&lang=en`);
  await expect(page.getByText('6 x Box of 40 individual sandwiches').first()).toBeVisible();
  await page.evaluate(() => {
    window.print = () => {};
  });
  await page.getByRole('button', { name: 'Print packing slip' }).click();
  await expect(page.locator('.slip')).toContainText('6 × Box of 40 individual sandwiches');
});
