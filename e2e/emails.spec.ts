import { type ReceivedMail, startSmtp, type TestSmtp } from '#test/smtp.ts';
import { test as base, expect, PASSWORD, startAdminShop, toastOf } from './admin-fixtures.ts';
import { FULL_TIER } from './cases.ts';
import { CARDS, MIAMI, shopper } from './shop-page.ts';

const OWNER = 'owner@shop.example';
const CUSTOMER = 'yolanda@example.com';

/** A separate program that sends through a real SMTP server. */
const test = base.extend<{ smtp: TestSmtp; shopUrl: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's form
  smtp: async ({}, use) => {
    const smtp = await startSmtp();
    await use(smtp);
    await smtp.close();
  },
  shopUrl: async ({ smtp }, use) => {
    const program = await startAdminShop({
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Doña Guayaba <hola@shop.example>',
      OWNER_EMAIL: OWNER,
    });
    await use(program.url);
    await program.stop();
  },
  baseURL: async ({ shopUrl }, use) => use(shopUrl),
});

// The trace recorder has a script in each frame, which the preview's sandbox blocks.
test.use({ allowConsole: [/^Blocked script execution in 'about:srcdoc'/] });

/** Mails to an address, once there are this many. */
async function mailsTo(smtp: TestSmtp, address: string, count: number): Promise<ReceivedMail[]> {
  const found = () => smtp.received.filter(({ recipients }) => recipients.includes(address));
  await expect.poll(() => found().length).toBe(count);
  return found();
}

test("the owner's words are in the preview and in the customer's Spanish mail", FULL_TIER, async ({ page, smtp }) => {
  await test.step('log in and rewrite the Spanish order confirmation', async () => {
    await page.goto('/admin/login?lang=en');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByRole('tab', { name: 'Email Templates' }).click();
    const form = page.getByRole('form', { name: 'Template editor' });
    await form.getByLabel('Template Type').selectOption({ label: 'Order confirmation' });
    await form.getByRole('button', { name: 'Spanish: still the default' }).click();
    await expect(form.getByText('Using Default')).toBeVisible();
    await form.getByLabel('Subject').fill('¡Qué rico, {{customerName}}! Pedido {{orderNumber}}');
    await form
      .getByLabel('Body')
      .fill('# Ya huele a guayaba\n\nTu caja sale de **Hialeah** el lunes, {{customerName}}.\n\n{{orderItems}}');

    const preview = page.getByRole('region', { name: 'Preview' });
    await expect(preview.getByText('¡Qué rico,')).toBeVisible();
    const frame = preview.frameLocator('iframe');
    await expect(frame.getByRole('heading', { name: 'Ya huele a guayaba' })).toBeVisible();
    await expect(
      frame.getByRole('paragraph').filter({ hasText: 'Tu caja sale de Hialeah el lunes,' }).last(),
    ).toBeVisible();

    await form.getByRole('button', { name: 'Save Template' }).click();
    await expect(toastOf(page).filter({ hasText: 'Template saved' })).toBeVisible();
    await expect(form.getByText('Custom Template')).toBeVisible();
  });

  const number = await test.step('buy a box in Spanish', async () => {
    await page.evaluate(() => localStorage.setItem('lang', 'es'));
    const yo = shopper(page, 'es');
    await yo.goToPayment(MIAMI);
    await yo.pay(CARDS.good);
    return yo.seeOrder();
  });

  await test.step('read those very words in the delivered mail', async () => {
    const [mail] = await mailsTo(smtp, CUSTOMER, 1);
    expect(mail?.subject).toMatch(new RegExp(`^¡Qué rico, Yolanda Pérez! Pedido #\\d+ \\(${number}\\)$`));
    expect(mail?.headers.get('content-language')).toBe('es');
    expect(mail?.html).toMatch(/<html[^>]* lang="es"/);
    expect(mail?.html).toContain('Ya huele a guayaba');
    expect(mail?.html).toMatch(/Tu caja sale de <strong[^>]*>Hialeah<\/strong> el lunes, Yolanda Pérez\./);
    expect(mail?.text).toMatch(/Ya huele a guayaba/i);
    expect(mail?.text).toContain('el lunes, Yolanda Pérez.');
    expect(mail?.text).toContain('19.99');
    // The owner's mail has the language of the settings.
    const [notice] = await mailsTo(smtp, OWNER, 1);
    expect(notice?.subject).toContain(number);
    expect(notice?.headers.get('content-language')).toBe('en');
  });

  await test.step('add tracking, and read the shipping mail', async () => {
    await page.goto('/admin/dashboard?tab=orders&lang=en');
    await page.getByRole('button', { name: `Add a tracking number to order ${number}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Tracking Number' });
    await dialog.getByLabel('Tracking number').fill('1Z999AA10123456784');
    await dialog.getByLabel('Carrier').selectOption('UPS');
    await dialog.getByRole('button', { name: 'Save & Send Email' }).click();
    await expect(toastOf(page).filter({ hasText: 'Tracking number added' })).toBeVisible();

    const [, shipping] = await mailsTo(smtp, CUSTOMER, 2);
    expect(shipping?.headers.get('content-language')).toBe('es');
    expect(shipping?.subject).toContain(number);
    expect(shipping?.html).toMatch(/<html[^>]* lang="es"/);
    expect(shipping?.html).toContain('https://www.ups.com/track?tracknum=1Z999AA10123456784');
    expect(shipping?.text).toContain('1Z999AA10123456784');
    expect(shipping?.text).toMatch(/Ya salió de Miami, Yolanda Pérez/i);
  });
});
