import type { Page } from '@playwright/test';
import { buy, expect, expectAccessible, FAILED_ANSWERS, inquire, test, unique } from './admin-fixtures.ts';
import { CASES } from './cases.ts';
import { wordsOf } from './words.ts';

const HELPER_PASSWORD = 'boxes and brown paper';

/** Invites a helper in the owner's browser. @returns the link */
async function invite(page: Page, url: string, t: ReturnType<typeof wordsOf>, language: string): Promise<string> {
  await page.goto(`${url}/admin/settings?lang=${language}`);
  const part = page.getByRole('region', { name: t('admin_helpers_heading') });
  await part.getByRole('button', { name: t('admin_helpers_invite') }).click();
  const form = page.getByRole('dialog', { name: t('admin_helpers_invite') });
  const press = form.getByRole('button', { name: t('admin_helpers_invite_press') });
  await form.getByLabel(t('admin_helpers_name')).fill('Ana');
  await form.getByLabel(t('admin_helpers_email')).fill('ana@');
  await press.click();
  await expect(form.getByLabel(t('admin_helpers_email'))).toHaveAttribute('aria-invalid', 'true');
  await form.getByLabel(t('admin_helpers_email')).fill('Ana@shop.example');
  await expectAccessible(page);
  await press.click();
  const shown = page.getByRole('dialog', { name: t('admin_helpers_link_title', { name: 'Ana' }) });
  const link = (await shown.getByText('/admin/login').textContent()) ?? '';
  await expectAccessible(page);
  await shown.getByRole('button', { name: t('admin_helpers_link_done') }).click();
  await expect(part.getByRole('listitem')).toContainText(t('admin_helpers_invited'));
  // The browser's sessions are those of this address.
  return new URL(link).href.replace(new URL(link).origin, url);
}

for (const [language, width] of CASES) {
  const t = wordsOf(language);

  test(`a helper is invited, packs an order, and is refused the owner’s screens: ${language}, ${width} px`, async ({
    page,
    own: shop,
    browser,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const { orderNumber } = await buy(shop.url, { cart: [{ id: 'box40', quantity: 2 }] });
    const business = unique('Bodega');
    await inquire(shop.url, { businessName: business });
    const link = await invite(page, shop.url, t, language);

    const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    const helper = await context.newPage();
    await helper.addInitScript(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', 'true');
    });

    await test.step('she chooses a password, once', async () => {
      await helper.goto(link);
      await expect(helper.getByText('ana@shop.example')).toBeVisible();
      const next = helper.getByLabel(t('admin_password_next'));
      const press = helper.getByRole('button', { name: t('admin_login_new_button') });
      await next.fill('short');
      await press.click();
      await expect(next).toHaveAttribute('aria-invalid', 'true');
      await expectAccessible(helper);
      await next.fill(HELPER_PASSWORD);
      await press.click();
      await expect(helper.getByRole('heading', { level: 1, name: t('admin_dashboard_heading') })).toBeVisible();
      const again = await context.newPage();
      await again.goto(link);
      await expect(again.getByRole('alert')).toContainText(t('invitation_ended'));
      await again.close();
    });

    await test.step('she sees what is hers, and no sum', async () => {
      await expect(helper.getByRole('tab')).toHaveCount(2);
      await expect(helper.getByText(t('admin_card_revenue'), { exact: true })).toHaveCount(0);
      await expect(helper.getByRole('link', { name: t('admin_screen_settings'), exact: true })).toHaveCount(0);
      await helper.goto(`${shop.url}/admin/dashboard?tab=orders`);
      await expect(helper.getByRole('button', { name: new RegExp(orderNumber) }).first()).toBeVisible();
      expect(await helper.getByRole('main').textContent()).not.toMatch(/\$\s?\d/);
      await expect(helper.getByRole('link', { name: /CSV|Excel/ })).toHaveCount(0);
    });

    await test.step('she prints the slip and adds the tracking number', async () => {
      await helper
        .getByRole('button', { name: new RegExp(orderNumber) })
        .first()
        .click();
      const drawer = helper.locator('aside, dialog').filter({ hasText: orderNumber });
      await expect(drawer.getByRole('button', { name: t('admin_slip_print') })).toBeVisible();
      for (const owners of [
        'admin_label_open',
        'admin_items_open',
        'admin_correct_open',
        'admin_message_open',
      ] as const) {
        await expect(drawer.getByRole('button', { name: t(owners) })).toHaveCount(0);
      }
      await expect(drawer.locator('option[value="cancelled"]')).toHaveCount(0);
      await expectAccessible(helper);
      await drawer.getByRole('button', { name: t('admin_slip_print') }).click();
      await expect(helper.locator('html[data-printed]')).toHaveCount(1);
      await helper.evaluate(() => dispatchEvent(new Event('afterprint')));
      await drawer.getByRole('button', { name: t('admin_ship'), exact: true }).click();
      await helper.getByRole('textbox', { name: t('admin_tracking_number') }).fill('9400111201080805483016');
      await helper.getByRole('button', { name: t('admin_tracking_save') }).click();
      await expect(drawer.getByText(t('admin_status_shipped')).first()).toBeVisible();
    });

    await test.step('an address that is not hers says so', async () => {
      for (const path of ['numbers', 'settings', 'customers', 'products/box40', 'dashboard?tab=emails']) {
        await helper.goto(`${shop.url}/admin/${path}`);
        await expect(helper.getByRole('heading', { name: t('admin_owners_title') })).toBeVisible();
      }
      await expectAccessible(helper);
      await helper.goto(`${shop.url}/admin/products`);
      await expect(helper.getByLabel(new RegExp(t('admin_stock_of', { name: '' }).trim())).first()).toBeVisible();
      await expect(helper.getByRole('button', { name: t('admin_product_add') })).toHaveCount(0);
    });

    await test.step('she signs in again with her mail address', async () => {
      await helper.request.post(`${shop.url}/api/admin/logout`);
      await helper.goto(`${shop.url}/admin/login`);
      await helper.getByRole('button', { name: t('admin_login_helper') }).click();
      await helper.getByLabel(t('admin_login_email')).fill('ANA@shop.example');
      await helper.getByLabel(t('admin_login_password'), { exact: true }).fill(HELPER_PASSWORD);
      await expectAccessible(helper);
      await helper.getByRole('button', { name: t('admin_login_button'), exact: true }).click();
      await expect(helper.getByRole('tab')).toHaveCount(2);
    });

    await test.step('the owner removes her, and the next press ends her session', async () => {
      await page.reload();
      const row = page.getByRole('region', { name: t('admin_helpers_heading') }).getByRole('listitem');
      await row.getByRole('button', { name: t('admin_helpers_remove_of', { name: 'Ana' }) }).click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('admin_helpers_remove') })
        .click();
      await expect(row).toHaveCount(0);
      await helper.goto(`${shop.url}/admin/dashboard?tab=wholesalers`);
      await expect(helper.getByLabel(t('admin_login_password'), { exact: true })).toBeVisible();
      await expect(helper.getByText(business)).toHaveCount(0);
    });
    await context.close();
  });
}

test.use({ allowConsole: FAILED_ANSWERS });
