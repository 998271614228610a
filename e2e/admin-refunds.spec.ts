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
  test(`an amount is refunded, then the order canceled with the rest: ${language}, ${width} px`, async ({
    page,
    shop,
  }) => {
    const t = wordsOf(language);
    await page.setViewportSize({ width, height: 900 });
    const cart = [{ id: 'box40', quantity: 2 }];
    const { statusUrl } = await buy(shop.url, { cart, address: { ...NEW_YORK, fullName: unique('Refunda') } });
    await openDashboard(page, 'tab=orders', { language });
    const orders = await adminCall<{ id: string; statusToken?: string }[]>(page, 'GET', '/api/admin/orders?limit=1');
    const id = orders[0]?.id ?? '';
    expect(statusUrl).toBeTruthy();
    await openDashboard(page, `tab=orders&open=${id}`, { language });
    await page.getByRole('button', { name: t('admin_refund_open') }).click();
    const dialog = page.getByRole('dialog').last();
    await expectAccessible(page);
    await dialog.getByLabel(t('admin_refund_lines')).check();
    await expect(dialog.getByRole('combobox')).toHaveCount(1);
    await dialog.getByLabel(t('admin_refund_other')).check();
    await dialog.getByLabel(t('admin_refund_amount')).fill('9999');
    await expect(dialog.getByRole('button', { name: /\$9,999\.00/ })).toBeDisabled();
    await dialog.getByLabel(t('admin_refund_amount')).fill('12,50');
    // Closing the dialog with Escape keeps the input.
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: t('admin_refund_open') }).click();
    await expect(dialog.getByLabel(t('admin_refund_amount'))).toHaveValue('12,50');
    await dialog.getByRole('button', { name: t('admin_refund_press', { amount: '$12.50' }) }).click();
    await expectToast(page, t('admin_refund_done'));
    const read = () => adminCall<OrderDetail>(page, 'GET', `/api/admin/orders/${id}`);
    expect(await read()).toMatchObject({ refundedAmount: '12.50', refunds: [{ state: 'succeeded' }] });
    await page.getByRole('button', { name: t('admin_cancel_order_open') }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('$');
    await expectAccessible(page);
    await question.getByRole('button').last().click();
    await expectToast(page, t('admin_cancel_order_done'));
    const after = await read();
    expect(after).toMatchObject({ status: 'cancelled', refundableAmount: '0.00', refundedAmount: after.totalAmount });
    await expect(page.getByRole('button', { name: t('admin_cancel_order_open') })).toHaveCount(0);
    await expect(page.getByRole('button', { name: t('admin_refund_open') })).toHaveCount(0);
  });
}

for (const [language, width] of lastInGate(CASES)) {
  test(`a failed refund paid another way is closed: ${language}, ${width} px`, async ({ page, shop }) => {
    const t = wordsOf(language);
    await page.setViewportSize({ width, height: 812 });
    await buy(shop.url, { card: '4000 0000 0000 5126', address: { ...NEW_YORK, fullName: unique('Refunda') } });
    await openDashboard(page, 'tab=orders', { language });
    const [order] = await adminCall<{ id: string; totalAmount: string }[]>(page, 'GET', '/api/admin/orders?limit=1');
    const id = order?.id ?? '';
    const refund = { data: { amount: order?.totalAmount }, headers: { 'idempotency-key': id } };
    await page.request.post(`${shop.url}/api/admin/orders/${id}/refunds`, refund);
    await openDashboard(page, `tab=orders&open=${id}`, { language });
    await page.getByRole('button', { name: t('admin_refund_other_way_open') }).click();
    const dialog = page.getByRole('dialog').last();
    await dialog.getByRole('button', { name: t('admin_refund_other_way_press') }).click();
    await expect(dialog.getByLabel(t('admin_refund_other_way_how'))).toBeFocused();
    await expect(dialog.getByLabel(t('admin_refund_other_way_how'))).toHaveAttribute('aria-invalid', 'true');
    await dialog.getByLabel(t('admin_refund_other_way_how')).fill('Zelle');
    await expectAccessible(page);
    await page.screenshot({ path: test.info().outputPath('other-way.png') });
    await dialog.getByRole('button', { name: t('admin_refund_other_way_press') }).click();
    await expectToast(page, t('admin_refund_other_way_done'));
    await expect(page.getByText(/Zelle/).first()).toBeVisible();
    await expect(page.getByRole('button', { name: t('admin_refund_other_way_open') })).toHaveCount(0);
    const failed = await adminCall<{ id: string }[]>(page, 'GET', '/api/admin/orders/failed-refunds');
    expect(failed.map((each) => each.id)).not.toContain(id);
  });
}
