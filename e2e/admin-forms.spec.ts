import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Response } from '@playwright/test';
import { freePort } from '#test/postgres.ts';
import { test as base, expect, openDashboard, PASSWORD, startAdminShop } from './admin-fixtures.ts';
import { ADMIN_FORMS, type AdminForm } from './admin-forms.ts';
import { FULL_TIER, isFull } from './cases.ts';

/** An unreachable mail server: without one no recipient can be corrected. */
const ENV = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'shop@shop.example', OWNER_EMAIL: 'owner@shop.example' };

const test = base.extend<object, { shop: Awaited<ReturnType<typeof startAdminShop>> }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's form
    async ({}, use) => {
      const shop = await startAdminShop(ENV);
      await use(shop);
      await shop.stop();
    },
    { scope: 'worker' },
  ],
});
/** In the gate one worker, and so one shop, runs all of them. */
test.describe.configure({ mode: isFull ? 'parallel' : 'default' });
test.use({ allowConsole: [/Failed to load resource|Blocked script execution in 'about:srcdoc'/] });

async function logIn(page: Page): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0);
}

/** Opens the form in a signed-in browser, and types into it. */
async function typeInto(page: Page, form: AdminForm, url: string) {
  // Some forms ask before the page is left.
  page.on('dialog', (dialog) => void dialog.accept());
  const { view, open } = await form.prepare(page, url);
  await openDashboard(page, view, { base: url });
  await open(page);
  const field = form.field(page);
  await field.fill(form.typed);
  return {
    field,
    open: () => open(page),
    reopen: async () => {
      if (form.stays === undefined) await open(page);
    },
    isKept: (how: string) => expect(field, how).toHaveValue(form.typed),
    loseSave: async () => {
      const lost = page.waitForEvent('requestfailed', (request) => ['POST', 'PUT', 'PATCH'].includes(request.method()));
      await form.save(page).click();
      await lost;
    },
    save: async () => {
      const isSave = (answer: Response) => ['POST', 'PUT', 'PATCH'].includes(answer.request().method());
      const answer = page.waitForResponse(isSave);
      await form.save(page).click();
      expect((await answer).ok(), 'the save').toBe(true);
    },
  };
}

/** The gate tries one form of each kind: a page, a drawer, a dialog, a list of fields; the full tier tries all. */
const GATE_FORMS = [
  'publishing/facts/form.tsx',
  'wholesalers/inquiry-drawer.tsx',
  'orders/ship/tracking-dialog.tsx',
  'products/use-product-form.ts',
];

for (const [file, form] of Object.entries(ADMIN_FORMS)) {
  test(
    `what is typed into ${file} outlives Escape, a click outside, a reload, network and session`,
    GATE_FORMS.includes(file) ? {} : FULL_TIER,
    async ({ page, context, shop }) => {
      const typed = await typeInto(page, form, shop.url);
      if (form.stays !== 'page') {
        await page.keyboard.press('Escape');
        await expect(typed.field).toHaveCount(0);
        await typed.open();
        await typed.isKept('Escape');
        await page.mouse.click(3, 3);
        // A dialog stays; a drawer closes.
        if ((await typed.field.count()) === 0) await typed.open();
        await typed.isKept('a click outside');
      }

      await page.reload();
      await typed.reopen();
      await typed.isKept('a reload');

      await context.setOffline(true);
      await typed.loseSave();
      await typed.isKept('a lost network');
      await context.setOffline(false);

      await context.clearCookies();
      // The poll, which resumes with the network, may report it before the press.
      await form.save(page).or(page.getByLabel('Password')).first().click();
      await logIn(page);
      await typed.reopen();
      await typed.isKept('an ended session');
      await typed.save();
    },
  );

  test(`input in ${file} survives a program that stops`, FULL_TIER, async ({ page }) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'shop-forms-'));
    const port = await freePort();
    let shop = await startAdminShop(ENV, dataDir, port);
    try {
      const typed = await typeInto(page, form, shop.url);
      await shop.stop('SIGKILL');
      await typed.loseSave();
      await typed.isKept('a program that is down');
      shop = await startAdminShop(ENV, dataDir, port);
      await page.reload();
      await typed.reopen();
      await typed.isKept('a program that was started again');
      await typed.save();
    } finally {
      await shop.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
}
