import { LANGUAGES } from '#shared/core/language.ts';
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
import { holdCalls } from './fixtures.ts';
import { wordsOf } from './words.ts';

test.use({ allowConsole: FAILED_ANSWERS });

test('j, k, Enter and x work in the rows; not while one types or a dialog is open', async ({ page, shop }) => {
  const name = unique('Zulema');
  const older = await buy(shop.url, { address: { fullName: name } });
  const newer = await buy(shop.url, { address: { fullName: name } });
  await openDashboard(page, `tab=orders&q=${encodeURIComponent(name)}`);
  const opener = (number: string) => page.getByRole('button', { name: `Open order ${number}` });
  await expect(opener(older.orderNumber)).toBeVisible();
  await page.keyboard.press('j');
  await expect(opener(newer.orderNumber)).toBeFocused();
  await page.keyboard.press('j');
  await expect(opener(older.orderNumber)).toBeFocused();
  // The end of the list.
  await page.keyboard.press('j');
  await expect(opener(older.orderNumber)).toBeFocused();
  await page.keyboard.press('k');
  await expect(opener(newer.orderNumber)).toBeFocused();
  await page.keyboard.press('x');
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.keyboard.press('x');
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('complementary', { name: `Order ${older.orderNumber}` });
  await expect(drawer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(opener(older.orderNumber)).toBeFocused();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.keyboard.press('x');
  await page.keyboard.press('Escape');
  await expect(page.getByText('1 selected')).toBeVisible();

  const search = page.getByRole('searchbox').first();
  await search.fill('');
  await search.pressSequentially('jkx?');
  await expect(search).toHaveValue('jkx?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(search).toBeFocused();
});

for (const language of lastInGate(LANGUAGES)) {
  test(`? lists the keys and switches single keys; by touch it is in the search: ${language}`, async ({ page }) => {
    const t = wordsOf(language);
    const title = t('admin_keys_title');
    await openDashboard(page, 'tab=orders', { language });
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: title });
    await expect(sheet.getByText('Ctrl K', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await sheet.getByRole('checkbox', { name: t('admin_keys_single') }).uncheck();
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.keyboard.press('/');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page
      .getByRole('button', { name: t('admin_find_open') })
      .first()
      .click();
    await page.getByRole('option', { name: title }).click();
    await sheet.getByRole('checkbox', { name: t('admin_keys_single') }).check();
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await expect(sheet).toBeVisible();
  });
}

test('? and j pressed before their code is there are not lost', FULL_TIER, async ({ page, shop }) => {
  await buy(shop.url);
  const arrive = await holdCalls(page, /\/(shortcuts|row-keys)[^/]*\.js/);
  await openDashboard(page, 'tab=orders');
  const opener = page.getByRole('button', { name: /^Open order/ }).first();
  await expect(opener).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('?');
  arrive();
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
});

test('a status is undone for ten seconds, unless it was changed since', async ({ page, shop }) => {
  const { orderNumber } = await buy(shop.url);
  await openDashboard(page, `tab=orders&q=${orderNumber}`);
  const row = page.getByRole('row').filter({ hasText: orderNumber });
  const offers = page.getByRole('list', { name: 'What you can still undo' });
  await row.getByRole('combobox').selectOption('cancelled');
  await expectToast(page, 'Status updated');
  await expect(offers.getByText(`${orderNumber}: Pending to Cancelled`)).toBeVisible();
  await offers.getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, 'Undone');
  await expect(row.getByRole('combobox')).toHaveValue('pending');
  await expect(offers).toHaveCount(0);

  // By shortcut; the last of two changes first.
  await row.getByRole('combobox').selectOption('processing');
  await expect(offers.getByRole('listitem')).toHaveCount(1);
  await row.getByRole('combobox').selectOption('shipped');
  await expect(offers.getByRole('listitem')).toHaveCount(2);
  await page.getByRole('main').click({ position: { x: 2, y: 2 } });
  await page.keyboard.press('u');
  await expect(row.getByRole('combobox')).toHaveValue('processing');

  // Later changes stay.
  const [order] = await adminCall<{ id: string }[]>(page, 'GET', `/api/admin/orders?q=${orderNumber}`);
  await row.getByRole('combobox').selectOption('delivered');
  await expect(offers.getByText('Processing to Delivered')).toBeVisible();
  await adminCall(page, 'PATCH', `/api/admin/orders/${order?.id}/status`, { status: 'cancelled' });
  await offers.getByRole('listitem').filter({ hasText: 'to Delivered' }).getByRole('button').click();
  await expectToast(page, 'It could not be undone');
  await expect(row.getByRole('combobox')).toHaveValue('cancelled');
});

test('notes and a deleted store come back', FULL_TIER, async ({ page, shop }) => {
  const businessName = unique('Bodega');
  const { id } = await inquire(shop.url, { businessName });
  await openDashboard(page, `tab=wholesalers&open=${id}`);
  const notes = page.getByRole('textbox', { name: 'Private notes' });
  await notes.fill('Wants two displays');
  await page.getByRole('button', { name: 'Save notes' }).click();
  await expectToast(page, 'Notes saved');
  await page.keyboard.press('Escape');
  await page.getByText(`Notes on ${businessName} saved`).locator('..').getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, 'Undone');
  const kept = await adminCall<{ notes: string | null }>(page, 'GET', `/api/admin/wholesalers/${id}`);
  expect(kept.notes).toBeNull();

  const name = unique('Tienda');
  const store = { name, address: '1 Calle Ocho', storeType: 'grocery', latitude: 25.77, longitude: -80.2 };
  await adminCall(page, 'POST', '/api/admin/store-locations', store);
  await openDashboard(page, 'tab=stores');
  const row = page.getByRole('row').filter({ hasText: name });
  await row.getByRole('button', { name: `Delete ${name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(row).toHaveCount(0);
  await page.getByText(`${name} deleted`).locator('..').getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, 'Undone');
  await expect(row).toContainText('25.7700');
});
