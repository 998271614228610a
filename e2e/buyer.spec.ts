import type { Order } from '#shared/orders/admin-orders.ts';
import { adminCall, buy, expect, expectAccessible, signIn, test } from './admin-fixtures.ts';
import { lastInGate } from './cases.ts';

test.use({ allowConsole: [/Failed to load resource/] });

const TEXTS = {
  en: {
    correct: 'Correct the address',
    street: 'Street and number',
    city: 'City',
    state: 'State',
    zip: 'ZIP code',
    belongs: 'This ZIP code belongs to Hawaii.',
    save: 'Save the new address',
    dear: 'Shipping to that address costs more than to the first one.',
    done: 'Your parcel goes to Miami, FL now.',
    cancel: 'Cancel the order',
    keep: 'Keep the order',
    press: /^Cancel and get \$\d+\.\d\d back$/,
    canceled: 'Your order is canceled.',
  },
  es: {
    correct: 'Corregir la dirección',
    street: 'Calle y número',
    city: 'Ciudad',
    state: 'Estado',
    zip: 'Código postal',
    belongs: 'Este código postal es de Hawaii.',
    save: 'Guardar la dirección nueva',
    dear: 'Enviar a esa dirección cuesta más que a la primera.',
    done: 'Tu paquete va ahora a Miami, FL.',
    cancel: 'Cancelar el pedido',
    keep: 'Dejar el pedido',
    press: /^Cancelar y recibir \$\d+\.\d\d$/,
    canceled: 'Tu pedido está cancelado.',
  },
} as const;

for (const [language, width] of lastInGate([
  ['en', 1440],
  ['es', 375],
])) {
  test(`until the order is in work its buyer corrects the address and cancels, in ${language} at ${width} px`, async ({
    page,
    shop,
  }) => {
    const t = TEXTS[language];
    await page.setViewportSize({ width, height: 900 });
    const { statusUrl, orderNumber } = await buy(shop.url, { address: { preferredLanguage: language } });
    await page.goto(statusUrl);
    await page.getByRole('button', { name: t.correct }).click();
    await expect(page.getByLabel(t.street)).toBeFocused();
    await expectAccessible(page);
    await page.getByLabel(t.street).fill('1 Aloha Way');
    await page.getByLabel(t.city).fill('Honolulu');
    await page.getByLabel(t.zip).fill('96813');
    await page.getByRole('button', { name: t.save }).click();
    await expect(page.getByRole('alert').filter({ hasText: t.belongs })).toBeVisible();
    await page.getByLabel(t.state).fill('HI');
    await page.getByRole('button', { name: t.save }).click();
    await expect(page.getByRole('alert').filter({ hasText: t.dear })).toBeVisible();
    await page.getByLabel(t.street).fill('21 Calle Ocho');
    await page.getByLabel(t.city).fill('Miami');
    await page.getByLabel(t.state).fill('FL');
    await page.getByLabel(t.zip).fill('33130');
    await page.getByRole('button', { name: t.save }).click();
    await expect(page.getByText(t.done)).toBeVisible();
    await page.getByRole('button', { name: t.cancel }).click();
    await expect(page.getByRole('button', { name: t.keep })).toBeFocused();
    await page.getByRole('button', { name: t.press }).click();
    await expect(page.getByText(t.canceled)).toBeVisible();
    await expect(page.getByRole('button', { name: t.correct })).toHaveCount(0);
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
