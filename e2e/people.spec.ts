import { readFileSync } from 'node:fs';
import { adminCall, buy, expect, expectAccessible, expectToast, test } from './admin-fixtures.ts';
import { FULL_TIER } from './cases.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const OTHER = 'lazaro@shopper.example';

test('a person’s data is found, downloaded and erased on a phone', FULL_TIER, async ({ page, own: shop }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  const email = 'ana@shopper.example';
  const { orderNumber } = await buy(shop.url, { address: { email, fullName: 'Ana Pérez' } });
  await buy(shop.url, { address: { email: OTHER } });
  const [order] = await adminCall<{ id: string }[]>(page, 'GET', `${shop.url}/api/admin/orders?q=${orderNumber}`);
  await page.goto(`${shop.url}/admin/settings?lang=en`);
  const part = page.getByRole('region', { name: 'A person’s data' });
  const find = async (text: string) => {
    await part.getByLabel('Email address').fill(text);
    await part.getByRole('button', { name: 'Look up' }).click();
  };
  await find('nobody@shopper.example');
  await expect(part.getByRole('status')).toContainText('nobody@shopper.example');
  await expect(part.getByRole('button', { name: /Erase/ })).toHaveCount(0);
  await find(' ANA@shopper.example ');
  await expect(part.getByRole('link', { name: orderNumber })).toBeVisible();
  await expect(part.getByRole('status')).toContainText(orderNumber);
  await expect(part.getByRole('button', { name: /Erase/ })).toHaveCount(0);
  await expectAccessible(page);
  const saved = page.waitForEvent('download');
  await part.getByRole('button', { name: /Download/ }).click();
  const file = readFileSync(await (await saved).path(), 'utf8');
  expect(file).toContain('Ana Pérez');
  expect(file).not.toContain(OTHER);

  await adminCall(page, 'PATCH', `${shop.url}/api/admin/orders/${order?.id}/status`, { status: 'delivered' });
  await find(email);
  await part.getByRole('button', { name: /Erase/ }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('textbox').fill('anna@shopper.example');
  await dialog.getByRole('button', { name: /Erase/ }).click();
  await expect(dialog.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await dialog.getByRole('textbox').fill(email);
  await dialog.getByRole('button', { name: /Erase/ }).click();
  await expectToast(page, 'The data was erased');
  await find(email);
  await expect(part.getByRole('status')).toContainText(email);
  await expect(part.getByRole('link')).toHaveCount(0);
  const orders = await (await page.request.get(`${shop.url}/api/admin/orders`)).text();
  expect(orders).not.toContain(email);
  expect(orders).not.toContain('Ana Pérez');
  expect(orders).toContain(OTHER);
  // There is no offer to write to the customer.
  await page.goto(`${shop.url}/admin/dashboard?tab=orders&open=${order?.id}&lang=en`);
  await expect(page.locator('a[href*="/order/"]').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Write to the customer…' })).toHaveCount(0);
});
