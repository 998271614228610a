import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSmtp } from '#test/smtp.ts';
import {
  buy,
  expect,
  expectAccessible,
  FAILED_ANSWERS,
  failCalls,
  openDashboard,
  signIn,
  startAdminShop,
  test,
} from './admin-fixtures.ts';
import { CASES, FULL_TIER, lastInGate } from './cases.ts';
import { wordsOf } from './words.ts';

// Without animations, so that axe sees the final colours.
test.use({ contextOptions: { reducedMotion: 'reduce' }, allowConsole: FAILED_ANSWERS });

for (const [language, width] of lastInGate(CASES)) {
  test(`an owner finds Setup in the rail and reads what is left to do: ${language}, ${width} px`, async ({ page }) => {
    const t = wordsOf(language);
    const screen = t('admin_screen_settings');
    const heading = page.getByRole('heading', { level: 2, name: t('admin_setup_heading') });
    await page.setViewportSize({ width, height: 900 });
    await openDashboard(page, 'tab=orders&q=nobody', { language });
    if (width < 1000) await page.getByRole('button', { name: t('admin_rail_more') }).click();
    await page.getByRole('link', { name: screen }).click();
    await expect(page.getByRole('heading', { level: 1, name: screen })).toBeVisible();
    await expect(heading).toBeVisible();
    await expect(page).toHaveURL(/\/admin\/settings$/);
    await expect(page).toHaveTitle(screen);
    const payment = page.getByRole('listitem').filter({ hasText: t('title_payment') });
    await expect(payment).toContainText('STRIPE_SECRET_KEY');
    await expect(payment).toContainText(t('admin_setup_todo'));
    const clock = page.getByRole('heading', { level: 3, name: t('title_clock') });
    await expect(clock).toBeHidden();
    await page.getByText(t('admin_setup_technical')).click();
    await expect(clock).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    // Back and forward restore the view.
    await page.goBack();
    await expect(page).toHaveURL(/tab=orders&q=nobody$/);
    await expect(page.getByRole('tablist').first()).toBeVisible();
    await page.goForward();
    await expect(heading).toBeVisible();
  });
}

test('by keyboard, and in both languages; a failed look says so and can be repeated', async ({ page, shop }) => {
  await signIn(page);
  const mend = await failCalls(page, /\/api\/admin\/setup/, ['GET']);
  await page.goto(`${shop.url}/admin/settings?lang=en`);
  await expect(page.getByRole('alert')).toContainText('We are unavailable for a moment.');
  await mend();
  await page.getByRole('button', { name: 'Try again' }).click();
  const again = page.getByRole('button', { name: 'Check again' });
  await expect(again).toBeEnabled();
  await expect(page.getByRole('heading', { level: 3, name: 'Card payment' })).toBeVisible();
  await again.focus();
  const looked = page.waitForResponse(/\/api\/admin\/setup/);
  await page.keyboard.press('Enter');
  expect((await looked).status()).toBe(200);
  await page.getByRole('button', { name: /ES/ }).press('Enter');
  await expect(page.getByRole('heading', { level: 3, name: 'Pago con tarjeta' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 3, name: 'Card payment' })).toHaveCount(0);
});

test('the newest backup is tried in a copy, counted beside the shop, and downloaded', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'backups-'));
  const shop = await startAdminShop({ BACKUP_DIR: folder });
  try {
    await expect.poll(() => readdirSync(folder).filter((name) => name.endsWith('.gz'))).toHaveLength(1);
    await buy(shop.url);
    await signIn(page, shop.url);
    await page.goto(`${shop.url}/admin/settings?lang=en`);
    const backups = page.getByRole('region', { name: 'Backups' });
    await backups.getByRole('button', { name: 'Restore into a copy and count' }).click();
    await expect(backups.getByRole('status')).toContainText('is whole', { timeout: 90_000 });
    await expect(backups.getByText('0 in the backup, 1 in the shop now').first()).toBeVisible();
    await expectAccessible(page);
    const arriving = page.waitForEvent('download');
    await backups.getByRole('link', { name: 'Download the newest backup' }).click();
    const download = await arriving;
    expect(readdirSync(folder)).toContain(download.suggestedFilename());
    expect(readFileSync(await download.path()).equals(readFileSync(join(folder, download.suggestedFilename())))).toBe(
      true,
    );
  } finally {
    await shop.stop();
    rmSync(folder, { recursive: true });
  }
});

for (const [language, width] of lastInGate(CASES)) {
  test(
    `another browser’s session is ended (S5): ${language}, ${width} px`,
    FULL_TIER,
    async ({ page, browser, own }) => {
      const t = wordsOf(language);
      const elsewhere = await browser.newContext({ baseURL: own.url, locale: 'en-US' });
      try {
        const other = await elsewhere.newPage();
        await signIn(other, own.url);
        await other.goto(`${own.url}/admin/dashboard?tab=orders&lang=en`);
        await expect(other.getByRole('tablist').first()).toBeVisible();

        await page.setViewportSize({ width, height: 900 });
        await page.goto(`${own.url}/admin/account?lang=${language}`);
        const list = page.getByRole('region', { name: t('admin_sessions_heading') });
        await expect(list.getByRole('listitem')).toHaveCount(2);
        await expectAccessible(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
        // This browser's own session has no such button.
        await list.getByRole('button', { name: /^(End the session|Cerrar la sesión)/ }).click();
        await expect(page.getByText(t('admin_sessions_ended'), { exact: true }).first()).toBeVisible();
        await expect(list.getByRole('listitem')).toHaveCount(1);

        await other.reload();
        await expect(other).toHaveURL(/\/admin\/login/);
        await page.reload();
        await expect(list.getByRole('listitem')).toHaveCount(1);
      } finally {
        await elsewhere.close();
      }
    },
  );
}

test('the password is changed on a phone; a wrong one is told at its field; other browsers are signed out', async ({
  page,
  browser,
}) => {
  const t = wordsOf('es');
  const next = 'guayaba galleta café abuela';
  const own = await startAdminShop({ ADMIN_PASSWORD: '' });
  const elsewhere = await browser.newContext();
  try {
    const first = /(\S+) opens \/admin/.exec(own.output())?.[1] ?? '';
    const other = await elsewhere.newPage();
    for (const each of [page, other]) {
      await each.request.post(`${own.url}/api/admin/login`, { data: { password: first } });
    }
    await page.setViewportSize({ width: 375, height: 812 });
    await page.goto(`${own.url}/admin/account?lang=es`);
    const form = page.getByRole('region', { name: t('admin_password_heading') });
    const current = form.getByLabel(t('admin_password_current'));
    const press = () => form.getByRole('button', { name: t('admin_password_change') }).click();
    await current.fill('no es esta');
    await form.getByLabel(t('admin_password_next')).fill(next);
    await press();
    await expect(current).toHaveAccessibleDescription(t('issue_password_wrong'));
    await current.fill(first);
    await expect(current).toHaveAccessibleDescription('');
    await form.getByLabel(t('admin_password_show')).check();
    await expect(current).toHaveAttribute('type', 'text');
    await expectAccessible(page);
    await press();
    await expect(page.getByText(t('admin_password_changed'), { exact: true }).first()).toBeVisible();
    await expect(current).toHaveValue('');
    await page.reload();
    await expect(form).toBeVisible();
    await other.goto(`${own.url}/admin/account?lang=es`);
    await expect(other).toHaveURL(/\/admin\/login/);
    await other.getByLabel(t('admin_login_password')).fill(next);
    await other.getByRole('button', { name: t('admin_login_button') }).click();
    await expect(other).toHaveURL(/\/admin\/account/);
  } finally {
    await elsewhere.close();
    await own.stop();
  }
});

test('a forgotten password: a mailed link sets another; without mail the page names the command', async ({ page }) => {
  const t = wordsOf('es');
  const smtp = await startSmtp();
  const own = await startAdminShop({
    ADMIN_PASSWORD: '',
    SMTP_URL: smtp.url,
    MAIL_FROM: 'hola@shop.example',
    OWNER_EMAIL: 'owner@shop.example',
    OWNER_LANGUAGE: 'es',
  });
  const forgotten = async (base: string) => {
    await page.goto(`${base}/admin/login?lang=es`);
    await page.getByText(t('admin_login_forgot')).click();
    await page.getByRole('button', { name: t('admin_login_forgot_send') }).click();
  };
  try {
    await page.setViewportSize({ width: 360, height: 640 });
    await forgotten(own.url);
    await expect(page.getByText(t('admin_login_forgot_sent'))).toBeVisible();
    await expectAccessible(page);
    await expect.poll(() => smtp.received.length).toBe(1);
    const token = /#([\w-]{43})/.exec(smtp.received[0]?.text ?? '')?.[1] ?? '';
    await page.goto(`${own.url}/admin/login?lang=es#${token}`);
    await page.reload();
    const next = page.getByLabel(t('admin_password_next'));
    await expect(next).toBeFocused();
    await next.fill('corta');
    await page.keyboard.press('Enter');
    await expect(next).toHaveAccessibleDescription(/12/);
    await expect(page.getByText(t('issue_password_short', { length: 12 }))).toBeVisible();
    await expectAccessible(page);
    await next.fill('cuatro palabras seguidas así');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/admin\/dashboard$/);
    await page.goto(`${own.url}/admin/login?lang=es#${token}`);
    await next.fill('cuatro palabras seguidas más');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText(/enlace ya se usó/);
    await forgotten('');
    await expect(page.getByText(/npm run admin:password/)).toBeVisible();
  } finally {
    await own.stop();
    await smtp.close();
  }
});

test('what does not work comes first, with its fix', FULL_TIER, async ({ page }) => {
  const broken = await startAdminShop({
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'hola@shop.example',
    OWNER_EMAIL: 'owner@shop.example',
  });
  try {
    await signIn(page, broken.url);
    await page.goto(`${broken.url}/admin/settings?lang=en`);
    const first = page.getByRole('region').first();
    await expect(first.getByRole('heading', { level: 2 })).toHaveText('Does not work');
    await expect(first.getByRole('listitem')).toContainText(['The mail server does not answer']);
    await expect(page.getByRole('status').filter({ hasText: '1 to fix' })).toBeVisible();
  } finally {
    await broken.stop();
  }
});
