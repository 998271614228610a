import type { Page } from '@playwright/test';
import { LANGUAGES } from '#shared/core/language.ts';
import {
  expect,
  expectToast,
  FAILED_ANSWERS,
  failCalls,
  inquire,
  openDashboard,
  test,
  unique,
} from './admin-fixtures.ts';
import { FULL_TIER, lastInGate } from './cases.ts';
import { holdCalls } from './fixtures.ts';
import { wordsOf } from './words.ts';

test.use({ allowConsole: FAILED_ANSWERS });

async function openInquiry(
  page: Page,
  url: string,
  changes: Parameters<typeof inquire>[1] = {},
  language: 'en' | 'es' = 'en',
) {
  const businessName = unique('Bodega');
  const { id } = await inquire(url, { businessName, ...changes });
  await openDashboard(page, `tab=wholesalers&q=${encodeURIComponent(businessName)}`, { language });
  const row = page.getByRole('row').filter({ hasText: businessName });
  await expect(row).toBeVisible();
  return { id, businessName, row };
}

test('the wholesaler table has its columns, and the CSV the filtered rows', async ({ page, shop }) => {
  const { row, businessName } = await openInquiry(page, shop.url);
  const headers = [/^Business/, 'Contact', 'Type', 'Location', /^Date/, 'Status', 'Actions'];
  await expect(page.getByRole('columnheader')).toHaveText(headers);
  await expect(row.getByRole('cell')).toHaveText([
    businessName,
    'Rosa Peñarosa@laesquina.example+1 305-555-0177',
    'Convenience store',
    '4102 NW 7th Street, Miami, FL',
    /^[A-Z][a-z]{2} \d{1,2}, 20\d\d$/,
    'Pending',
    /^/,
  ]);
  const options = row.getByRole('combobox').getByRole('option');
  await expect(options).toHaveText(['Pending', 'Contacted', 'Approved', 'Rejected']);
  const href = await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href');
  const csv = await (await page.request.get(href ?? '')).text();
  expect(csv).toContain(businessName);
  expect(csv.trim().split('\n')).toHaveLength(2);
});

for (const language of lastInGate(LANGUAGES)) {
  test(`any status can be set in any order, and a deletion asks first: ${language}`, async ({ page, shop }) => {
    const t = wordsOf(language);
    const { row, businessName } = await openInquiry(page, shop.url, {}, language);
    for (const status of ['rejected', 'approved', 'contacted', 'pending']) {
      await row.getByRole('combobox').selectOption(status);
      await expectToast(page, t('admin_updated_title'), t('admin_updated_wholesaler'));
      await expect(row.getByRole('cell').nth(5)).toHaveText(t(`admin_status_${status}`));
    }
    const ask = row.getByRole('button', { name: t('admin_delete_inquiry_of', { name: businessName }) });
    await ask.click();
    const dialog = page.getByRole('alertdialog', { name: t('admin_delete_inquiry_title') });
    await expect(dialog).toContainText(language === 'en' ? 'cannot be undone' : 'no se puede deshacer');
    const cancel = dialog.getByRole('button', { name: t('admin_cancel') });
    await expect(cancel).toBeFocused();
    await cancel.click();
    await expect(dialog).toHaveCount(0);
    await expect(ask).toBeFocused();
    await test.step('a deletion that fails says so', async () => {
      const mend = await failCalls(page, /\/api\/admin\/wholesalers\/[0-9a-f-]{36}(\?|$)/, ['DELETE']);
      await ask.click();
      await dialog.getByRole('button', { name: t('admin_delete'), exact: true }).click();
      await expectToast(page, t('admin_delete_failed_title'), t('admin_delete_inquiry_failed'));
      await expect(row).toHaveCount(1);
      await mend();
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    });
    await ask.click();
    await dialog.getByRole('button', { name: t('admin_delete'), exact: true }).click();
    await expectToast(page, t('admin_inquiry_deleted'));
    await expect(row).toHaveCount(0);
  });
}

test('an inquiry not loaded or gone says so; refused changes keep what was there', async ({ page, shop }) => {
  const { id, businessName } = await openInquiry(page, shop.url);
  const drawer = page.getByRole('complementary');
  await test.step('not loaded', async () => {
    const mend = await failCalls(page, new RegExp(`/api/admin/wholesalers/${id}$`), ['GET']);
    await page.goto(`/admin/dashboard?tab=wholesalers&q=nobody-of-this-name&open=${id}`);
    await expect(drawer.getByRole('alert')).toContainText('We are unavailable for a moment.');
    await mend();
    await drawer.getByRole('button', { name: 'Try again' }).click();
    await expect(drawer.getByRole('heading', { level: 2, name: businessName })).toBeVisible();
  });
  await test.step('a refused status', async () => {
    const mend = await failCalls(page, /\/api\/admin\/wholesalers\/.*\/status/, ['PATCH']);
    await drawer.getByRole('combobox').selectOption('approved');
    await expect(drawer.getByRole('alert')).toHaveText('The status was not changed. We are unavailable for a moment.');
    await expect(drawer.getByRole('combobox')).toHaveValue('pending');
    await expect(drawer.getByRole('button', { name: 'Add to store map' })).toHaveCount(0);
    await mend();
  });
  await test.step('notes that are not saved', async () => {
    const mend = await failCalls(page, /\/notes$/, ['PATCH']);
    const notes = page.getByRole('textbox', { name: 'Private notes' });
    await notes.fill('Call on Monday');
    await page.getByRole('button', { name: 'Save notes' }).click();
    await expect(drawer.getByRole('alert').last()).toHaveText('That did not work. We are unavailable for a moment.');
    await expect(notes).toHaveValue('Call on Monday');
    await mend();
    await page.getByRole('button', { name: 'Save notes' }).click();
    await expectToast(page, 'Notes saved');
  });
  await test.step('gone', async () => {
    await page.request.delete(`/api/admin/wholesalers/${id}`);
    await page.reload();
    await expect(drawer.getByRole('alert')).toContainText('This could not be loaded.');
    await page.keyboard.press('Escape');
    await expect(drawer).toHaveCount(0);
    await expect(page).not.toHaveURL(/open=/);
  });
});

test('detail: message, e-mail in the right language, WhatsApp, phone, notes', async ({ page, shop }) => {
  const { businessName } = await openInquiry(page, shop.url, { preferredLanguage: 'es', message: 'Dos exhibidores.' });
  const open = page.getByRole('button', { name: `Open the inquiry of ${businessName}` });
  await open.click();
  const drawer = page.getByRole('complementary', { name: businessName });
  await expect(drawer.getByText('Dos exhibidores.')).toBeVisible();
  await expect(drawer.getByRole('link', { name: 'Write an email' })).toHaveAttribute(
    'href',
    `mailto:rosa@laesquina.example?subject=${encodeURIComponent(`Tu solicitud al por mayor, ${businessName}`)}`,
  );
  await expect(drawer.getByRole('link', { name: 'Open WhatsApp' })).toHaveAttribute(
    'href',
    'https://wa.me/13055550177',
  );
  await expect(drawer.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+13055550177');
  await drawer.getByRole('textbox', { name: 'Private notes' }).fill('Call on Monday');
  await drawer.getByRole('button', { name: 'Save notes' }).click();
  await expectToast(page, 'Notes saved');
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expect(open).toBeFocused();
  await page.reload();
  await open.click();
  await expect(drawer.getByRole('textbox', { name: 'Private notes' })).toHaveValue('Call on Monday');
});

test('an approved store is added to the map once, and its inquiry leads to it', FULL_TIER, async ({ page, shop }) => {
  const { id, businessName } = await openInquiry(page, shop.url);
  await page.request.patch(`/api/admin/wholesalers/${id}/status`, { data: { status: 'approved' } });
  const url = `/admin/dashboard?tab=wholesalers&q=nobody-of-this-name&open=${id}`;
  await page.goto(url);
  const drawer = page.getByRole('complementary', { name: businessName });
  const add = drawer.getByRole('button', { name: 'Add to store map' });
  const other = await page.context().newPage();
  await other.goto(url);
  await other.getByRole('button', { name: 'Add to store map' }).click();
  const late = other.getByRole('dialog', { name: 'Add Store Location' });

  await add.click();
  const dialog = page.getByRole('dialog', { name: 'Add Store Location' });
  const pinned = async (form: typeof dialog) => {
    await form.locator('[data-pin-map]').click({ position: { x: 60, y: 90 } });
    await form.getByRole('button', { name: 'Add Location' }).click();
  };
  await pinned(dialog);
  await expectToast(page, 'Location created');
  await expect(drawer.getByText('This store is on the map.')).toBeVisible();
  await expect(add).toHaveCount(0);

  await pinned(late);
  await expectToast(other, 'This store is on the map.');
  await expect(late).toHaveCount(0);
  await other.getByRole('link', { name: 'Open the store' }).click();
  await expect(other.getByRole('dialog', { name: 'Edit Store Location' }).getByLabel('Store Name')).toHaveValue(
    businessName,
  );
  await other.close();
  await page.reload();
  await expect(drawer.getByRole('link', { name: 'Open the store' })).toBeVisible();
  await expect(add).toHaveCount(0);
  const stores = await (await page.request.get('/api/store-locations')).json();
  expect(stores.filter(({ name }: { name: string }) => name === businessName)).toHaveLength(1);
});

test('a kept link opens the inquiry; a new status shows there at once', async ({ page, shop }) => {
  const { id, businessName } = await openInquiry(page, shop.url);
  await page.goto(`/admin/dashboard?tab=wholesalers&q=nobody-of-this-name&open=${id}`);
  const drawer = page.getByRole('complementary', { name: businessName });
  await expect(drawer.getByText('rosa@laesquina.example')).toBeVisible();
  const answer = await holdCalls(page, /\/status$/);
  await drawer.getByRole('combobox').selectOption('approved');
  await expect(drawer.getByRole('combobox')).toHaveValue('approved');
  await expect(drawer.getByRole('button', { name: 'Add to store map' })).toBeVisible();
  answer();
  await expectToast(page, 'Status updated');
  await drawer.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expectToast(page, 'Inquiry deleted');
  await expect(drawer).toHaveCount(0);
});

test('a pending inquiry is marked after 48 hours, an answered one is not', FULL_TIER, async ({ page, shop }) => {
  await page.clock.setFixedTime(Date.now() + 47 * 3_600_000);
  const { row } = await openInquiry(page, shop.url);
  await expect(row.getByText('Waiting over 48 hours')).toHaveCount(0);
  await page.clock.setFixedTime(Date.now() + 49 * 3_600_000);
  await page.reload();
  await expect(row.getByText('Waiting over 48 hours')).toBeVisible();
  await row.getByRole('combobox').selectOption('contacted');
  await expect(row.getByText('Waiting over 48 hours')).toHaveCount(0);
});
