import { PDFDocument } from '@cantoo/pdf-lib';
import type { Locator, Page } from '@playwright/test';
import type { Language } from '#shared/core/language.ts';
import type { Order, OrderDetail } from '#shared/orders/admin-orders.ts';
import { adminCall, buy, expect, expectAccessible, expectToast, FAILED_ANSWERS, test } from './admin-fixtures.ts';
import { CASES, FULL_TIER, lastInGate } from './cases.ts';
import { wordsOf } from './words.ts';

test.use({ allowConsole: FAILED_ANSWERS });

/** Buys in a shop. @returns how to open its bulk purchase of labels, and its orders */
async function shopWith(page: Page, url: string, count: number, language: Language = 'en') {
  for (let i = 0; i < count; i++) await buy(url);
  await page.addInitScript((value) => localStorage.setItem('lang', value), language);
  const orders = async () => {
    const list = await adminCall<Order[]>(page, 'GET', `${url}/api/admin/orders?limit=50`);
    return Promise.all(list.map(({ id }) => adminCall<OrderDetail>(page, 'GET', `${url}/api/admin/orders/${id}`)));
  };
  const openLabels = async () => {
    await page.goto(`${url}/admin/dashboard?tab=orders`);
    await page.getByRole('button', { name: 'Ship orders' }).first().click();
    await page.getByRole('dialog', { name: 'Ship orders' }).getByRole('button', { name: 'Buy labels' }).click();
    return page.getByRole('dialog', { name: 'Buy labels' });
  };
  return { url, orders, openLabels };
}

for (const [language, width] of lastInGate(CASES)) {
  test(`twelve orders are labeled and printed in five presses: ${language}, ${width} px`, async ({ page, own }) => {
    const t = wordsOf(language);
    await page.setViewportSize({ width, height: 900 });
    const shop = await shopWith(page, own.url, 12, language);
    let presses = 0;
    const press = async (control: Locator) => {
      await control.click();
      presses += 1;
    };
    await page.goto(`${shop.url}/admin`);
    const begun = Date.now();
    const rail = page.getByRole('navigation', { name: /^(Screens|Secciones)$/ });
    await press(rail.getByRole('link', { name: new RegExp(`^${t('admin_tab_orders')}\\b`) }));
    await press(page.getByRole('button', { name: t('admin_ship_open') }).first());
    await press(
      page
        .getByRole('dialog', { name: t('admin_ship_open') })
        .getByRole('button', { name: t('admin_label_bulk_open') }),
    );
    const dialog = page.getByRole('dialog', { name: t('admin_label_bulk_open') });
    const buyAll = dialog.getByRole('button', { name: /^(Buy|Comprar) \d+ (for|por) \$/ });
    await expect(buyAll).toBeEnabled();
    await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(12);
    const said = /\$([\d.,]+)/.exec((await buyAll.textContent()) ?? '')?.[1];
    await press(buyAll);
    await expectToast(page, t('admin_label_bulk_done', { count: 12 }), `$${said}`);
    await page.evaluate(() => {
      window.print = () => {};
    });
    // A headless browser cannot show a PDF.
    await page
      .context()
      .route('**/labels.pdf?*', (route) => route.fulfill({ contentType: 'text/html', body: 'labels' }));
    const link = dialog.getByRole('link', { name: t('admin_label_bulk_print', { count: 12 }) });
    await press(link);
    await expect(page.locator('.slip')).toHaveCount(12);
    const seconds = (Date.now() - begun) / 1000;
    console.log(`12 orders, ${width} px: ${presses} presses, ${seconds.toFixed(1)} s`);
    expect(presses).toBe(5);
    expect(seconds).toBeLessThan(180);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await expectAccessible(page);
    const file = await page.request.get(new URL((await link.getAttribute('href')) ?? '', shop.url).href);
    expect((await PDFDocument.load(await file.body())).getPageCount()).toBe(12);
    const orders = await shop.orders();
    expect(orders.map(({ status }) => status)).toEqual(orders.map(() => 'shipped'));
    const cents = orders.flatMap(({ labels }) => labels.map(({ cost }) => Math.round(Number(cost) * 100)));
    expect(cents).toHaveLength(12);
    expect(cents.reduce((sum, each) => sum + each, 0)).toBe(Math.round(Number(said?.replace(',', '')) * 100));
  });
}

test('a lost network: the same press goes on and buys each label once', FULL_TIER, async ({ page, own }) => {
  const shop = await shopWith(page, own.url, 4);
  const dialog = await shop.openLabels();
  const keys = new Map<string, Set<string>>();
  let calls = 0;
  await page.route(/\/labels$/, async (route) => {
    const id = /orders\/([^/]+)/.exec(route.request().url())?.[1] ?? '';
    keys.set(id, (keys.get(id) ?? new Set()).add(route.request().headers()['idempotency-key'] ?? ''));
    calls += 1;
    // Bought, but the answer is lost; then nothing arrives any more.
    if (calls === 2) await route.fetch();
    return calls >= 2 ? route.abort() : route.continue();
  });
  await dialog.getByRole('button', { name: /^Buy \d+ for \$/ }).click();
  await expectToast(page, 'Labels bought: 1', 'Still open: 3.');
  await expect(dialog.getByRole('alert')).toHaveCount(3);
  await expect(dialog.getByRole('button', { name: /^Go on: \d+ for \$/ })).toBeEnabled();
  await page.reload();
  await shop.openLabels();
  // The order with the lost answer has shipped.
  await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(2);
  calls = -100;
  await dialog.getByRole('button', { name: /^Buy \d+ for \$/ }).click();
  await expectToast(page, 'Labels bought: 2');
  const orders = await shop.orders();
  expect(orders.map(({ status, labels }) => [status, labels.length])).toEqual(orders.map(() => ['shipped', 1]));
  expect([...keys.values()].map(({ size }) => size)).toEqual([1, 1, 1, 1]);
});

test('an order not taken gets no label; a refusal stands at its line', FULL_TIER, async ({ page, own }) => {
  const shop = await shopWith(page, own.url, 3);
  const [first, second, third] = await shop.orders();
  const dialog = await shop.openLabels();
  const number = (order: Order | undefined) => order?.id.slice(0, 8).toUpperCase();
  await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(3);
  await dialog.getByRole('checkbox', { name: `order ${number(first)}` }).uncheck();
  await dialog.getByRole('combobox', { name: `order ${number(second)}` }).selectOption({ index: 2 });
  await expect(dialog.getByRole('status').first()).toContainText('Labels: 2');
  await expectAccessible(page);
  await page.route(`**/orders/${third?.id}/labels`, (route) =>
    route.fulfill({ status: 409, json: { message: 'This order is canceled: nothing is sent.' } }),
  );
  await dialog.getByRole('button', { name: /^Buy \d+ for \$/ }).click();
  await expect(dialog.getByRole('alert')).toContainText('This order is canceled: nothing is sent.');
  const after = await shop.orders();
  expect(after.map(({ id, labels }) => [id === second?.id, labels.length])).toEqual(
    after.map(({ id }) => [id === second?.id, id === second?.id ? 1 : 0]),
  );
});

for (const [language, width] of lastInGate(CASES)) {
  test(`an order too heavy for one parcel gets two labels: ${language}, ${width} px`, async ({ page, own: shop }) => {
    const t = wordsOf(language);
    await page.setViewportSize({ width, height: 900 });
    const { statusUrl } = await buy(shop.url, {
      cart: [{ id: 'box40', quantity: 20 }],
      address: { preferredLanguage: language },
    });
    await page.addInitScript((value) => localStorage.setItem('lang', value), language);
    const [{ id } = { id: '' }] = await adminCall<Order[]>(page, 'GET', `${shop.url}/api/admin/orders`);
    await page.goto(`${shop.url}/admin/dashboard?order=${id}`);
    await page.getByRole('button', { name: t('admin_label_open'), exact: true }).click();
    const dialog = page.getByRole('dialog').last();
    await expect(dialog).toContainText(t('admin_label_buy_parcels', { count: 2 }).split(',')[0] ?? '-');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: /^(Buy for|Comprar por) \$/ }).click();
    await expect(page.getByText(/^(Parcel|Paquete) 1: 14 × .+/)).toBeVisible();
    await expect(page.getByText(/^(Parcel|Paquete) 2: 6 × .+/)).toBeVisible();
    await page.getByText(/^(Parcel|Paquete) 2: 6 × .+/).scrollIntoViewIfNeeded();
    const file = await page.request.get(
      new URL((await page.getByRole('link', { name: t('admin_label_print_all') }).getAttribute('href')) ?? '', shop.url)
        .href,
    );
    expect((await PDFDocument.load(await file.body())).getPageCount()).toBe(2);
    const { trackingNumber } = await adminCall<OrderDetail>(page, 'GET', `${shop.url}/api/admin/orders/${id}`);
    await page.goto(new URL(statusUrl, shop.url).href);
    await expect(page.getByText(t('order_parcel_of', { parcel: 2, parcels: 2 }))).toBeVisible();
    for (const number of trackingNumber?.split(', ') ?? []) await expect(page.getByText(number)).toBeVisible();
  });
}
