import type { Page } from '@playwright/test';
import { ADMIN_SCREEN_PATHS } from '#shared/admin-paths.ts';
import {
  adminCall,
  buy,
  expect,
  expectAccessible,
  inquire,
  openDashboard,
  PASSWORD,
  signIn,
  startAdminShop,
  test,
  unique,
} from './admin-fixtures.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.setTimeout(120_000);

const rail = (page: Page) => page.getByRole('navigation', { name: /^(Screens|Secciones)$/ });

const SCREENS = [
  ['Today', '/admin/dashboard', 'Admin Dashboard'],
  ['Orders', '/admin/orders', 'Orders'],
  ['Wholesale', '/admin/wholesale', 'Wholesale'],
  ['Stores', '/admin/stores', 'Stores'],
  ['Emails', '/admin/emails', 'Emails'],
  ['Numbers', '/admin/numbers', 'Numbers'],
  ['Settings', '/admin/settings', 'Settings'],
] as const;

test('the rail leads to every screen; each has its path, heading and title, and Back comes to the one before', async ({
  page,
  shop,
}) => {
  await buy(shop.url);
  await openDashboard(page);
  await expect(rail(page).getByRole('link', { name: /^(?!Doña)/ })).toHaveCount(SCREENS.length + 1);
  for (const [name, path, heading] of SCREENS) {
    const link = rail(page).getByRole('link', { name: new RegExp(`^${name}\\b`) });
    await link.click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expect(rail(page).locator('[aria-current]')).toHaveCount(1);
    await page.waitForLoadState('networkidle');
    await expectAccessible(page);
  }
  expect(SCREENS.map(([, path]) => path)).toEqual(Object.values(ADMIN_SCREEN_PATHS));
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Numbers');
  await page.reload();
  await expect(page.getByRole('region', { name: 'Numbers' })).toBeVisible();
});

test('the tab of the browser names the screen and what waits there', async ({ page }) => {
  const own = await startAdminShop();
  try {
    await signIn(page, own.url);
    await page.goto(`${own.url}/admin/orders?lang=en`);
    await expect(page).toHaveTitle('Orders');
    await buy(own.url);
    await buy(own.url);
    await inquire(own.url);
    await page.reload();
    await expect(page).toHaveTitle('(2) Orders');
    await expect(rail(page).getByRole('link', { name: 'Orders, 2 waiting' })).toBeVisible();
    await rail(page).getByRole('link', { name: 'Wholesale, 1 waiting' }).click();
    await expect(page).toHaveTitle('(1) Wholesale');
    await page.getByRole('combobox', { name: 'Status of Bodega La Esquina' }).selectOption('contacted');
    await expect(page).toHaveTitle('Wholesale');
  } finally {
    await own.stop();
  }
});

test('a link to an order survives the login; a session that ended elsewhere leads back to the same view', async ({
  page,
  shop,
}) => {
  const fullName = unique('Nilda Cruz');
  const { orderNumber } = await buy(shop.url, { address: { fullName } });
  await signIn(page);
  const [order] = await adminCall<{ id: string }[]>(page, 'GET', `/api/admin/orders?q=${orderNumber}`);
  await page.request.post('/api/admin/logout');
  await page.goto(`/admin/orders/${order?.id}?status=pending`);
  await expect(page).toHaveURL(/\/admin\/login$/);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/orders/${order?.id}\\?status=pending$`));
  await expect(page.getByRole('heading', { name: `Order ${orderNumber}` })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/admin\/orders\?status=pending$/);
  await page.waitForLoadState('networkidle');
  await page.request.post('/api/admin/logout');
  await expect(page).toHaveURL(/\/admin\/login$/, { timeout: 15_000 });
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/orders\?status=pending$/);
});

test('the addresses of before lead on: ?screen=setup, and ?order= of a mail', async ({ page, shop }) => {
  const { orderNumber } = await buy(shop.url);
  await signIn(page);
  await page.goto('/admin/dashboard?screen=setup&lang=en');
  await expect(page).toHaveURL(/\/admin\/settings$/);
  await expect(page.getByRole('heading', { name: 'Setup' })).toBeVisible();
  const [order] = await adminCall<{ id: string }[]>(page, 'GET', `/api/admin/orders?q=${orderNumber}`);
  await page.goto(`/admin/dashboard?order=${order?.id}&lang=en`);
  await expect(page.getByRole('dialog', { name: `Order ${orderNumber}` })).toBeVisible();
});

for (const [language, more, last, leave] of [
  ['en', 'More', 'Settings', 'Logout'],
  ['es', 'Más', 'Ajustes', 'Salir'],
] as const) {
  test(`on a phone the screens are within a thumb's reach, and the bar covers no row, in ${language}`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize({ width: 375, height: 667 });
    await buy(shop.url);
    await signIn(page);
    await page.goto(`/admin/orders?lang=${language}`);
    await expect(page.locator('.cards > li').first()).toBeVisible();
    await expect(rail(page).getByRole('link')).toHaveCount(4);
    for (const part of await rail(page).locator('a:visible, button:visible').all()) {
      const box = await part.boundingBox();
      expect(box?.height ?? 0).toBeGreaterThanOrEqual(44);
      expect(box?.width ?? 0).toBeGreaterThanOrEqual(44);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(600);
    }
    const end = page.locator('#main > :last-child');
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const [endBox, barBox] = [await end.boundingBox(), await rail(page).boundingBox()];
    expect((endBox?.y ?? 0) + (endBox?.height ?? 0)).toBeLessThanOrEqual((barBox?.y ?? 0) + 1);
    await page.getByRole('button', { name: more }).click();
    await expectAccessible(page);
    await expect(page.getByRole('button', { name: leave }).last()).toBeVisible();
    await page.getByRole('link', { name: last }).click();
    await expect(page).toHaveURL(/\/admin\/settings$/);
    await expect(page.getByRole('link', { name: last })).toBeHidden();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });
}
