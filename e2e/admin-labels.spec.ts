import { PDFDocument } from '@cantoo/pdf-lib';
import type { Locator, Page } from '@playwright/test';
import type { Order, OrderDetail } from '#shared/orders/admin-orders.ts';
import {
  adminCall,
  buy,
  expect,
  expectAccessible,
  expectToast,
  FAILED_ANSWERS,
  signIn,
  startAdminShop,
  test,
} from './admin-fixtures.ts';
import { FULL_TIER, lastInGate } from './cases.ts';

test.use({ allowConsole: FAILED_ANSWERS });

const words = {
  en: {
    orders: 'Orders',
    ship: 'Ship orders',
    labels: 'Buy labels',
    buy: /^Buy \d+ for \$/,
    again: /^Go on: \d+ for \$/,
    print: 'Print labels: 12',
    done: 'Labels bought: 12',
  },
  es: {
    orders: 'Pedidos',
    ship: 'Enviar pedidos',
    labels: 'Comprar etiquetas',
    buy: /^Comprar \d+ por \$/,
    again: /^Seguir: \d+ por \$/,
    print: 'Imprimir etiquetas: 12',
    done: 'Etiquetas compradas: 12',
  },
} as const;

/** A shop with waiting orders, and its signed-in owner. */
async function shopWith(page: Page, count: number, language: 'en' | 'es' = 'en') {
  const shop = await startAdminShop();
  for (let i = 0; i < count; i++) await buy(shop.url);
  await signIn(page, shop.url);
  await page.addInitScript((value) => localStorage.setItem('lang', value), language);
  const orders = async () => {
    const list = await adminCall<Order[]>(page, 'GET', `${shop.url}/api/admin/orders?limit=50`);
    return Promise.all(list.map(({ id }) => adminCall<OrderDetail>(page, 'GET', `${shop.url}/api/admin/orders/${id}`)));
  };
  return { ...shop, orders };
}

for (const [language, width] of lastInGate([
  ['en', 1440],
  ['es', 375],
])) {
  const t = words[language];
  test(`twelve orders get their labels, shipped and printed, in five presses, in ${language} at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const shop = await shopWith(page, 12, language);
    let presses = 0;
    const press = async (control: Locator) => {
      await control.click();
      presses += 1;
    };
    await page.goto(`${shop.url}/admin`);
    const begun = Date.now();
    const rail = page.getByRole('navigation', { name: /^(Screens|Secciones)$/ });
    await press(rail.getByRole('link', { name: new RegExp(`^${t.orders}\\b`) }));
    await press(page.getByRole('button', { name: t.ship }).first());
    await press(page.getByRole('dialog', { name: t.ship }).getByRole('button', { name: t.labels }));
    const dialog = page.getByRole('dialog', { name: t.labels });
    const buyAll = dialog.getByRole('button', { name: t.buy });
    await expect(buyAll).toBeEnabled();
    await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(12);
    const said = /\$([\d.,]+)/.exec((await buyAll.textContent()) ?? '')?.[1];
    await press(buyAll);
    await expectToast(page, t.done, `$${said}`);
    await page.evaluate(() => {
      window.print = () => {};
    });
    // A headless browser cannot show a PDF.
    await page
      .context()
      .route('**/labels.pdf?*', (route) => route.fulfill({ contentType: 'text/html', body: 'labels' }));
    const link = dialog.getByRole('link', { name: t.print });
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
    await shop.stop();
  });
}

test(
  'a network that is lost in the middle: the same press goes on, after a reload too, and buys each label once',
  FULL_TIER,
  async ({ page }) => {
    const t = words.en;
    const shop = await shopWith(page, 4);
    const open = async () => {
      await page.goto(`${shop.url}/admin/orders`);
      await page.getByRole('button', { name: t.ship }).first().click();
      await page.getByRole('dialog', { name: t.ship }).getByRole('button', { name: t.labels }).click();
    };
    await open();
    const dialog = page.getByRole('dialog', { name: t.labels });
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
    await dialog.getByRole('button', { name: t.buy }).click();
    await expectToast(page, 'Labels bought: 1', 'Still open: 3.');
    await expect(dialog.getByRole('alert')).toHaveCount(3);
    await expect(dialog.getByRole('button', { name: t.again })).toBeEnabled();
    await page.reload();
    await open();
    // The order with the lost answer has shipped.
    await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(2);
    calls = -100;
    await dialog.getByRole('button', { name: t.buy }).click();
    await expectToast(page, 'Labels bought: 2');
    const orders = await shop.orders();
    expect(orders.map(({ status, labels }) => [status, labels.length])).toEqual(orders.map(() => ['shipped', 1]));
    expect([...keys.values()].map(({ size }) => size)).toEqual([1, 1, 1, 1]);
    await shop.stop();
  },
);

test(
  'an order that is not taken gets no label, another service costs what it says, and a refusal stands at its line',
  FULL_TIER,
  async ({ page }) => {
    const t = words.en;
    const shop = await shopWith(page, 3);
    const [first, second, third] = await shop.orders();
    await page.goto(`${shop.url}/admin/orders`);
    await page.getByRole('button', { name: t.ship }).first().click();
    await page.getByRole('dialog', { name: t.ship }).getByRole('button', { name: t.labels }).click();
    const dialog = page.getByRole('dialog', { name: t.labels });
    const number = (order: Order | undefined) => order?.id.slice(0, 8).toUpperCase();
    await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(3);
    await dialog.getByRole('checkbox', { name: `order ${number(first)}` }).uncheck();
    await dialog.getByRole('combobox', { name: `order ${number(second)}` }).selectOption({ index: 2 });
    await expect(dialog.getByRole('status').first()).toContainText('Labels: 2');
    await expectAccessible(page);
    await page.route(`**/orders/${third?.id}/labels`, (route) =>
      route.fulfill({ status: 409, json: { message: 'This order is canceled: nothing is sent.' } }),
    );
    await dialog.getByRole('button', { name: t.buy }).click();
    await expect(dialog.getByRole('alert')).toContainText('This order is canceled: nothing is sent.');
    const after = await shop.orders();
    expect(after.map(({ id, labels }) => [id === second?.id, labels.length])).toEqual(
      after.map(({ id }) => [id === second?.id, id === second?.id ? 1 : 0]),
    );
    await shop.stop();
  },
);

for (const [language, width] of lastInGate([
  ['en', 1440],
  ['es', 375],
])) {
  const t = {
    en: {
      open: 'Buy label',
      parcels: 'Parcels: 2. Each gets its own label',
      buy: /^Buy for \$/,
      first: /^Parcel 1: 14 × .+/,
      second: /^Parcel 2: 6 × .+/,
      print: 'Print labels',
      page: 'Parcel 2 of 2',
    },
    es: {
      open: 'Comprar etiqueta',
      parcels: 'Paquetes: 2. Cada uno lleva su etiqueta',
      buy: /^Comprar por \$/,
      first: /^Paquete 1: 14 × .+/,
      second: /^Paquete 2: 6 × .+/,
      print: 'Imprimir las etiquetas',
      page: 'Paquete 2 de 2',
    },
  }[language];
  test(`an order too heavy for one parcel gets two labels and numbers, in ${language} at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const shop = await startAdminShop();
    const { statusUrl } = await buy(shop.url, {
      cart: [{ id: 'box40', quantity: 20 }],
      address: { preferredLanguage: language },
    });
    await signIn(page, shop.url);
    await page.addInitScript((value) => localStorage.setItem('lang', value), language);
    const [{ id } = { id: '' }] = await adminCall<Order[]>(page, 'GET', `${shop.url}/api/admin/orders`);
    await page.goto(`${shop.url}/admin/dashboard?order=${id}`);
    await page.getByRole('button', { name: t.open, exact: true }).click();
    const dialog = page.getByRole('dialog').last();
    await expect(dialog).toContainText(t.parcels);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: t.buy }).click();
    await expect(page.getByText(t.first)).toBeVisible();
    await expect(page.getByText(t.second)).toBeVisible();
    await page.getByText(t.second).scrollIntoViewIfNeeded();
    const file = await page.request.get(
      new URL((await page.getByRole('link', { name: t.print }).getAttribute('href')) ?? '', shop.url).href,
    );
    expect((await PDFDocument.load(await file.body())).getPageCount()).toBe(2);
    const { trackingNumber } = await adminCall<OrderDetail>(page, 'GET', `${shop.url}/api/admin/orders/${id}`);
    await page.goto(new URL(statusUrl, shop.url).href);
    await expect(page.getByText(t.page)).toBeVisible();
    for (const number of trackingNumber?.split(', ') ?? []) await expect(page.getByText(number)).toBeVisible();
    await shop.stop();
  });
}
