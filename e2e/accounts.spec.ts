import {
  adminCall,
  expect,
  expectAccessible,
  expectToast,
  FAILED_ANSWERS,
  inquire,
  signIn,
  test,
  unique,
} from './admin-fixtures.ts';
import { CASES } from './cases.ts';
import { wordsOf } from './words.ts';

// A file of another type is refused.
test.use({ contextOptions: { reducedMotion: 'reduce' }, allowConsole: FAILED_ANSWERS });

for (const [language, width] of CASES) {
  test(`an inquiry becomes an account with prices and certificate: ${language}, ${width} px`, async ({
    page,
    shop,
  }) => {
    const t = wordsOf(language);
    await page.setViewportSize({ width, height: 900 });
    const businessName = unique('Bodega');
    const { id } = await inquire(shop.url, { businessName, preferredLanguage: 'es' });
    await signIn(page, shop.url);
    await page.goto(`${shop.url}/admin/dashboard?tab=wholesalers&open=${id}&lang=${language}`);
    await page.getByRole('button', { name: t('admin_trade_make'), exact: true }).click();
    await expect(page).toHaveURL(/\/admin\/accounts\/[\w-]{36}$/);
    const detail = page.getByRole(width < 1000 ? 'dialog' : 'complementary', { name: businessName });
    await expect(detail.getByText(t('admin_trade_terms_prepaid'))).toBeVisible();
    await expectAccessible(page);

    // Wrong and missing values are named at their fields, and the first of them has the focus.
    await detail.getByRole('button', { name: t('admin_trade_edit') }).click();
    const form = page.getByRole('dialog', { name: t('admin_trade_edit_title', { name: businessName }) });
    await form.getByLabel(t('admin_trade_terms')).selectOption('net30');
    await form.getByRole('button', { name: t('admin_trade_address_add') }).click();
    await form.getByLabel(t('admin_trade_address_line1')).fill('12 Calle Ocho');
    await form.getByLabel(t('admin_trade_city')).fill('Miami');
    await form.getByLabel(t('admin_trade_zip')).fill('10001');
    await form.getByText(t('admin_trade_certificate'), { exact: true }).click();
    await form.getByLabel(t('admin_trade_certificate_number')).fill('23-8001');
    await form.getByLabel(t('admin_trade_certificate_state')).selectOption('FL');
    await form.getByLabel(t('admin_trade_certificate_end')).fill('2026-01-31');
    await expectAccessible(page);
    await form.getByRole('button', { name: t('admin_trade_save') }).click();
    await expect(form.getByLabel(t('admin_trade_zip'))).toBeFocused();
    await form.getByLabel(t('admin_trade_zip')).fill('33135');
    await form.getByRole('button', { name: t('admin_trade_save') }).click();
    await expect(form).toHaveCount(0);
    await expect(detail.getByText('Miami, FL 33135')).toBeVisible();
    await expect(detail.getByText(t('admin_trade_terms_net30'))).toBeVisible();
    await expect(detail.getByRole('link', { name: t('admin_trade_certificate_ask') })).toBeVisible();

    const file = { name: 'certificate.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 test') };
    await detail.locator('input[type=file]').setInputFiles(file);
    const link = detail.getByRole('link', { name: file.name });
    await expect(link).toBeVisible();
    const saved = page.waitForEvent('download');
    await link.click();
    expect((await saved).suggestedFilename()).toBe('resale-certificate.pdf');
    await detail.locator('input[type=file]').setInputFiles({ ...file, buffer: Buffer.from('<html>') });
    await expect(detail.getByText('PDF, JPEG')).toBeVisible();

    await detail.getByRole('button', { name: t('admin_prices_own') }).click();
    const prices = page.getByRole('dialog', { name: t('admin_prices_own_title', { name: businessName }) });
    await prices.getByLabel(t('admin_prices_units')).first().fill('12');
    await prices.getByLabel(t('admin_prices_price')).first().fill('180');
    await expect(prices.getByText('$15.00')).toBeVisible();
    await expectAccessible(page);
    await prices.getByRole('button', { name: t('admin_prices_save') }).click();
    await expectToast(page, t('admin_prices_saved'));
    await expect(detail.getByText('$180.00')).toBeVisible();

    const [account] = await adminCall<{ id: string }[]>(page, 'GET', `${shop.url}/api/admin/accounts?inquiry=${id}`);
    await page.goto(`${shop.url}/admin/dashboard?tab=wholesalers&open=${id}`);
    const toAccount = page.getByRole('link', { name: t('admin_trade_to') });
    await expect(toAccount).toHaveAttribute('href', `/admin/accounts/${account?.id}`);
  });
}
