import type { Today } from '#shared/admin/today.ts';
import type { Order } from '#shared/orders/admin-orders.ts';
import type { AdminShippingRules } from '#shared/shipping/rules.ts';
import { adminCall, buy, expect, expectAccessible, signIn, test } from './admin-fixtures.ts';
import { FULL_TIER, lastInGate } from './cases.ts';

test.use({ allowConsole: [/Failed to load resource/] });

const DAY_MS = 24 * 3_600_000;

const TEXTS = {
  en: {
    wait: 'I’ll wait',
    thanks: /^Thank you for waiting/,
    cancel: 'Cancel with a full refund',
    press: /^Cancel and get \$\d+\.\d\d back$/,
    canceled: 'Your order is canceled.',
  },
  es: {
    wait: 'Espero',
    thanks: /^Gracias por esperar/,
    cancel: 'Cancelar y que me devuelvan todo',
    press: /^Cancelar y recibir \$\d+\.\d\d$/,
    canceled: 'Tu pedido está cancelado.',
  },
} as const;

for (const [language, width] of lastInGate([
  ['en', 1440],
  ['es', 375],
])) {
  test(`the owner announces a delay; the buyer agrees to wait, then cancels, in ${language} at ${width} px`, async ({
    page,
    shop,
  }) => {
    const t = TEXTS[language];
    await page.setViewportSize({ width, height: 900 });
    const { statusUrl, orderNumber } = await buy(shop.url, { address: { preferredLanguage: language } });
    await signIn(page);
    const find = async () => (await adminCall<Order[]>(page, 'GET', `/api/admin/orders?q=${orderNumber}`))[0];
    const order = await find();
    await page.goto(`/admin/orders/${order?.id}`);
    await page.getByRole('button', { name: 'Write about a later day' }).click();
    await expect(page.getByText(/^No answer counts as a yes \(1\)/)).toBeVisible();
    await page.getByLabel('I do not know the day yet').check();
    await expect(page.getByText(/^A yes is needed from 1/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Send the letter' }).click();
    await expect(page.getByText(/^1 letter (?:is|waits) /)).toBeVisible();
    await page.goto(statusUrl);
    await page.getByRole('button', { name: t.wait }).click();
    await expect(page.getByText(t.thanks)).toBeVisible();
    await expect(page.getByRole('button', { name: t.wait })).toHaveCount(0);
    await expectAccessible(page);
    expect(await find()).toMatchObject({ delayState: 'waits', status: 'pending' });
    await page.getByRole('button', { name: t.cancel }).click();
    await page.getByRole('button', { name: t.press }).click();
    await expect(page.getByText(t.canceled)).toBeVisible();
    expect(await find()).toMatchObject({ status: 'cancelled', refundedAmount: order?.totalAmount });
  });
}

test(
  'what is late is written to at once; who did not say yes to a second delay is paid back with one press',
  FULL_TIER,
  async ({ page, own: shop }) => {
    for (let i = 0; i < 2; i++) await buy(shop.url);
    // The program's own clock stays, so the test fakes the day's counts.
    await page.route('**/api/admin/summary/today', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...((await answer.json()) as Today), late: 2 } });
    });
    const openLate = async (days: number) => {
      await page.clock.setFixedTime(Date.now() + days * DAY_MS);
      await page.goto(`${shop.url}/admin/dashboard`);
      await page.getByRole('button', { name: /Late to ship/ }).click();
    };
    for (const days of [20, 60]) {
      await openLate(days);
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
    await openLate(120);
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
  },
);

test(
  'all who are late are written to, on however many pages they stand; each line says what became of its letter',
  FULL_TIER,
  async ({ page, own: shop }) => {
    for (let i = 0; i < 3; i++) await buy(shop.url);
    await page.route('**/api/admin/summary/today', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...((await answer.json()) as Today), late: 3 } });
    });
    // One order per page.
    await page.route(/\/api\/admin\/orders\?.*limit=50/, (route) =>
      route.continue({ url: route.request().url().replace('limit=50', 'limit=1') }),
    );
    const [first] = await adminCall<Order[]>(page, 'GET', `${shop.url}/api/admin/orders?sort=oldest&limit=1`);
    const lost = `**/api/admin/orders/${first?.id}/delay`;
    await page.route(lost, (route) => route.abort());
    await page.clock.setFixedTime(Date.now() + 20 * DAY_MS);
    await page.goto(`${shop.url}/admin/dashboard`);
    await page.getByRole('button', { name: /Late to ship/ }).click();
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
  },
);

test(
  'the heat: a day on which no rule lets the boxes leave is not offered, and the others get their letters',
  FULL_TIER,
  async ({ page, own: shop }) => {
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
    await page.route('**/api/admin/summary/today', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...((await answer.json()) as Today), late: 2 } });
    });
    await page.clock.setFixedTime(Date.now() + 20 * DAY_MS);
    await page.goto(`${shop.url}/admin/dashboard`);
    await page.getByRole('button', { name: /Late to ship/ }).click();
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
  },
);
