import type { Locator } from '@playwright/test';
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
import { CASES } from './cases.ts';
import { CARDS } from './shop-page.ts';
import { wordsOf } from './words.ts';

test.use({ allowConsole: [/Failed to load resource/] });

for (const [language, width] of CASES) {
  test(`the owner writes an order by phone, with a link and paid by check: ${language}, ${width} px`, async ({
    page,
    shop,
    browser,
  }) => {
    const t = wordsOf(language);
    await page.setViewportSize({ width, height: 900 });
    const fullName = unique('Rosa');
    await buy(shop.url, { address: { ...NEW_YORK, fullName, preferredLanguage: language } });
    await openDashboard(page, 'tab=orders', { language });
    let presses = 0;
    const press = async (button: Locator) => {
      presses += 1;
      await button.click();
    };
    const form = page.getByRole('dialog');
    const fill = async () => {
      await press(page.getByRole('link', { name: t('admin_written_new') }));
      await form.getByLabel(t('admin_written_known')).fill(fullName);
      await press(form.getByRole('button', { name: fullName }));
      await press(form.getByRole('button', { name: /^(Box|Caja) .*40 / }));
      await form.getByRole('spinbutton').fill('2');
    };

    // A link, mailed and copied.
    await fill();
    const make = form.getByRole('button', { name: new RegExp(t('admin_written_make_link', { amount: '' }).trim()) });
    await expect(make).toBeEnabled();
    await expect(make).toContainText('$');
    await expectAccessible(page);
    await page.screenshot({ path: test.info().outputPath('form.png') });
    const amount = /\$[\d.]+/.exec((await make.textContent()) ?? '')?.[0] ?? '';
    await press(make);
    await expect(form.getByRole('heading', { name: t('admin_written_made', { amount }) })).toBeVisible();
    presses += 1;
    await form.getByRole('button', { name: t('admin_written_copy_of', { name: fullName }) }).click();
    expect(presses).toBeLessThanOrEqual(12);
    await expectAccessible(page);
    const link = (await form.getByText('/order/pay-').textContent()) ?? '';
    await form
      .getByRole('button', { name: t('admin_close'), exact: true })
      .last()
      .click();
    await expect(page.getByText(t('admin_written_open')).first()).toBeVisible();

    // Two tabs of the customer's phone: one payment.
    const locale = language === 'es' ? 'es-US' : 'en-US';
    const phone = await browser.newContext({ viewport: { width: 375, height: 800 }, baseURL: shop.url, locale });
    const [one, two] = [await phone.newPage(), await phone.newPage()];
    for (const tab of [one, two]) {
      await tab.goto(new URL(link).pathname);
      await tab.getByRole('button', { name: t('order_owed_pay', { amount }) }).click();
      await expect(tab.getByLabel(t('checkout_card_number'))).toBeVisible();
    }
    await expectAccessible(one);
    await one.screenshot({ path: test.info().outputPath('link.png'), fullPage: true });
    for (const tab of [one, two]) {
      await tab.getByLabel(t('checkout_card_number')).fill(CARDS.good);
      await tab.getByLabel(t('checkout_card_expiry')).fill('12/34');
      await tab.getByLabel(t('checkout_card_cvc')).fill('123');
    }
    const payButton = (tab: typeof one) => tab.locator('form button[type=submit]');
    await Promise.all([
      payButton(one).click(),
      payButton(two)
        .click()
        .catch(() => {}),
    ]);
    await expect(one).toHaveURL(/\/order\/(?!pay-)/);
    await one.screenshot({ path: test.info().outputPath('paid.png') });
    await phone.close();
    const q = encodeURIComponent(fullName);
    const orders = () => adminCall<OrderDetail[]>(page, 'GET', `/api/admin/orders?q=${q}`);
    expect(await orders()).toHaveLength(2);

    // Again, paid by check.
    await page.goto('/admin/dashboard?tab=orders');
    await fill();
    await form.getByLabel(t('admin_written_already')).check();
    await form.getByLabel(t('admin_written_method')).selectOption('check');
    await form.getByLabel(t('admin_written_reference')).fill('No. 1042');
    const save = form.getByRole('button', { name: new RegExp(t('admin_written_save_paid', { amount: '' }).trim()) });
    await expect(save).toContainText('$');
    await save.dblclick();
    await expectToast(page, t('admin_written_saved'));
    await expect(page.getByText('No. 1042').first()).toBeVisible();
    await expect(page.getByText(t('admin_written_refund_by_hand'))).toBeVisible();
    expect(await orders()).toHaveLength(3);
    await expectAccessible(page);
    await page.screenshot({ path: test.info().outputPath('order.png') });
  });
}
