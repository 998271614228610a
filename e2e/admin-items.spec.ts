import type { OrderDetail } from '#shared/orders/admin-orders.ts';
import {
  adminCall,
  buy,
  expect,
  expectAccessible,
  expectToast,
  NEW_YORK,
  openDashboard,
  test,
  unique,
} from './admin-fixtures.ts';
import { CASES, lastInGate } from './cases.ts';
import { wordsOf } from './words.ts';

for (const [language, width] of lastInGate(CASES)) {
  test(`items of a paid order are swapped and removed, and the difference refunded: ${language}, ${width} px`, async ({
    page,
    shop,
  }) => {
    const t = wordsOf(language);
    await page.setViewportSize({ width, height: 900 });
    const cart = [{ id: 'box40', quantity: 2 }];
    await buy(shop.url, {
      cart,
      address: { ...NEW_YORK, fullName: unique('Cambia'), preferredLanguage: language },
    });
    await openDashboard(page, 'tab=orders', { language });
    const [bought] = await adminCall<OrderDetail[]>(page, 'GET', '/api/admin/orders?limit=1');
    const id = bought?.id ?? '';
    const read = () => adminCall<OrderDetail>(page, 'GET', `/api/admin/orders/${id}`);
    await openDashboard(page, `tab=orders&open=${id}`, { language });
    await page.getByRole('button', { name: t('admin_items_open') }).click();
    const dialog = page.getByRole('dialog').last();
    const save = dialog.locator('button[type=submit]');
    await expect(save).toBeDisabled();
    // One box is exchanged for one of the other kind: the same price, so no money moves.
    await dialog.getByRole('button', { name: new RegExp(`^${t('admin_items_less', { name: '' })}`) }).click();
    await expect(dialog.getByLabel(t('admin_items_refund', { amount: '$19.99' }))).toBeChecked();
    await dialog.getByLabel(t('admin_items_add')).selectOption('box20double');
    await expect(dialog.getByText(t('admin_items_equal'))).toBeVisible();
    await expectAccessible(page);
    await page.screenshot({ path: test.info().outputPath('swap.png') });
    // Closing keeps the input.
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: t('admin_items_open') }).click();
    await expect(dialog.getByText(t('admin_items_equal'))).toBeVisible();
    await save.click();
    await expectToast(page, t('admin_items_done'));
    expect(await read()).toMatchObject({
      lines: [
        { id: 'box40', quantity: 1 },
        { id: 'box20double', quantity: 1 },
      ],
      difference: '0.00',
      refunds: [],
    });
    // One box is removed, and its price goes back.
    await page.getByRole('button', { name: t('admin_items_open') }).click();
    const remove = new RegExp(`^${t('admin_items_remove', { name: '' })}`);
    await dialog.getByRole('button', { name: remove }).last().click();
    await page.screenshot({ path: test.info().outputPath('removed.png') });
    await dialog.getByRole('button', { name: t('admin_items_save_refund', { amount: '$19.99' }) }).click();
    await expect.poll(async () => (await read()).refundedAmount).toBe('19.99');
    const after = await read();
    expect(after).toMatchObject({
      lines: [{ id: 'box40', quantity: 1 }],
      totalAmount: bought?.totalAmount,
      difference: '19.99',
      refundedAmount: '19.99',
      refunds: [{ state: 'succeeded', amount: '19.99' }],
    });
    await expect(page.getByText(t('admin_line_difference'))).toBeVisible();
    await page.screenshot({ path: test.info().outputPath('drawer.png') });
    // The customer's page tells the same.
    await page.goto(after.statusUrl);
    await expect(page.getByText(t('order_difference'))).toBeVisible();
    await page.screenshot({ path: test.info().outputPath('status.png'), fullPage: true });
  });
}
