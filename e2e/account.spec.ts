import type { CDPSession, Page } from '@playwright/test';
import { startSmtp } from '#test/smtp.ts';
import {
  expect,
  expectAccessible,
  expectToast,
  FAILED_ANSWERS,
  failCalls,
  PASSWORD,
  startAdminShop,
  test,
} from './admin-fixtures.ts';
import { CASES } from './cases.ts';
import { wordsOf } from './words.ts';

// Without animations, so that axe sees the final colours.
test.use({ contextOptions: { reducedMotion: 'reduce' }, allowConsole: FAILED_ANSWERS });

/** A virtual authenticator that verifies its user without asking, like a phone with a fingerprint. Chromium only. */
async function addDevice(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

for (const [language, width] of CASES) {
  test(`a passkey is added and signs in; without it a recovery code does: ${language}, ${width} px`, async ({
    page,
  }) => {
    const t = wordsOf(language);
    const smtp = await startSmtp();
    const own = await startAdminShop({
      SMTP_URL: smtp.url,
      MAIL_FROM: 'hola@shop.example',
      OWNER_EMAIL: 'owner@shop.example',
    });
    // Browsers have no passkeys at an IP address.
    const base = own.url.replace('127.0.0.1', 'localhost');
    const button = (key: string) => page.getByRole('button', { name: t(key), exact: true });
    const logOut = async () => {
      await page.request.post(`${base}/api/admin/logout`);
      await page.goto(`${base}/admin/login?lang=${language}`);
    };
    try {
      await page.setViewportSize({ width, height: 900 });
      const { cdp, authenticatorId } = await addDevice(page);
      await page.goto(`${base}/admin/account?lang=${language}`);
      await page.getByLabel(t('admin_login_password')).fill(PASSWORD);
      await page.getByLabel(t('admin_login_password')).press('Enter');
      await expect(page).toHaveURL(/\/admin\/account/);
      const keys = page.getByRole('region', { name: t('admin_passkeys_heading') });
      await expect(keys).toContainText(t('admin_passkeys_none'));
      await expectAccessible(page);

      await keys.getByRole('button', { name: t('admin_passkeys_add') }).click();
      const proof = page.getByRole('dialog');
      await proof.getByLabel(t('admin_login_password')).fill('no es esta');
      await page.keyboard.press('Enter');
      await expect(proof.getByLabel(t('admin_login_password'))).toHaveAccessibleDescription(t('issue_password_wrong'));
      await proof.getByLabel(t('admin_login_password')).fill(PASSWORD);
      await page.keyboard.press('Enter');
      const shown = page.getByRole('alertdialog');
      await expect(shown.getByRole('listitem')).toHaveCount(10);
      const [code = ''] = await shown.getByRole('listitem').allTextContents();
      await expectAccessible(page);
      // The codes are lost once they are closed, so Escape does not close them.
      await page.keyboard.press('Escape');
      await shown.getByRole('button', { name: t('admin_recovery_done') }).click();
      await expect(shown).toBeHidden();
      await expect(keys.getByRole('listitem')).toContainText('Chrome');
      const codes = page.getByRole('region', { name: t('admin_recovery_heading') });
      await expect(codes).toContainText(t('admin_recovery_left', { left: 10 }));

      await keys.getByRole('button', { name: new RegExp(`^${t('admin_passkeys_rename')}`) }).click();
      await page.getByRole('dialog').getByLabel(t('admin_passkeys_name')).fill('Mi teléfono');
      await page.keyboard.press('Enter');
      await expect(keys.getByRole('listitem')).toContainText('Mi teléfono');
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

      await logOut();
      await expectAccessible(page);
      await button('admin_login_passkey').click();
      await expect(page).toHaveURL(/\/admin\/dashboard/);

      // The phone is lost: there is a new one without the key.
      await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
      await addDevice(page);
      await logOut();
      await button('admin_login_passkey').click();
      await expect(page.getByRole('alert')).toHaveText(t('admin_login_passkey_cancelled'));
      await page.getByText(t('admin_login_code')).click();
      const field = page.getByLabel(t('admin_login_code_label'));
      await field.fill('nada-nada-nada-nada');
      await button('admin_login_code_button').click();
      await expect(page.getByText(t('recovery_code_refused'))).toBeVisible();
      await expectAccessible(page);
      await field.fill(code.toUpperCase());
      await button('admin_login_code_button').click();
      await expect(page).toHaveURL(/\/admin\/dashboard/);
      await page.goto(`${base}/admin/account?lang=${language}`);
      await expect(codes).toContainText(t('admin_recovery_left', { left: 9 }));
      await keys.getByRole('button', { name: new RegExp(`^${t('admin_passkeys_remove')}`) }).click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('admin_passkeys_remove') })
        .click();
      await expect(keys).toContainText(t('admin_passkeys_none'));
      await expect
        .poll(() => smtp.received.map(({ subject }) => subject).sort())
        .toEqual([wordsOf('en')('passkey_added_subject'), wordsOf('en')('recovery_used_subject')]);
    } finally {
      await own.stop();
      await smtp.close();
    }
  });
}

test('a person’s own language follows them, and the toggle changes it; their name is kept', async ({ page, own }) => {
  const [en, es] = [wordsOf('en'), wordsOf('es')];
  await page.goto(`${own.url}/admin/account?lang=en`);
  await page.getByLabel(en('admin_account_name')).fill('Mercedes');
  await page.getByLabel(en('admin_account_language')).selectOption('es');
  await page.getByRole('button', { name: en('admin_account_save'), exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(es('admin_screen_account'));
  await expectToast(page, es('admin_account_saved'));
  // As on another device, whose browser prefers English.
  await page.evaluate(() => localStorage.setItem('lang', 'en'));
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(es('admin_screen_account'));
  await expect(page.getByLabel(es('admin_account_name'))).toHaveValue('Mercedes');
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await page.getByRole('button', { name: /^EN/ }).first().click();
  expect((await saved).status()).toBe(200);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(en('admin_screen_account'));
});

test('parts that cannot be read say so, and can be read again', async ({ page, own }) => {
  const t = wordsOf('en');
  const mend = await failCalls(page, /\/api\/admin\/(?:password|passkeys|recovery-codes|account)$/, ['GET']);
  await page.goto(`${own.url}/admin/account?lang=en`);
  const alerts = page.getByRole('alert');
  await expect(alerts).toHaveCount(4);
  await mend();
  for (const left of [3, 2, 1, 0]) {
    await alerts.first().getByRole('button').click();
    await expect(alerts).toHaveCount(left);
  }
  // This shop's own address is localhost, and the page is open at a number.
  await expect(page.getByRole('region', { name: t('admin_passkeys_heading') })).toContainText('http://localhost');
});
