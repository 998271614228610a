import type { AdminText, TextChange } from '#shared/content/texts.ts';
import type { EmailDetail } from '#shared/emails/outbox.ts';
import type { Order, OrderDetail } from '#shared/orders/admin-orders.ts';
import type { Stats } from '#shared/orders/stats.ts';
import { adminCall, buy, expect, expectAccessible, expectToast, openVisit, test } from './admin-fixtures.ts';
import { FULL_TIER } from './cases.ts';
import { CARDS, NEW_YORK, shopper } from './shop-page.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, allowConsole: [/Failed to load resource/] });

const MONTH_MS = 30 * 86_400_000;

test('a state added on a phone is in checkout, order, page and stats', async ({ page, browser, own: { url } }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto(`${url}/admin/taxes?lang=en`);
  await page.getByRole('button', { name: 'Add a state' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('State', { exact: true }).selectOption('NY');
  await form.getByLabel('Rate in percent').fill('8,875 %');
  await form.getByLabel('Packed food is taxed there').check();
  await expect(form.getByRole('status').last()).toContainText('Orders to New York pay 8.875 % on everything');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Collect tax there' }).click();
  await expectToast(page, 'New York: tax is collected');
  await expect(page.getByRole('main')).toContainText('8.875 %');
  await expectAccessible(page);

  const visit = await openVisit(browser, url);
  const me = shopper(visit);
  // A reloaded document forgets the source of the visit.
  await visit.goto('/shop?ref=Mercado');
  await me.add(3);
  await me.openCart();
  await me.button(me.t.shop_checkout).click();
  await me.fillAddress(NEW_YORK);
  await me.button(me.t.checkout_calculate).click();
  const summary = visit.getByRole('complementary');
  await expect(summary).toContainText(/Sales tax\s*\$5\.32/);
  await me.button(me.t.checkout_continue).click();
  await expect(summary).toContainText(/Sales tax\s*\$5\.32/);
  await me.pay(CARDS.good);
  await me.seeOrder();
  await visit.getByRole('link', { name: me.t.checkout_done_status }).click();
  await expect(visit.getByRole('main')).toContainText(/Sales tax\s*New York, 8\.875%\s*\$5\.32/);

  const [first] = await adminCall<{ id: string }[]>(page, 'GET', `${url}/api/admin/orders`);
  const order = await adminCall<OrderDetail>(page, 'GET', `${url}/api/admin/orders/${first?.id}`);
  expect(Number(order.totalAmount)).toBeCloseTo(59.97 + 5.32 + Number(order.shippingCost));
  expect(order.taxLines).toEqual([{ name: 'NY', rate: '8.875', amount: '5.32', reason: 'registered' }]);
  await page.goto(`${url}/admin/dashboard?tab=orders&open=${order.id}`);
  await expect(page.getByText('Sales tax: NY, 8.875 %')).toBeVisible();
  // A store's certificate: exactly the tax is refunded, and the line gives the reason.
  await page.getByRole('button', { name: 'Refund…' }).click();
  const refund = page.getByRole('dialog').last();
  await refund.getByLabel('The sales tax, $5.32, for a resale certificate').check();
  await refund.getByLabel('Number of the certificate').fill('12-3456');
  await expect(refund.getByRole('button', { name: /^Pay back/ })).toBeDisabled();
  await refund.getByLabel('Valid until').fill('2099-12-31');
  await expectAccessible(page);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/certificate.png` });
  await refund.getByRole('button', { name: 'Pay back $5.32' }).click();
  await expectToast(page, 'Paid back');
  await expect(page.getByText('exempt: resale certificate 12-3456')).toBeVisible();
  await expect(page.getByText('given back for the resale certificate 12-3456')).toBeVisible();
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/exempt.png`, fullPage: true });
  await page.goto(`${url}/admin/taxes`);
  const sales = page.getByRole('region', { name: /^Sales by state/ });
  await expect(sales.getByRole('listitem').filter({ hasText: 'New York' })).toContainText('You collect there');
  // It can also be ended on the phone.
  await page.getByRole('button', { name: 'Stop collecting in New York' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop collecting', exact: true }).click();
  await expectToast(page, 'New York: tax is no longer collected');
  await expect(page.getByRole('button', { name: 'Stop collecting in New York' })).toHaveCount(0);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${url}/admin/numbers`);
  const bySource = page.getByRole('table', { name: 'By source' });
  await bySource.scrollIntoViewIfNeeded();
  await expect(bySource).toContainText(order.source ?? 'none');
  await expectAccessible(page);
  const day = (shift: number) => new Date(Date.now() + shift).toISOString().slice(0, 10);
  const query = `from=${day(-MONTH_MS)}&until=${day(MONTH_MS)}`;
  const { sold } = await adminCall<Stats>(page, 'GET', `${url}/api/admin/stats?${query}`);
  expect(sold).toMatchObject({ orders: 1, revenue: order.totalAmount, tax: '5.32' });
  expect(order.source).toBe('mercado');
  expect(sold?.parts.source).toMatchObject([{ key: 'mercado', orders: 1 }]);
});

test('an address corrected into another tax says the difference', FULL_TIER, async ({ page, own: { url } }) => {
  const address = { addressLine1: '350 5th Avenue', city: 'New York', state: 'NY', zipCode: '10118' };
  const { orderNumber } = await buy(url, { address });
  await adminCall(page, 'POST', `${url}/api/admin/taxes`, {
    state: 'PA',
    rate: '6',
    taxesFood: true,
    since: '2026-01-01',
  });
  const [order] = await adminCall<Order[]>(page, 'GET', `${url}/api/admin/orders?q=${orderNumber}`);
  const record = {
    id: '0b5c9a52-7a0e-4c62-8d7c-1f6b3a6de003',
    kind: 'sale',
    state: 'look',
    amount: '31.41',
    failure: 'other_tax',
  };
  const open = { ...record, orderId: order?.id, createdAt: '2026-11-20T12:00:00.000Z' };
  let isOpen = true;
  await page.route('**/api/admin/tax-records', (route) => route.fulfill({ json: isOpen ? [open] : [] }));
  await page.route('**/api/admin/tax-records/*/again', (route) => {
    isOpen = false;
    return route.fulfill({ json: { ...record, state: 'due' } });
  });
  for (const [language, width] of [
    ['es', 375],
    ['en', 1440],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${url}/admin/taxes?lang=${language}`);
    await expect(page.getByText('$31.41')).toBeVisible();
    await expectAccessible(page);
  }
  await page.getByRole('button', { name: 'Send again' }).click();
  await expectToast(page, 'It is sent again');
  await expect(page.getByText('$31.41')).toHaveCount(0);

  await page.goto(`${url}/admin/dashboard?tab=orders&open=${order?.id}`);
  await page.getByRole('button', { name: 'Correct…' }).click();
  await page.getByLabel('City').fill('Philadelphia');
  await page.getByLabel('State').fill('PA');
  await page.getByLabel('ZIP code').fill('19103');
  await page.getByRole('dialog').last().getByRole('button', { name: 'Save', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'The sales tax is another one there' });
  await expect(question).toContainText(
    'The order keeps the $0.00 of sales tax that were paid. At the corrected address it would be $1.20',
  );
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Save all the same' }).click();
  await expectToast(page, 'Order corrected');
  await expect(page.getByText(/fixed at the purchase, before the address was corrected/)).toBeVisible();
  const saved = async () => {
    const [row] = await adminCall<Order[]>(page, 'GET', `${url}/api/admin/orders?q=${orderNumber}`);
    return row;
  };
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(async () => (await saved())?.zipCode).toBe('10118');

  // Overwriting another person's change asks again, about the present order.
  await page.reload();
  await page.getByRole('button', { name: 'Correct…' }).click();
  await page.getByLabel('City').fill('Philadelphia');
  await page.getByLabel('State').fill('PA');
  await page.getByLabel('ZIP code').fill('19103');
  const { version } = (await saved()) ?? {};
  await adminCall(page, 'PATCH', `${url}/api/admin/orders/${order?.id}`, { phone: '+1 305-555-0199', version });
  await page.getByRole('dialog').last().getByRole('button', { name: 'Save', exact: true }).click();
  await question.getByRole('button', { name: 'Save all the same' }).click();
  await page.getByRole('button', { name: 'Save mine' }).click();
  await expect(question).toBeVisible();
  expect((await saved())?.zipCode).toBe('10118');
  await question.getByRole('button', { name: 'Save all the same' }).click();
  await expect.poll(async () => (await saved())?.zipCode).toBe('19103');
});

test('slip, mail and status page say the published words for a tax', FULL_TIER, async ({ page, own: { url } }) => {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', 'true');
  });
  const api = `${url}/api/admin`;
  await adminCall(page, 'POST', `${api}/taxes`, { state: 'NY', rate: '8.875', taxesFood: true });
  const say = async (words: Omit<TextChange, 'version'>) => {
    const [text] = await adminCall<AdminText[]>(page, 'GET', `${api}/texts?q=rule_tax_rated`);
    return adminCall(page, 'PUT', `${api}/texts/rule_tax_rated`, { ...words, version: text?.version });
  };
  await say({ en: '{rate}% for {state}', es: '{rate} % para {state}', publish: true });
  await say({ en: 'A draft: {state}, {rate}', es: 'Un borrador: {state}, {rate}' });
  const { orderNumber, statusUrl } = await buy(url, { address: { ...NEW_YORK, preferredLanguage: 'es' } });
  const said = '8.875 % para Nueva York';

  const [order] = await adminCall<Order[]>(page, 'GET', `${api}/orders?q=${orderNumber}`);
  const { emails } = await adminCall<OrderDetail>(page, 'GET', `${api}/orders/${order?.id}`);
  const confirmation = emails.find(({ templateKey }) => templateKey === 'order_confirmation');
  expect((await adminCall<EmailDetail>(page, 'GET', `${api}/emails/${confirmation?.id}`)).html).toContain(said);

  await page.goto(`${url}/admin/dashboard?tab=orders&open=${order?.id}&lang=en`);
  await page.getByRole('button', { name: 'Print packing slip' }).click();
  await expect(page.locator('html[data-printed]')).toHaveCount(1);
  await expect(page.locator('.slip')).toContainText(`Impuesto sobre ventas: ${said}`);

  // Words published in another tab are on the next slip.
  await page.evaluate(() => {
    document.documentElement.removeAttribute('data-printed');
    dispatchEvent(new Event('afterprint'));
  });
  await expect(page.locator('.slip')).toHaveCount(0);
  await say({ en: 'Later: {state}, {rate}', es: 'Luego: {state}, {rate}', publish: true });
  await page.getByRole('button', { name: 'Print packing slip' }).click();
  await expect(page.locator('html[data-printed]')).toHaveCount(1);
  await expect(page.locator('.slip')).toContainText('Impuesto sobre ventas: Luego: Nueva York, 8.875');

  await page.goto(`${url}${statusUrl}?lang=es`);
  await expect(page.getByRole('main')).toContainText('Luego: Nueva York, 8.875');
});
