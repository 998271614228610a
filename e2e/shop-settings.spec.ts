import { confirmOrder, startPaymentFor } from '#test/shopper.ts';
import { startSmtp } from '#test/smtp.ts';
import { StripeStandIn } from '#test/stand-ins/stripe.ts';
import { expect, expectAccessible, FAILED_ANSWERS, PASSWORD, signIn, startAdminShop, test } from './admin-fixtures.ts';
import { CASES, FULL_TIER } from './cases.ts';
import { wordsOf } from './words.ts';

test.use({ allowConsole: FAILED_ANSWERS });

const SETTINGS_KEY = Buffer.alloc(32, 's').toString('base64');

for (const [language, width] of CASES) {
  const t = wordsOf(language);

  test(
    `mail and card payment are set in the admin, tried, and a purchase runs: ${language}, ${width} px`,
    FULL_TIER,
    async ({ page }) => {
      const smtp = await startSmtp();
      const stripe = await StripeStandIn.start();
      const { STRIPE_API_URL, STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY } = stripe.env();
      const shop = await startAdminShop({ SETTINGS_KEY, STRIPE_API_URL });
      try {
        await page.setViewportSize({ width, height: 900 });
        await signIn(page, shop.url);
        await page.goto(`${shop.url}/admin/settings?lang=${language}`);
        const settings = page.getByRole('region', { name: t('admin_settings_heading') });
        const group = (title: string) =>
          settings.locator('details').filter({ has: page.locator('summary', { hasText: title }) });

        await test.step('the mail server: a wrong password of hers, then the right one, then a real email', async () => {
          const mail = group(t('admin_settings_mail'));
          await mail.locator('summary').click();
          const { hostname, port } = new URL(smtp.url);
          await mail.getByLabel(t('admin_settings_smtp_host'), { exact: true }).fill(hostname);
          await mail.getByLabel(t('admin_settings_smtp_port'), { exact: true }).fill(port);
          await mail.getByLabel(t('admin_settings_from'), { exact: true }).fill('Guava <hola@shop.example>');
          await mail.getByLabel(t('admin_settings_owner'), { exact: true }).fill('owner@shop.example');
          const password = mail.getByLabel(t('admin_settings_password'), { exact: true });
          const save = mail.getByRole('button', { name: t('admin_settings_save'), exact: true });
          await password.fill('not hers');
          await save.click();
          await expect(password).toHaveAttribute('aria-invalid', 'true');
          await password.fill(PASSWORD);
          await save.click();
          await expect(save).toBeDisabled();
          await mail.getByRole('button', { name: t('admin_settings_try'), exact: true }).click();
          await expect.poll(() => smtp.received.length).toBeGreaterThan(0);
          await expect(mail.getByRole('status')).toContainText(/\S/);
          await expectAccessible(page);
        });

        await test.step('Stripe: the password is asked for once, and a secret is not shown again', async () => {
          const payment = group(t('admin_settings_payment'));
          await payment.locator('summary').click();
          await payment.getByLabel(t('admin_settings_publishable'), { exact: true }).fill(STRIPE_PUBLISHABLE_KEY);
          await payment.getByLabel(t('admin_settings_secret'), { exact: true }).fill(STRIPE_SECRET_KEY);
          await expect(payment.getByLabel(t('admin_settings_password'), { exact: true })).toHaveCount(0);
          await payment.getByRole('button', { name: t('admin_settings_save'), exact: true }).click();
          const ending = t('admin_settings_ends', { ending: STRIPE_SECRET_KEY.slice(-4) });
          await expect(payment.getByLabel(t('admin_settings_secret'), { exact: true })).toHaveValue(ending);
          await payment.getByRole('button', { name: t('admin_settings_try'), exact: true }).click();
          await expect(payment.getByRole('status')).toContainText(/Stripe/);
          await page.reload();
          await payment.locator('summary').click();
          await expect(payment.getByLabel(t('admin_settings_secret'), { exact: true })).toHaveValue(ending);
          await expectAccessible(page);
        });

        await test.step('a purchase is paid at Stripe, and both mails leave', async () => {
          const secret = await startPaymentFor(shop.url);
          const id = secret.split('_secret_')[0] ?? '';
          stripe.confirm(id);
          await confirmOrder(shop.url, id);
          const to = () => smtp.received.flatMap(({ recipients }) => recipients);
          await expect.poll(to).toEqual(expect.arrayContaining(['owner@shop.example']));
          await expect.poll(() => smtp.received.length).toBeGreaterThan(2);
        });
      } finally {
        await shop.stop();
        await stripe.close();
        await smtp.close();
      }
    },
  );
}
