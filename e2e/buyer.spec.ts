import type { Order } from '#shared/orders/admin-orders.ts';
import { adminCall, buy, expect, expectAccessible, signIn, test } from './admin-fixtures.ts';
import { CASES, lastInGate } from './cases.ts';
import { wordsOf } from './words.ts';

test.use({ allowConsole: [/Failed to load resource/] });

for (const [language, width] of lastInGate(CASES)) {
  test(`its buyer corrects the address of a new order and cancels it: ${language}, ${width} px`, async ({
    page,
    shop,
  }) => {
    const t = wordsOf(language);
    await page.setViewportSize({ width, height: 900 });
    const { statusUrl, orderNumber, number } = await buy(shop.url, { address: { preferredLanguage: language } });
    await page.goto(statusUrl);
    await expect(
      page.getByRole('heading', { level: 1, name: t('order_heading', { number: `#${number}` }) }),
    ).toBeVisible();
    await expect(page.getByText(orderNumber, { exact: true })).toBeVisible();
    await page.getByRole('button', { name: t('order_address_open') }).click();
    await expect(page.getByLabel(t('order_address_line_1'))).toBeFocused();
    await expectAccessible(page);
    await page.getByLabel(t('order_address_line_1')).fill('1 Aloha Way');
    await page.getByLabel(t('order_address_city')).fill('Honolulu');
    await page.getByLabel(t('order_address_zip')).fill('96813');
    await page.getByRole('button', { name: t('order_address_save') }).click();
    await expect(page.getByRole('alert').filter({ hasText: /(belongs to|es de) Hawaii/ })).toBeVisible();
    await page.getByLabel(t('order_address_state')).fill('HI');
    await page.getByRole('button', { name: t('order_address_save') }).click();
    await expect(page.getByRole('alert').filter({ hasText: t('address_dearer').split('.')[0] })).toBeVisible();
    await page.getByLabel(t('order_address_line_1')).fill('21 Calle Ocho');
    await page.getByLabel(t('order_address_city')).fill('Miami');
    await page.getByLabel(t('order_address_state')).fill('FL');
    await page.getByLabel(t('order_address_zip')).fill('33130');
    await page.getByRole('button', { name: t('order_address_save') }).click();
    await expect(page.getByText(t('order_address_done', { destination: 'Miami, FL' }))).toBeVisible();
    await page.getByRole('button', { name: t('order_cancel_open') }).click();
    await expect(page.getByRole('button', { name: t('order_cancel_keep') })).toBeFocused();
    await page.getByRole('button', { name: / \$\d+\.\d\d/ }).click();
    await expect(page.getByText(/^(Your order is canceled|Tu pedido está cancelado)\./)).toBeVisible();
    await expect(page.getByRole('button', { name: t('order_address_open') })).toHaveCount(0);
    await signIn(page);
    const [order] = await adminCall<Order[]>(page, 'GET', `/api/admin/orders?q=${orderNumber}`);
    expect(order).toMatchObject({
      status: 'cancelled',
      addressLine1: '21 Calle Ocho',
      refundedAmount: order?.totalAmount,
    });
  });
}

test('an order in work cannot be changed, and an open page says so', async ({ page, shop }) => {
  const { statusUrl, orderNumber } = await buy(shop.url);
  await page.goto(statusUrl);
  await page.getByRole('button', { name: 'Cancel the order' }).click();
  await signIn(page);
  const [order] = await adminCall<Order[]>(page, 'GET', `/api/admin/orders?q=${orderNumber}`);
  await adminCall(page, 'PATCH', `/api/admin/orders/${order?.id}/status`, { status: 'processing' });
  await page.getByRole('button', { name: /^Cancel and get/ }).click();
  await expect(page.getByRole('alert')).toContainText('We are packing this order already');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Buy this again' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel the order' })).toHaveCount(0);
});

test('the same can be bought again with one press', async ({ page, shop }) => {
  const { statusUrl } = await buy(shop.url, { cart: [{ id: 'box40', quantity: 2 }] });
  await page.goto(statusUrl);
  await page.getByRole('button', { name: 'Buy this again' }).click();
  await expect(page).toHaveURL(/\/shop$/);
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? 'null'))).toEqual([
    { id: 'box40', quantity: 2 },
  ]);
});

test('a lost link is mailed again, with the same words for every number and mailbox', async ({ page, shop }) => {
  const { orderNumber } = await buy(shop.url);
  await page.goto('/order/find');
  await expect(page.getByRole('heading', { level: 1, name: 'Find my order' })).toBeVisible();
  await expectAccessible(page);
  const ask = async (number: string, email: string) => {
    await page.getByLabel('Order number').fill(number);
    await page.getByLabel('Email address').fill(email);
    await page.getByRole('button', { name: 'Mail me the link' }).click();
    await expect(page.getByText('If there is such an order, its link is on its way')).toBeVisible();
  };
  await ask('00000000', 'stranger@shopper.example');
  await ask(orderNumber, 'maria@shopper.example');
  await page.getByLabel('Order number').fill('ZZZZZZZZ');
  await page.getByRole('button', { name: 'Mail me the link' }).click();
  await expect(page.getByRole('alert')).not.toBeEmpty();
  await page.goto('/order/not-a-link');
  await expect(page.getByRole('heading', { name: 'We cannot find this order' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mail me the link' })).toBeVisible();
});
