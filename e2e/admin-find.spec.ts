import type { Page } from '@playwright/test';
import { facts } from '#brand/facts.ts';
import {
  adminCall,
  buy,
  expect,
  expectAccessible,
  expectToast,
  FAILED_ANSWERS,
  inquire,
  openDashboard,
  test,
  unique,
} from './admin-fixtures.ts';
import { FULL_TIER, lastInGate } from './cases.ts';
import { wordsOf } from './words.ts';

test.use({ allowConsole: FAILED_ANSWERS });

const finderOf = (page: Page) => page.getByRole('dialog', { name: /^(Find anything|Busca lo que sea)$/ });

const SIZES = [
  { width: 1440, height: 900 },
  { width: 375, height: 740 },
];

for (const viewport of lastInGate(SIZES)) {
  test(`an order, an inquiry and a store are found and opened: ${viewport.width}`, async ({ page, shop }) => {
    await page.setViewportSize(viewport);
    const fullName = unique('Yolanda Núñez');
    const businessName = unique('Cafetería Versalles');
    const store = unique('Bodega Ñico');
    await buy(shop.url, { address: { fullName } });
    await inquire(shop.url, { businessName });
    await openDashboard(page);
    await adminCall(page, 'POST', '/api/admin/store-locations', {
      name: store,
      address: '900 W 49th St, Hialeah, FL',
      storeType: 'convenience',
      latitude: 25.86,
      longitude: -80.3,
    });
    const finder = finderOf(page);
    const open = async (text: string) => {
      await page.getByRole('button', { name: 'Find' }).click();
      await finder.getByRole('combobox').fill(text);
    };
    await open(fullName.replace('ú', 'u'));
    await expect(finder.getByRole('option', { name: `· ${fullName}` })).toBeVisible();
    await expectAccessible(page);
    await finder.getByRole('option', { name: `· ${fullName}` }).click();
    await expect(page.locator('aside, dialog').getByText(fullName).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await open(businessName);
    await finder.getByRole('option', { name: businessName }).click();
    await expect(page.getByRole('heading', { name: businessName })).toBeVisible();
    await page.keyboard.press('Escape');
    await open(store);
    await finder.getByRole('option', { name: store }).click();
    await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).first()).toHaveValue(store);
    // An open dialog may contain input, so the search does not replace it.
    await page.keyboard.press('Control+k');
    await expect(finder).toHaveCount(0);
    // The form opens once: a closed one stays closed after a reload.
    await page.keyboard.press('Escape');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Store Locations' })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
}

test('by keys alone: Ctrl+K, letters, arrows, Enter; Escape gives the focus back', async ({ page, shop }) => {
  const fullName = unique('Pedro Vega');
  await buy(shop.url, { address: { fullName } });
  await openDashboard(page);
  const finder = finderOf(page);
  await page.getByRole('button', { name: 'Find' }).focus();
  await page.keyboard.press('Control+k');
  await expect(finder.getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(finder).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Find' })).toBeFocused();
  // Escape as early as possible.
  await page.evaluate(() => {
    const early = (event: Event) =>
      event.target?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
    addEventListener('focusin', early, { once: true });
  });
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('button', { name: 'Find' })).toBeFocused();
  await expect(finder).toHaveCount(0);
  await page.keyboard.press('/');
  await page.keyboard.type(fullName);
  await expect(finder.getByRole('option', { name: `· ${fullName}` })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.locator('aside').getByText(fullName).first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('setu');
  await expect(finder.getByRole('option').first()).toHaveText('Setup');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Setup' })).toBeVisible();
  // From there too.
  await page.keyboard.press('Control+k');
  await finder.getByRole('combobox').fill('email temp');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Email Templates' })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/dashboard\?tab=emails$/);
});

for (const [language, word] of lastInGate([
  ['en', 'refund'],
  ['es', 'reembolso'],
] as const)) {
  test(`a code, a sentence as it reads and the guide are found by what people type: ${language}`, async ({ page }) => {
    const t = wordsOf(language);
    await openDashboard(page, '', { language });
    const finder = finderOf(page);
    const field = finder.getByRole('combobox');
    const code = `FERIA${Date.now()}`;
    await adminCall(page, 'POST', '/api/admin/codes', { code, kind: 'percent', value: 10 });
    await page.keyboard.press('Control+k');
    await field.fill(code.toLowerCase());
    await expect(finder.getByRole('option', { name: code })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/admin\/codes\/[\w-]+$/);
    await expect(page.locator('aside, dialog').getByRole('heading', { name: new RegExp(code) })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\/admin\/codes$/);

    await page.keyboard.press('Control+k');
    await field.fill(word);
    await expect(finder.getByRole('option', { name: t('admin_tab_orders') }).first()).toBeVisible();
    const guide = finder.getByRole('group', { name: t('admin_find_guide') });
    await guide.getByRole('option').first().click();
    const back = page.getByRole('button', { name: t('admin_find_back') });
    await expect(back).toBeVisible();
    await expectAccessible(page);
    await back.click();
    await expect(field).toHaveValue(word);
    await expect(field).toBeFocused();

    await field.fill(facts.city);
    const words = finder.getByRole('group', { name: t('admin_texts_title'), exact: true });
    await expect(words.getByRole('option').first()).toContainText(facts.city);
    await words.getByRole('option').first().click();
    await expect(page).toHaveURL(/\/admin\/site\/text-/);

    await page.keyboard.press('Control+k');
    await field.fill('zzqx');
    await expect(page.getByText(t('admin_find_nothing'))).toBeVisible();
  });
}

test('a store of another tab opens, and a deleted one is said to be gone', FULL_TIER, async ({ page }) => {
  await openDashboard(page, 'tab=stores');
  await expect(page.getByRole('button', { name: 'Add Location' })).toBeVisible();
  const name = unique('Panadería Flor');
  await adminCall(page, 'POST', '/api/admin/store-locations', {
    name,
    address: '1400 SW 8th St, Miami, FL',
    storeType: 'convenience',
    latitude: 25.765,
    longitude: -80.216,
  });
  const finder = finderOf(page);
  await page.keyboard.press('Control+k');
  await finder.getByRole('combobox').fill(name);
  await finder.getByRole('option', { name }).click();
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).first()).toHaveValue(name);
  await page.goto(`/admin/dashboard?tab=stores&open=${crypto.randomUUID()}`);
  await expectToast(page, 'This store is not there any more.');
});

test('a slash in a field is typed, and arrows wrap around the list', FULL_TIER, async ({ page }) => {
  await openDashboard(page);
  const search = page.getByRole('searchbox').first();
  await search.focus();
  await page.keyboard.type('a/b');
  await expect(search).toHaveValue('a/b');
  await page.keyboard.press('Control+k');
  const options = finderOf(page).getByRole('option');
  await expect(options.first()).toBeVisible();
  const count = await options.count();
  await page.keyboard.press('ArrowUp');
  await expect(options.nth(count - 1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
});

test('nothing found and a lost connection are said, and a retry finds', FULL_TIER, async ({ page, shop }) => {
  const fullName = unique('Marta Soto');
  await buy(shop.url, { address: { fullName } });
  await openDashboard(page);
  await page.keyboard.press('Control+k');
  await finderOf(page).getByRole('combobox').fill('zzqx');
  await expect(page.getByText('Nothing found.')).toBeVisible();
  await page.route('**/api/admin/find?*', (route) => route.abort());
  await finderOf(page).getByRole('combobox').fill(fullName);
  const again = page.getByRole('dialog').getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await page.unroute('**/api/admin/find?*');
  await again.click();
  await expect(finderOf(page).getByRole('option', { name: `· ${fullName}` })).toBeVisible();
});
