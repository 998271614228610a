import type { Page } from '@playwright/test';
import {
  adminCall,
  buy,
  expect,
  expectAccessible,
  inquire,
  openDashboard,
  signIn,
  test,
  toastOf,
  unique,
} from './admin-fixtures.ts';
import { CASES, FULL_TIER, lastInGate } from './cases.ts';

// Without animations, so that axe sees the final colours.
test.use({ contextOptions: { reducedMotion: 'reduce' }, allowConsole: [/Blocked script execution in 'about:srcdoc'/] });

/** Visits every tab, dialog and drawer in sequence. */
async function visitAll(page: Page, language: 'en' | 'es', visit: (name: string) => Promise<void>): Promise<void> {
  const [order] = await adminCall<{ id: string }[]>(page, 'GET', '/api/admin/orders?limit=1');
  const [inquiry] = await adminCall<{ id: string }[]>(page, 'GET', '/api/admin/wholesalers?limit=1');
  const [email] = await adminCall<{ id: string }[]>(page, 'GET', '/api/admin/emails?limit=1');
  const open = async (search: string) => {
    await page.goto(`/admin/dashboard?${search}&lang=${language}`);
    await expect(page.getByRole('tablist').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
  };
  const main = page.getByRole('main');
  await open('tab=wholesalers');
  await visit('wholesalers');
  await open(`tab=wholesalers&open=${inquiry?.id}`);
  await visit('inquiry');
  await page
    .locator('aside, dialog')
    .getByRole('button', { name: /^(Delete|Borrar)$/ })
    .click();
  await visit('confirmation');
  await open('tab=orders');
  await main.getByRole('checkbox').last().check();
  await visit('orders and selection');
  await open(`tab=orders&open=${order?.id}`);
  await visit('order');
  await page
    .locator('aside, dialog')
    .getByRole('button', { name: /^(Add tracking number|Agregar número de rastreo)$/ })
    .click();
  await visit('tracking');
  await open('tab=orders&q=nobody-of-this-name');
  await visit('nothing found');
  await open('tab=emails&template=order_confirmation');
  await expect(page.locator('iframe')).toBeVisible();
  await visit('templates');
  await open('tab=emails&view=outbox');
  await visit('outbox');
  await open(`tab=emails&view=outbox&open=${email?.id}`);
  await visit('mail');
  await open('tab=stores');
  await visit('stores');
  await main.getByRole('button', { name: /^(Add Location|Agregar punto)/ }).click();
  await visit('store');
}

for (const [language, width] of lastInGate(CASES)) {
  test(`axe passes everywhere, and nothing overflows: ${language}, ${width} px`, async ({ page, shop }) => {
    await page.setViewportSize({ width, height: 900 });
    await buy(shop.url);
    await inquire(shop.url);
    await page.goto(`/admin/login?lang=${language}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page);
    await openDashboard(page);
    const wide: string[] = [];
    await visitAll(page, language, async (name) => {
      await expectAccessible(page);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (overflow > 0) wide.push(`${name}: ${overflow}`);
    });
    expect(wide).toEqual([]);
  });
}

test('at 375 px rows are cards with their main facts; the others are in the detail', async ({ page, shop }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  const { orderNumber } = await buy(shop.url);
  await openDashboard(page, 'tab=orders');
  await expect(page.getByRole('table', { name: 'Orders' })).toHaveCount(0);
  const card = page
    .getByRole('list', { name: 'Orders' })
    .getByRole('listitem')
    .filter({ hasText: orderNumber })
    .first();
  await expect(card).toContainText(/\$\d+\.\d\d/);
  await expect(card).toContainText('María Núñez');
  await expect(card).toContainText('Pending');
  await card.getByRole('combobox').selectOption('processing');
  await expect(toastOf(page)).toContainText('Status updated');
  await toastOf(page).getByRole('button', { name: 'Close notification' }).click();
  // On the name, which is not a control: the whole card opens.
  await card.click({ position: { x: 40, y: 70 } });
  const detail = page.getByRole('dialog');
  for (const part of ['Items', 'Customer', 'Tracking']) {
    await expect(detail.getByRole('heading', { name: part })).toBeVisible();
  }
  await expect(detail).toContainText('12 Palm Avenue');
  await expect(detail).toContainText('USPS');
  await expect(detail.getByRole('button', { name: 'Add tracking number' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByLabel('Sort by').selectOption('oldest');
  await expect(page).toHaveURL(/sort=oldest/);
});

test('a dialog keeps Tab inside, and toasts stay within reach beside it', async ({ page, shop }) => {
  await buy(shop.url);
  await openDashboard(page, 'tab=stores');
  await page.getByRole('button', { name: 'Add Location' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add Location' }).click();
  await expect(toastOf(page)).toContainText('Missing fields');
  for (let i = 0; i < 20; i++) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('#root') === null)).toBe(true);
  }
  await toastOf(page).getByRole('button', { name: 'Close notification' }).click();
  await expect(toastOf(page)).toHaveCount(0);
  await expect(dialog).toBeVisible();
});

test.describe('nothing is cut off with text of twice the size', () => {
  // Only for the style element below.
  test.use({ bypassCSP: true });

  for (const language of lastInGate(['en', 'es'])) {
    test(`no list or screen runs off the side of a phone, in ${language}`, FULL_TIER, async ({ page, shop }) => {
      await page.setViewportSize({ width: 375, height: 740 });
      const { orderNumber } = await buy(shop.url);
      const businessName = unique('Bodega');
      await inquire(shop.url, { businessName });
      const wide: string[] = [];
      for (const [search, seen] of [
        ['tab=orders', page.getByText(orderNumber).first()],
        ['tab=wholesalers', page.getByText(businessName).first()],
        ['tab=emails', page.getByRole('tabpanel').getByRole('button').nth(2)],
        ['tab=emails&view=outbox', page.getByRole('tabpanel').getByText(businessName).first()],
        ['tab=stores', page.getByRole('tabpanel').getByRole('heading').first()],
        ['screen=setup', page.getByRole('heading', { level: 1 })],
      ] as const) {
        await signIn(page);
        await page.goto(`/admin/dashboard?${search}&lang=${language}`);
        await expect(seen).toBeVisible();
        await page.waitForLoadState('networkidle');
        await page.addStyleTag({ content: 'html { font-size: 200% }' });
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (overflow > 0) wide.push(`${search}: ${overflow}`);
      }
      expect(wide).toEqual([]);
    });
  }
});
