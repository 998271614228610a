import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Response } from '@playwright/test';
import { freePort } from '#test/postgres.ts';
import { expect, openDashboard, PASSWORD, startAdminShop, test } from './admin-fixtures.ts';
import { ADMIN_FORMS } from './admin-forms.ts';

test.use({ allowConsole: [/Failed to load resource|Blocked script execution in 'about:srcdoc'/] });
test.setTimeout(180_000);

/** A mail server that nobody answers at: without one no recipient can be corrected. */
const ENV = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'shop@shop.example', OWNER_EMAIL: 'owner@shop.example' };

async function logIn(page: Page): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0);
}

for (const [file, form] of Object.entries(ADMIN_FORMS)) {
  test(`what is typed into ${file} is not lost by Escape, a click outside, a reload, the network, the session or the program`, async ({
    page,
    context,
  }) => {
    // Some ask before the page is left.
    page.on('dialog', (dialog) => void dialog.accept());
    const dataDir = mkdtempSync(join(tmpdir(), 'shop-forms-'));
    const port = await freePort();
    let shop = await startAdminShop(ENV, dataDir, port);
    const { view, open } = await form.prepare(page, shop.url).catch(async (error) => {
      await shop.stop();
      throw error;
    });
    const field = form.field(page);
    const isSave = (answer: Response) => ['POST', 'PUT', 'PATCH'].includes(answer.request().method());
    const isKept = (how: string) => expect(field, how).toHaveValue(form.typed);
    const loseSave = async () => {
      const lost = page.waitForEvent('requestfailed', (request) => ['POST', 'PUT', 'PATCH'].includes(request.method()));
      await form.save(page).click();
      await lost;
    };
    const reopen = async () => {
      if (form.stays === undefined) await open(page);
    };
    try {
      await openDashboard(page, view, { base: shop.url });
      await open(page);
      await field.fill(form.typed);

      if (form.stays !== 'page') {
        await page.keyboard.press('Escape');
        await expect(field).toHaveCount(0);
        await open(page);
        await isKept('Escape');
        await page.mouse.click(3, 3);
        // A dialog stays; a drawer closes.
        if ((await field.count()) === 0) await open(page);
        await isKept('a click outside');
      }

      await page.reload();
      await reopen();
      await isKept('a reload');

      await context.setOffline(true);
      await loseSave();
      await isKept('a lost network');
      await context.setOffline(false);

      await context.clearCookies();
      // The stream of changes, which comes back with the network, may be told before the press.
      await form.save(page).or(page.getByLabel('Password')).first().click();
      await logIn(page);
      await reopen();
      await isKept('an ended session');

      await shop.stop('SIGKILL');
      await loseSave();
      await isKept('a program that is down');
      shop = await startAdminShop(ENV, dataDir, port);
      await page.reload();
      await reopen();
      await isKept('a program that was started again');
      const answer = page.waitForResponse(isSave);
      await form.save(page).click();
      expect((await answer).ok(), 'the save').toBe(true);
    } finally {
      await context.setOffline(false);
      await shop.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
}
