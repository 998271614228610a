import type { Page } from '@playwright/test';
import type { Today } from '#shared/admin/today.ts';
import type { Order } from '#shared/orders/admin-orders.ts';
import type { AdminShippingRules } from '#shared/shipping/rules.ts';
import { adminCall, buy, expect, expectAccessible, signIn, test } from './admin-fixtures.ts';
import { CASES, FULL_TIER, lastInGate } from './cases.ts';
import { wordsOf } from './words.ts';

test.use({ allowConsole: [/Failed to load resource/] });

const DAY_MS = 24 * 3_600_000;

/** Answers for today's counts, with so many late: the program's own clock stays. */
const countLate = (page: Page, late: number) =>
  page.route('**/api/admin/summary/today', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as Today), late } });
  });

async function openLate(page: Page, url: string, days: number): Promise<void> {
  await page.clock.setFixedTime(Date.now() + days * DAY_MS);
  await page.goto(`${url}/admin/dashboard`);
  await page.getByRole('button', { name: /Late to ship/ }).click();
}

for (const [language, width] of lastInGate(CASES)) {
  test(`a buyer agrees to a delay, then cancels: ${language}, ${width} px`, async ({ page, shop }) => {
    const t = wordsOf(language);
    await page.setViewportSize({ width, height: 900 });
    const { statusUrl, orderNumber } = await buy(shop.url, { address: { preferredLanguage: language } });
    await signIn(page);
    const find = async () => (await adminCall<Order[]>(page, 'GET', `/api/admin/orders?q=${orderNumber}`))[0];
    const order = await find();
    await page.goto(`/admin/dashboard?tab=orders&open=${order?.id}`);
    await page.getByRole('button', { name: 'Write about a later day' }).click();
    await expect(page.getByText(/^No answer counts as a yes \(1\)/)).toBeVisible();
    await page.getByLabel('I do not know the day yet').check();
    await expect(page.getByText(/^A yes is needed from 1/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Send the letter' }).click();
    await expect(page.getByText(/^1 letter (?:is|waits) /)).toBeVisible();
    await page.goto(statusUrl);
    await page.getByRole('button', { name: t('order_delay_wait') }).click();
    await expect(page.getByText(/^(Thank you for waiting|Gracias por esperar)/)).toBeVisible();
    await expect(page.getByRole('button', { name: t('order_delay_wait') })).toHaveCount(0);
    await expectAccessible(page);
    expect(await find()).toMatchObject({ delayState: 'waits', status: 'pending' });
    await page.getByRole('button', { name: t('order_delay_cancel') }).click();
    await page.getByRole('button', { name: / \$\d+\.\d\d/ }).click();
    await expect(page.getByText(/^(Your order is canceled|Tu pedido está cancelado)\./)).toBeVisible();
    expect(await find()).toMatchObject({ status: 'cancelled', refundedAmount: order?.totalAmount });
  });
}

test('all who are late get a letter; one without a yes is paid back', FULL_TIER, async ({ page, own: shop }) => {
  for (let i = 0; i < 2; i++) await buy(shop.url);
  await countLate(page, 2);
  for (const days of [20, 60]) {
    await openLate(page, shop.url, days);
    await expect(page.getByRole('button', { name: 'Write to all 2' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Write to all 2' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Send 2 letters' }).click();
    await expect(page.getByText(/^2 letters /)).toBeVisible();
    await expect(page.getByText('Written to 2 of 2')).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click();
  }
  const read = () => adminCall<Order[]>(page, 'GET', `${shop.url}/api/admin/orders`);
  expect(await read()).toMatchObject([1, 2].map(() => ({ delays: 2, delayState: 'asked' })));
  await openLate(page, shop.url, 120);
  await page
    .getByRole('button', { name: /^Cancel and pay back/ })
    .first()
    .click();
  await expect(page.getByRole('button', { name: /^Cancel and pay back/ })).toHaveCount(1);
  const after = await read();
  expect(after.map(({ status }) => status).sort()).toEqual(['cancelled', 'pending']);
  expect(after.find(({ status }) => status === 'cancelled')).toMatchObject({
    refundedAmount: after[0]?.totalAmount,
  });
});

test('letters reach all pages of late orders; each line says how it went', FULL_TIER, async ({ page, own: shop }) => {
  for (let i = 0; i < 3; i++) await buy(shop.url);
  await countLate(page, 3);
  // One order per page.
  await page.route(/\/api\/admin\/orders\?.*limit=50/, (route) =>
    route.continue({ url: route.request().url().replace('limit=50', 'limit=1') }),
  );
  const [first] = await adminCall<Order[]>(page, 'GET', `${shop.url}/api/admin/orders?sort=oldest&limit=1`);
  const lost = `**/api/admin/orders/${first?.id}/delay`;
  await page.route(lost, (route) => route.abort());
  await openLate(page, shop.url, 20);
  await page.getByRole('button', { name: 'Write to all…' }).click();
  await page.getByRole('button', { name: 'Send 3 letters' }).click();
  const report = page.getByRole('list', { name: 'Letter by letter' });
  await expect(report.getByRole('listitem')).toHaveCount(3);
  await expect(report.getByRole('listitem').filter({ hasText: 'not written to' })).toHaveCount(1);
  await expect(page.getByText('Written to 2 of 3')).toBeVisible();
  await expectAccessible(page);
  await page.unroute(lost);
  await page.getByRole('button', { name: 'Send 1 letter' }).click();
  await expect(page.getByText('Written to 3 of 3')).toBeVisible();
  const after = await adminCall<Order[]>(page, 'GET', `${shop.url}/api/admin/orders`);
  expect(after.map(({ delays }) => delays)).toEqual([1, 1, 1]);
});

test('a day on which the heat lets boxes not leave gets no letter', FULL_TIER, async ({ page, own: shop }) => {
  const florida = await buy(shop.url, { address: { state: 'FL', zipCode: '33010' } });
  const newYork = await buy(shop.url, {
    address: { addressLine1: '350 5th Avenue', city: 'New York', state: 'NY', zipCode: '10118' },
  });
  const path = `${shop.url}/api/admin/shipping-rules`;
  const {
    version,
    origin: _,
    changed: __,
    published: ___,
    ...rules
  } = await adminCall<AdminShippingRules>(page, 'GET', path);
  const months = Array.from({ length: 12 }, (_, i) => i + 1);
  const rule = { products: [], months, states: ['FL'], isEarlyWeek: true, isFast: false, isHeld: false };
  await adminCall(page, 'PUT', path, { ...rules, heat: [rule], version, publish: true });
  await countLate(page, 2);
  await openLate(page, shop.url, 20);
  await page.getByRole('button', { name: 'Write to all 2' }).click();
  const day = page.getByLabel('Ships by');
  // The suggested day suits all.
  expect([1, 2, 3]).toContain(new Date(`${await day.inputValue()}T00:00:00Z`).getUTCDay());
  await expect(page.getByRole('button', { name: 'Send 2 letters' })).toBeEnabled();
  await day.fill('2096-03-15');
  const dialog = page.getByRole('dialog').last();
  await expect(dialog).toContainText(
    `The heat rules do not let these leave on that day, and they get no letter: ${florida.orderNumber}. The first day is Mon, Mar 19`,
  );
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send 1 letter' }).click();
  await expect(page.getByText('Written to 1 of 2')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send 0 letters' })).toBeDisabled();
  await day.fill('2096-03-19');
  await page.getByRole('button', { name: 'Send 1 letter' }).click();
  await expect(page.getByText('Written to 2 of 2')).toBeVisible();
  const find = async (number: string) =>
    (await adminCall<Order[]>(page, 'GET', `${shop.url}/api/admin/orders?q=${number}`))[0];
  expect(await find(newYork.orderNumber)).toMatchObject({ shipBy: '2096-03-15', delays: 1 });
  expect(await find(florida.orderNumber)).toMatchObject({ shipBy: '2096-03-19', delays: 1 });
});
