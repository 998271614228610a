import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { AdminFaq } from '#shared/content/faq.ts';
import type { AdminFacts } from '#shared/content/shop-facts.ts';
import type { AdminShippingRules } from '#shared/shipping/rules.ts';
import { aPng } from '#test/media.ts';
import { freePort } from '#test/postgres.ts';
import {
  adminCall,
  buy,
  expect,
  FAILED_ANSWERS,
  inquire,
  lookAgain,
  openDashboard,
  signIn,
  startAdminShop,
  test,
  unique,
} from './admin-fixtures.ts';
import { FULL_TIER } from './cases.ts';

test.use({ allowConsole: FAILED_ANSWERS });

/** Resolves when the page has its first cursor, so that later changes are new. Call it before opening the page. */
const heard = (page: Page) =>
  page.waitForResponse((answer) => answer.url().endsWith('/api/admin/changes') && answer.ok());
const rowOf = (page: Page, orderNumber: string) => page.getByRole('row').filter({ hasText: orderNumber });
const orderOf = async (page: Page, orderNumber: string) =>
  (await adminCall<{ id: string }[]>(page, 'GET', `/api/admin/orders?q=${orderNumber}`))[0]?.id ?? '';

test('both tabs announce what is new, and move no rows', async ({ page, context, shop }) => {
  const first = await buy(shop.url);
  const other = await context.newPage();
  for (const tab of [page, other]) {
    const connected = heard(tab);
    if (tab === page) await openDashboard(page, 'tab=orders');
    else await tab.goto('/admin/dashboard?tab=orders');
    await connected;
    await expect(rowOf(tab, first.orderNumber)).toBeVisible();
  }
  const rows = await other.getByRole('row').allTextContents();
  const second = await buy(shop.url);
  await lookAgain(page);
  // Automatically, without a new look.
  for (const tab of [page, other]) {
    await expect(tab.getByRole('button', { name: '1 new order. Show it' })).toBeVisible();
  }
  expect(await other.getByRole('row').allTextContents()).toEqual(rows);
  await other.getByRole('button', { name: '1 new order. Show it' }).click();
  await expect(rowOf(other, second.orderNumber)).toBeVisible();
});

test('rows follow others’ changes in place; an open order announces them and waits', async ({ page, shop }) => {
  const { orderNumber } = await buy(shop.url);
  const later = await buy(shop.url);
  const connected = heard(page);
  await openDashboard(page, 'tab=orders');
  await connected;
  const id = await orderOf(page, orderNumber);
  await expect(rowOf(page, orderNumber)).toContainText('Pending');
  await adminCall(page, 'PATCH', `/api/admin/orders/${id}/status`, { status: 'processing' });
  await lookAgain(page);
  await expect(rowOf(page, orderNumber).getByRole('combobox')).toHaveValue('processing');

  await page.getByRole('button', { name: `Open order ${orderNumber}` }).click();
  const drawer = page.getByRole('complementary');
  await expect(drawer.getByText('Processing').first()).toBeVisible();
  await expect(drawer.getByText('was changed in another tab')).toHaveCount(0);
  await adminCall(page, 'PATCH', `/api/admin/orders/${id}/status`, { status: 'cancelled' });
  await lookAgain(page);
  await expect(drawer.getByText('This was changed in another tab or by somebody else.')).toBeVisible();
  await expect(drawer.getByText('Processing').first()).toBeVisible();
  await drawer.getByRole('button', { name: 'Show the changes' }).click();
  await expect(drawer.getByText('Cancelled').first()).toBeVisible();
  await expect(drawer.getByText('was changed in another tab')).toHaveCount(0);

  // A tab's own change is not reported as new.
  await drawer.getByRole('combobox').selectOption('pending');
  await expect(rowOf(page, orderNumber).getByRole('combobox', { includeHidden: true })).toHaveValue('pending');
  const laterId = await orderOf(page, later.orderNumber);
  await adminCall(page, 'PATCH', `/api/admin/orders/${laterId}/status`, { status: 'shipped' });
  await lookAgain(page);
  await expect(rowOf(page, later.orderNumber).getByRole('combobox', { includeHidden: true })).toHaveValue('shipped');
  await expect(drawer.getByText('was changed in another tab')).toHaveCount(0);
});

test('what another tab saves or publishes shows without a reload', async ({ page, context, own: shop }) => {
  const { url } = shop;
  const connected = heard(page);
  await page.goto(`${url}/admin/site?lang=en`);
  await connected;
  const pictures = await context.newPage();
  await pictures.goto(`${url}/admin/products/box40?lang=en`);
  await pictures.getByRole('button', { name: 'Add a picture' }).click();
  const picker = pictures.getByRole('dialog', { name: 'Pictures' });
  await expect(picker).toBeVisible();

  const facts = await adminCall<AdminFacts>(page, 'GET', `${url}/api/admin/facts`);
  await expect(page.getByText(`${facts.phone} · ${facts.email}`)).toBeVisible();
  await adminCall(page, 'PUT', `${url}/api/admin/facts`, { ...facts, phone: '(305) 555-0188' });
  await lookAgain(page);
  await expect(page.getByText(`(305) 555-0188 · ${facts.email}`)).toBeVisible();
  const rules = await adminCall<AdminShippingRules>(page, 'GET', `${url}/api/admin/shipping-rules`);
  const free = { ...rules.free, overCents: 4100 };
  await adminCall(page, 'PUT', `${url}/api/admin/shipping-rules`, { ...rules, free, publish: true });
  await lookAgain(page);
  await expect(page.getByText('Free shipping: Free on orders over $41')).toBeVisible();
  const { questions, version } = await adminCall<AdminFaq>(page, 'GET', `${url}/api/admin/faq`);
  const fewer = questions.slice(1).map(({ question, answer, otherwise }) => ({ question, answer, otherwise }));
  await adminCall(page, 'PUT', `${url}/api/admin/faq`, { questions: fewer, version, publish: true });
  await lookAgain(page);
  await expect(page.getByText(`Questions on the product page: ${fewer.length}`)).toBeVisible();

  const file = { name: 'terrace.png', mimeType: 'image/png', buffer: await aPng() };
  const sent = await page.request.post(`${url}/api/admin/media`, { multipart: { file } });
  expect(sent.status()).toBe(201);
  await lookAgain(pictures);
  await expect(picker.getByRole('button', { name: 'Not described yet: terrace.png' })).toBeVisible();
});

for (const when of ['before the first question', 'after it']) {
  test(`an order that comes between the stats and the list, ${when}, is in both`, FULL_TIER, async ({ page, shop }) => {
    await buy(shop.url);
    await signIn(page);
    const { totalOrders } = await adminCall<{ totalOrders: number }>(page, 'GET', '/api/admin/summary');
    let bought: Promise<unknown> | undefined;
    const stats = page.waitForResponse((answer) => answer.url().endsWith('/api/admin/summary') && answer.ok());
    const greeted = heard(page);
    const buyOnce = () => (bought ??= stats.then(() => buy(shop.url)));
    const isEarly = when === 'before the first question';
    await page.route('**/api/admin/changes', async (route) => {
      if (isEarly) await buyOnce();
      await route.continue();
    });
    await page.route('**/api/admin/orders?*', async (route) => {
      if (!isEarly) await greeted;
      await buyOnce();
      await route.continue();
    });
    await openDashboard(page, 'tab=orders');
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    const cards = page.getByRole('region', { name: 'Summary' });
    await expect(cards.getByText(String(totalOrders + 1), { exact: true })).toBeVisible();
  });
}

test('an open inquiry announces that another person deleted it; the input stays', FULL_TIER, async ({ page, shop }) => {
  const { id } = await inquire(shop.url, { businessName: unique('Bodega') });
  const connected = heard(page);
  await openDashboard(page, `tab=wholesalers&open=${id}`);
  await connected;
  const notes = page.getByRole('textbox', { name: 'Private notes' });
  await notes.fill('Call on Monday');
  await page.request.delete(`/api/admin/wholesalers/${id}`);
  await lookAgain(page);
  await expect(page.getByText('This was deleted in another tab or by somebody else.')).toBeVisible();
  await expect(notes).toHaveValue('Call on Monday');
});

test('the outbox announces new mails, and a store list others’ changes', FULL_TIER, async ({ page, shop }) => {
  await inquire(shop.url);
  let connected = heard(page);
  await openDashboard(page, 'tab=emails&view=outbox');
  await connected;
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await inquire(shop.url);
  await lookAgain(page);
  // The number depends on what this mailbox has been sent today.
  await page.getByRole('button', { name: /new emails?\. Show/ }).click();
  await expect(page.getByRole('button', { name: /new email/ })).toHaveCount(0);

  const name = unique('Bodega');
  const store = { name, address: '1 Calle Ocho', storeType: 'grocery', latitude: 25.77, longitude: -80.2 };
  const earlier = unique('Bodega');
  await adminCall(page, 'POST', '/api/admin/store-locations', { ...store, name: earlier });
  connected = heard(page);
  await openDashboard(page, 'tab=stores');
  await connected;
  // A list read after the change contains it.
  await expect(page.getByRole('row').filter({ hasText: earlier })).toBeVisible();
  await adminCall(page, 'POST', '/api/admin/store-locations', store);
  await lookAgain(page);
  await page.getByRole('button', { name: 'The stores have changed. Show them' }).click();
  await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible();
  // A tab's own changes are already in its list.
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(0);
  await buy(shop.url);
  await lookAgain(page);
  await expect(page.getByRole('button', { name: '1 new order. Show it' })).toBeVisible();
  await expect(page.getByRole('button', { name: /stores have changed/ })).toHaveCount(0);
});

test('a restarted program reports what happened meanwhile; the input stays', FULL_TIER, async ({ page }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-live-'));
  const port = await freePort();
  let own = await startAdminShop({}, dataDir, port);
  await buy(own.url);
  const connected = heard(page);
  await openDashboard(page, 'tab=orders', { base: own.url });
  await connected;
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  expect(await own.stop()).toBe(0);
  own = await startAdminShop({}, dataDir, port);
  await buy(own.url);
  await lookAgain(page);
  await expect(page.getByRole('button', { name: '1 new order. Show it' })).toBeVisible();
  await own.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('what waits and the stats stay as they were when they cannot be read again', async ({ page, shop }) => {
  await buy(shop.url);
  const connected = heard(page);
  await openDashboard(page, 'tab=orders');
  await connected;
  const cards = page.getByRole('region', { name: 'Summary' });
  await expect(cards).toContainText('to process');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const isSummary = (url: string) => url.includes('/api/admin/summary');
  await page.route('**/api/admin/summary*', (route) => route.fulfill({ status: 503, body: 'busy' }));
  const failed = page.waitForResponse((answer) => isSummary(answer.url()) && answer.status() === 503);
  await buy(shop.url);
  await lookAgain(page);
  await failed;
  // The table's own rows were requested too, and arrive.
  await expect(page.getByRole('button', { name: /new orders?\. Show/ })).toBeVisible();
  await expect(cards).toBeVisible();
  await expect(cards).toContainText('to process');
  await expect(page.getByText('This could not be loaded.')).toHaveCount(0);
});
