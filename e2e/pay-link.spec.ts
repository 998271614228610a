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
import { CARDS } from './shop-page.ts';
import { wordsOf } from './words.ts';

test.use({ allowConsole: [/Failed to load resource/] });

/** The owner works at a desk or on a phone, the shopper on a phone. */
for (const language of ['en', 'es'] as const) {
  test(`the owner asks for the difference of a changed order, and it is paid once: ${language}`, async ({
    page,
    shop,
    browser,
  }) => {
    const t = wordsOf(language);
    await page.setViewportSize({ width: language === 'es' ? 375 : 1280, height: 900 });
    const cart = [{ id: 'box40', quantity: 2 }];
    await buy(shop.url, { cart, address: { ...NEW_YORK, fullName: unique('Paga'), preferredLanguage: language } });
    await openDashboard(page, 'tab=orders', { language });
    const [bought] = await adminCall<OrderDetail[]>(page, 'GET', '/api/admin/orders?limit=1');
    const id = bought?.id ?? '';
    const read = () => adminCall<OrderDetail>(page, 'GET', `/api/admin/orders/${id}`);
    await openDashboard(page, `tab=orders&open=${id}`, { language });
    await page.getByRole('button', { name: t('admin_items_open') }).click();
    const dialog = page.getByRole('dialog').last();
    await dialog.getByRole('button', { name: new RegExp(`^${t('admin_items_more', { name: '' })}`) }).click();
    await expect(dialog.getByLabel(t('admin_items_ask', { amount: '$19.99' }))).toBeChecked();
    await expectAccessible(page);
    await page.screenshot({ path: test.info().outputPath('dialog.png') });
    await dialog.getByRole('button', { name: t('admin_items_save_ask', { amount: '$19.99' }) }).click();
    await expectToast(page, t('admin_items_done'));
    await expect(page.getByRole('button', { name: t('admin_owed_copy') })).toBeVisible();
    await page.getByRole('button', { name: t('admin_owed_copy') }).scrollIntoViewIfNeeded();
    await page.screenshot({ path: test.info().outputPath('drawer.png') });

    // She withdraws it, and asks again.
    await page.getByRole('button', { name: t('admin_owed_withdraw') }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('admin_owed_withdraw') })
      .click();
    await expectToast(page, t('admin_owed_withdrawn'));
    await page.getByRole('button', { name: t('admin_owed_ask', { amount: '$19.99' }) }).click();
    await page.getByRole('button', { name: t('admin_owed_ask_confirm') }).click();
    await expectToast(page, t('admin_owed_asked'));
    const { statusUrl, emails } = await read();
    expect(emails.filter(({ subject }) => subject.includes('$19.99'))).toHaveLength(2);

    const locale = language === 'es' ? 'es-US' : 'en-US';
    const phone = await browser.newContext({ viewport: { width: 375, height: 800 }, baseURL: shop.url, locale });
    const [one, two] = [await phone.newPage(), await phone.newPage()];
    const amount = '$19.99';
    for (const tab of [one, two]) {
      await tab.goto(statusUrl);
      await tab.getByRole('button', { name: t('order_owed_pay', { amount }) }).click();
      await expect(tab.getByLabel(t('checkout_card_number'))).toBeVisible();
    }
    await expectAccessible(one);
    await one.screenshot({ path: test.info().outputPath('panel.png'), fullPage: true });
    await two.setViewportSize({ width: 1280, height: 900 });
    await two.screenshot({ path: test.info().outputPath('panel-1280.png') });
    await two.setViewportSize({ width: 375, height: 800 });
    const pay = async (tab: typeof one, number: string) => {
      await tab.getByLabel(t('checkout_card_number')).fill(number);
      await tab.getByLabel(t('checkout_card_expiry')).fill('12/34');
      await tab.getByLabel(t('checkout_card_cvc')).fill('123');
      await tab.getByRole('button', { name: t('checkout_pay', { amount }) }).click();
    };
    await pay(one, CARDS.declined);
    await expect(one.getByRole('alert').filter({ hasText: t('card_declined').split('.')[0] })).toBeVisible();
    // The bank asks for a step on a page of its own, and comes back to the order.
    await pay(one, CARDS.asks);
    await one.getByRole('button', { name: t('checkout_bank_complete') }).click();
    const total = `$${(Number(bought?.totalAmount) + 19.99).toFixed(2)}`;
    const thanks = t('order_owed_paid', { amount, total });
    await expect(one.getByText(thanks)).toBeVisible();
    expect(new URL(one.url()).search).toBe('');
    // The other tab pays nothing more, and says the same.
    await pay(two, CARDS.good);
    await expect(two.getByText(thanks)).toBeVisible();
    await two.screenshot({ path: test.info().outputPath('paid.png'), fullPage: true });
    const paid = await read();
    expect(paid).toMatchObject({ difference: '0.00', owed: { askable: '0.00' } });
    expect(paid.owed.requests.map(({ state }) => state)).toEqual(['ended', 'paid']);
    expect(Number(paid.totalAmount)).toBeCloseTo(Number(bought?.totalAmount) + 19.99, 2);
    await phone.close();
  });
}
