import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { facts } from '#brand/facts.ts';
import { LANGUAGES } from '#shared/core/language.ts';
import { type SmtpFault, startSmtp } from '#test/smtp.ts';
import { buy, expect, expectToast, inquire, openDashboard, startAdminShop, test } from './admin-fixtures.ts';
import { FULL_TIER, lastInGate } from './cases.ts';
import { wordsOf } from './words.ts';

// The browser's message when the test's tools inspect the frame without scripts.
test.use({ allowConsole: [/Blocked script execution in 'about:srcdoc'|ERR_CONNECTION_REFUSED/] });

const OWNER = 'owner@shop.example';
const mailEnv = (url: string) => ({ SMTP_URL: url, MAIL_FROM: 'Shop <hola@shop.example>', OWNER_EMAIL: OWNER });
const OUTBOX = 'tab=emails&view=outbox';

/** The states of the outbox's rows once none is queued, read like an owner. */
async function settledStates(page: Page): Promise<string[]> {
  const cells = page.locator('tbody td:nth-child(4)');
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(cells.first()).toBeVisible();
    expect(await cells.filter({ hasText: 'Queued' }).count()).toBe(0);
  }).toPass({ timeout: 60_000 });
  return cells.allInnerTexts();
}

test('mails from before e-mail was set up go out once when the owner says so', FULL_TIER, async ({ page }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-outbox-'));
  const smtp = await startSmtp();
  try {
    const before = await startAdminShop({}, dataDir);
    await buy(before.url);
    await inquire(before.url);
    await openDashboard(page, OUTBOX, { base: before.url });
    await expect(page.getByRole('row').filter({ hasText: 'Stored' })).toHaveCount(4);
    await before.stop();

    const shop = await startAdminShop(mailEnv(smtp.url), dataDir);
    try {
      await openDashboard(page, OUTBOX, { base: shop.url });
      const send = page.getByRole('button', { name: 'Send stored emails' });
      await send.click();
      const ask = page.getByRole('alertdialog', { name: 'Send stored emails' });
      await expect(ask).toContainText('old ones included');
      await ask.getByRole('button', { name: 'Cancel' }).click();
      await expect(ask).toHaveCount(0);
      expect(smtp.received).toHaveLength(0);
      await send.click();
      await ask.getByRole('button', { name: 'Send them' }).click();
      await expectToast(page, 'Emails queued: 4');
      expect(await settledStates(page)).toEqual(['Sent', 'Sent', 'Sent', 'Sent']);
      await expect(send).toHaveCount(0);
      // Two to the owner, at the owner's address when they were written.
      expect(smtp.received.flatMap(({ recipients }) => recipients).sort()).toEqual(
        [facts.email, facts.email, 'maria@shopper.example', 'rosa@laesquina.example'].sort(),
      );
    } finally {
      await shop.stop();
    }
  } finally {
    await smtp.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test('"Send me a test" mails the words of the editor to the owner and saves nothing', FULL_TIER, async ({ page }) => {
  const smtp = await startSmtp();
  const shop = await startAdminShop(mailEnv(smtp.url));
  try {
    for (const [language, subject, button, toast, text] of [
      ['en', 'Subject', 'Send me a test', 'Test email queued', 'It goes to your own address, with sample data.'],
      ['es', 'Asunto', 'Mándame una prueba', 'Correo de prueba en cola', 'Va a tu propia dirección'],
    ] as const) {
      await openDashboard(page, 'tab=emails&template=order_confirmation', { base: shop.url, language });
      await page.getByLabel(subject).fill(`{{customerName}} ${language}`);
      await page.getByRole('button', { name: button }).click();
      await expectToast(page, toast, text);
      // Discard the input, or the browser asks before the next page.
      await page.getByRole('button', { name: language === 'en' ? 'Undo changes' : 'Deshacer los cambios' }).click();
    }
    await expect.poll(() => smtp.received.length).toBe(2);
    for (const { recipients, subject } of smtp.received) {
      expect(recipients).toEqual([OWNER]);
      expect(subject).toMatch(/^\S.* (en|es)$/);
      expect(subject).not.toContain('{{');
    }
    expect(await (await page.request.get(`${shop.url}/api/admin/email-templates`)).json()).toEqual([]);
  } finally {
    await shop.stop();
    await smtp.close();
  }
});

test('without e-mail set up the test mail says that it stays in the outbox', FULL_TIER, async ({ page }) => {
  await openDashboard(page, 'tab=emails&template=order_confirmation');
  await page.getByRole('button', { name: 'Send me a test' }).click();
  await expectToast(page, 'Test email kept in the outbox', 'nothing was sent');
  await page.getByRole('button', { name: 'Outbox' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Stored' }).first()).toContainText('Order confirmation');
});

test('a mail that was refused shows why, in the outbox and in its order, and "Send" delivers it', async ({ page }) => {
  let fault: SmtpFault = { rcpt: 550 };
  const smtp = await startSmtp({ onRecipient: (address) => (address === OWNER ? null : fault) });
  const shop = await startAdminShop(mailEnv(smtp.url));
  try {
    const { orderNumber } = await buy(shop.url);
    await openDashboard(page, OUTBOX, { base: shop.url });
    expect((await settledStates(page)).map((state) => state.split('\n')[0]).sort()).toEqual(['Failed', 'Sent']);
    const row = page.getByRole('row').filter({ hasText: 'Failed' });
    await expect(row).toContainText('550');
    await row.getByRole('button', { name: /^Open email/ }).click();
    const mail = page.getByRole('complementary', { name: 'Email' });
    await expect(mail.getByText('Last error')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption('failed');
    await expect(page.locator('tbody tr')).toHaveCount(1);

    await page.getByRole('tab', { name: 'Orders' }).click();
    await page.getByRole('button', { name: `Open order ${orderNumber}` }).click();
    const order = page.getByRole('complementary', { name: `Order ${orderNumber}` });
    await expect(order.getByText(/^Email "Order confirmation" to maria@shopper.example: Failed/)).toBeVisible();
    fault = null;
    await order.getByRole('button', { name: 'Send: Order confirmation' }).click();
    await expectToast(page, 'Email queued', 'It goes out in a moment.');
    const delivered = () => smtp.received.filter(({ recipients }) => recipients.includes('maria@shopper.example'));
    await expect.poll(() => delivered().length).toBe(1);
    await page.reload();
    await expect(order.getByText('Email "Order confirmation" to maria@shopper.example: Sent')).toBeVisible();

    // A sent mail is sent again as a new message.
    await openDashboard(page, OUTBOX, { base: shop.url });
    await page
      .getByRole('button', { name: /^Send again: .*received|^Send again: .*order/i })
      .first()
      .click();
    const ask = page.getByRole('alertdialog', { name: /^Send it to .+ once more\?$/ });
    await ask.getByRole('button', { name: 'Send again' }).click();
    await expectToast(page, 'Email queued');
    await expect.poll(() => smtp.received.length).toBe(3);
    expect(new Set(smtp.received.map(({ messageId }) => messageId)).size).toBe(3);
  } finally {
    await shop.stop();
    await smtp.close();
  }
});

for (const language of lastInGate(LANGUAGES)) {
  test(`a mistyped recipient is corrected in order and outbox: ${language}`, FULL_TIER, async ({ page }) => {
    const t = wordsOf(language);
    const correct = t('admin_recipient_correct_of', { name: t('admin_template_order_confirmation') });
    const [field, send] = [t('admin_recipient_field'), t('admin_mail_send')];
    const before = t('admin_recipient_before', { to: 'maria@shopper.example' });
    const smtp = await startSmtp({
      onRecipient: (address) => (address === 'maria@shopper.example' ? { rcpt: 550 } : null),
    });
    const shop = await startAdminShop(mailEnv(smtp.url));
    try {
      const { orderNumber } = await buy(shop.url);
      await openDashboard(page, `tab=orders&q=${orderNumber}`, { base: shop.url, language });
      await page.locator('tbody button').filter({ hasText: orderNumber }).first().click();
      const order = page.getByRole('complementary').first();
      await order.getByRole('button', { name: correct }).click();
      const dialog = page.getByRole('dialog', { name: t('admin_recipient_title') });
      await expect(dialog.getByLabel(field)).toHaveValue('maria@shopper.example');
      await expect(dialog.getByRole('button', { name: send })).toBeDisabled();
      await dialog.getByLabel(field).fill('maria@shopper.example, rosa@shopper.example');
      await dialog.getByRole('button', { name: send }).click();
      await expect(dialog.getByText(t('issue_invalid_email'))).toBeVisible();
      await dialog.getByLabel(field).fill('maria.perez@shopper.example');
      await dialog.getByRole('button', { name: send }).click();
      await expectToast(
        page,
        t('admin_mail_again_title'),
        t('admin_mail_send_to_text', { to: 'maria.perez@shopper.example' }),
      );
      await expect(dialog).toHaveCount(0);
      await expect(order.getByText(before).first()).toBeVisible();
      await expect
        .poll(() => smtp.received.map(({ recipients }) => recipients).filter(([to]) => to !== OWNER))
        .toEqual([['maria.perez@shopper.example']]);

      await openDashboard(page, OUTBOX, { base: shop.url, language });
      await page
        .getByRole('row')
        .filter({ hasText: 'maria.perez@shopper.example' })
        .getByRole('button')
        .first()
        .click();
      const mail = page.getByRole('complementary').first();
      await expect(mail.getByText(before)).toBeVisible();
      await mail.getByRole('button', { name: /^(Change address of|Cambiar dirección de): / }).click();
      await dialog.getByLabel(field).fill('m.perez@shopper.example');
      await dialog.getByRole('button', { name: send }).click();
      await expect(mail.getByText(`${before}, maria.perez@shopper.example`)).toBeVisible();
      await expect
        .poll(() => smtp.received.flatMap(({ recipients }) => recipients))
        .toContain('m.perez@shopper.example');
    } finally {
      await shop.stop();
      await smtp.close();
    }
  });
}

test('no mail came: the order says why, and opens what was written', FULL_TIER, async ({ page, shop }) => {
  const { orderNumber } = await buy(shop.url);
  await openDashboard(page, `tab=orders&q=${orderNumber}`);
  await page.getByRole('button', { name: `Open order ${orderNumber}` }).click();
  const order = page.getByRole('complementary', { name: `Order ${orderNumber}` });
  await expect(order.getByText('Stored means not sent')).toBeVisible();
  await expect(order.getByRole('link', { name: '+1 305-555-0111' })).toHaveAttribute('href', 'tel:+13055550111');
  await order.getByRole('link', { name: 'Order confirmation' }).click();
  const mail = page.getByRole('complementary', { name: 'Email' });
  await expect(mail.getByText('maria@shopper.example')).toBeVisible();
  await expect(page).toHaveURL(/tab=emails&view=outbox&open=[\da-f-]{36}$/);
  await page.goBack();
  await expect(order).toBeVisible();
  await order.getByRole('link', { name: 'Setup' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Setup' })).toBeVisible();
});
