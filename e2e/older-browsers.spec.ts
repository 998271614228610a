import type { Page } from '@playwright/test';
import type { Order } from '#shared/orders/admin-orders.ts';
import type { PublicStoreLocation } from '#shared/stores/stores.ts';
import { NEWER_FUNCTIONS, NEWER_METHODS } from '#test/newer-functions.ts';
import { adminCall, buy, expect, expectToast, FAILED_ANSWERS, PASSWORD, test, unique } from './admin-fixtures.ts';
import { lastInGate } from './cases.ts';
import { CARDS, MIAMI, shopper } from './shop-page.ts';

// Journeys without the functions that the oldest supported browsers lack. The browser logs each declined card.
test.use({ allowConsole: FAILED_ANSWERS });

const NAMES: readonly string[] = [...NEWER_FUNCTIONS, ...NEWER_METHODS];

/** Runs in the page. @returns the existing ones */
function removeFunctions(names: readonly string[]): string[] {
  return names.filter((name) => {
    const path = name.split('.');
    const last = path.pop() ?? '';
    const owner = path.reduce<object | undefined>((found, key) => found && Reflect.get(found, key), globalThis);
    if (!owner || !Reflect.has(owner, last)) return false;
    Reflect.deleteProperty(owner, last);
    return true;
  });
}

test.beforeEach(({ context }) => context.addInitScript<readonly string[]>(removeFunctions, NAMES));

const expectOlder = async (page: Page) => expect(await page.evaluate(removeFunctions, NAMES)).toEqual([]);

for (const [width, language] of lastInGate([
  [1300, 'en'],
  [375, 'es'],
] as const)) {
  test(`an older browser buys a box after a declined card, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const shop = shopper(page, language);
    await page.goto(`/?lang=${language}`);
    await expectOlder(page);
    await shop.goToPayment(MIAMI);
    await shop.pay(CARDS.declined);
    await expect(shop.alert).toBeFocused();
    await shop.pay(CARDS.good);
    await shop.seeOrder();
  });
}

test('an older browser signs in and ships orders', async ({ page, shop }) => {
  await page.setViewportSize({ width: 1300, height: 900 });
  const fullName = unique('Antigua');
  const made: string[] = [];
  for (let i = 0; i < 2; i++) made.push((await buy(shop.url, { address: { fullName } })).orderNumber);
  await page.goto('/admin/login?lang=en');
  await expectOlder(page);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/admin\/(?!login)/);
  await page.goto(`/admin/dashboard?tab=orders&q=${encodeURIComponent(fullName)}`);
  // The sheet of columns also opens without popovers.
  const columns = page.getByRole('button', { name: 'Columns' });
  const choice = page.getByRole('group', { name: 'Columns' });
  await expect(choice).toBeHidden();
  await columns.click();
  await expect(choice).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(choice).toBeHidden();
  await columns.click();
  await expect(choice).toBeVisible();
  await page.getByRole('heading', { level: 1 }).first().click();
  await expect(choice).toBeHidden();
  await page.getByRole('button', { name: 'Ship orders' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Ship orders' });
  for (const number of made)
    await dialog.getByRole('textbox', { name: `Tracking number of order ${number}` }).fill('9400111202555842332669');
  await dialog.getByRole('button', { name: 'Save and email' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Save anyway' }).click();
  await expectToast(page, 'Shipped: 2');
  const orders = await adminCall<Order[]>(page, 'GET', `/api/admin/orders?q=${encodeURIComponent(fullName)}&limit=9`);
  expect(orders.map(({ status }) => status)).toEqual(['shipped', 'shipped']);
});

test('an older browser counts a product and adds a store, on a phone', async ({ page, own: shop }) => {
  // Counted products sell out, so the test has a separate shop.
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto(`${shop.url}/admin/dashboard?lang=en`);
  await expectOlder(page);
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Products' }).click();
  const row = page.locator('[data-row="box40"]');
  await row.getByRole('textbox', { name: /^Stock of/ }).fill('48');
  await row.getByRole('button', { name: /^Save the stock of/ }).click();
  await expect(row.getByRole('button', { name: /^Save the stock of/ })).toHaveCount(0);
  // The bar's sheet opens and closes without popovers.
  const sheet = page.getByRole('navigation', { name: 'More' });
  await expect(sheet).toBeHidden();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await sheet.getByRole('link', { name: 'Stores' }).click();
  await expect(sheet).toBeHidden();
  await page.getByRole('button', { name: 'Add Location' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Store Location' });
  const name = unique('Colmado');
  await dialog.getByLabel('Store Name').fill(name);
  await dialog.getByRole('textbox', { name: 'Address' }).fill('820 SW 8th Street, Miami, FL');
  await dialog.getByLabel('Store Type').selectOption('grocery');
  await page.route('https://nominatim.openstreetmap.org/**', (route) =>
    route.fulfill({ json: [{ lat: '25.7656', lon: '-80.2089' }], headers: { 'access-control-allow-origin': '*' } }),
  );
  await dialog.getByRole('button', { name: 'Find coordinates for this address' }).click();
  await expect(dialog.getByLabel('Latitude')).toHaveValue(/^25\.7656/);
  await dialog.getByRole('button', { name: 'Add Location' }).click();
  await expectToast(page, 'Location created');
  const stores = await (await fetch(`${shop.url}/api/store-locations`)).json();
  expect(stores.map((store: PublicStoreLocation) => store.name)).toContain(name);
});
