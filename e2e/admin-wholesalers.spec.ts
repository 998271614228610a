import type { Page } from '@playwright/test';
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

test('the wholesaler table has business, contact with e-mail and phone, type, location, date and status', async ({
  page,
  shop,
}) => {
  const { row, businessName } = await openInquiry(page, shop.url);
  await expect(page.getByRole('columnheader')).toHaveText([
    /^Business/,
    'Contact',
    'Type',
    'Location',
    /^Date/,
    'Status',
    'Actions',
  ]);
  const cell = (index: number) => row.getByRole('cell').nth(index);
  await expect(cell(0)).toHaveText(businessName);
  await expect(cell(1)).toHaveText('Rosa Peñarosa@laesquina.example+1 305-555-0177');
  await expect(cell(2)).toHaveText('Convenience store');
  await expect(cell(3)).toHaveText('4102 NW 7th Street, Miami, FL');
  await expect(cell(4)).toHaveText(/^[A-Z][a-z]{2} \d{1,2}, 20\d\d$/);
  await expect(cell(5)).toHaveText('Pending');
  await expect(cell(6).getByRole('combobox').getByRole('option')).toHaveText([
    'Pending',
    'Contacted',
    'Approved',
    'Rejected',
  ]);
});

for (const [language, title, text, labels] of lastInGate([
  [
    'en',
    'Status updated',
    'Wholesaler status has been updated.',
    { rejected: 'Rejected', approved: 'Approved', contacted: 'Contacted', pending: 'Pending' },
  ],
  [
    'es',
    'Estado actualizado',
    'Se actualizó el estado del mayorista.',
    { rejected: 'Rechazado', approved: 'Aprobado', contacted: 'Contactado', pending: 'Pendiente' },
  ],
])) {
  test(`any status can be set in any order, in ${language}`, async ({ page, shop }) => {
    const { row } = await openInquiry(page, shop.url, {}, language);
    for (const [status, label] of Object.entries(labels)) {
      await row.getByRole('combobox').selectOption(status);
      await expectToast(page, title, text);
      await expect(row.getByRole('cell').nth(5)).toHaveText(label);
    }
  });
}

for (const [language, ask, title, cannot, yes, no, gone] of lastInGate([
  ['en', /^Delete the inquiry/, 'Delete Wholesale Inquiry', 'cannot be undone', 'Delete', 'Cancel', 'Inquiry deleted'],
  [
    'es',
    /^Borrar la solicitud/,
    'Borrar la solicitud de mayorista',
    'no se puede deshacer',
    'Borrar',
    'Cancelar',
    'Solicitud borrada',
  ],
])) {
  test(`an inquiry is deleted after a confirmation only, in ${language}`, async ({ page, shop }) => {
    const { row } = await openInquiry(page, shop.url, {}, language);
    const button = row.getByRole('button', { name: ask });
    await button.click();
    const dialog = page.getByRole('alertdialog', { name: title });
    await expect(dialog).toContainText(cannot);
    await expect(dialog.getByRole('button', { name: no })).toBeFocused();
    await dialog.getByRole('button', { name: no }).click();
    await expect(dialog).toHaveCount(0);
    await expect(button).toBeFocused();
    await button.click();
    await dialog.getByRole('button', { name: yes, exact: true }).click();
    await expectToast(page, gone);
    await expect(row).toHaveCount(0);
  });
}

test.describe('with answers that are no success', () => {
  test.use({ allowConsole: FAILED_ANSWERS });

  for (const [language, ask, yes, title, text] of lastInGate([
    ['en', /^Delete the inquiry/, 'Delete', 'Delete failed', 'Failed to delete wholesale inquiry'],
    ['es', /^Borrar la solicitud/, 'Borrar', 'No se pudo borrar', 'No se pudo borrar la solicitud de mayorista'],
  ])) {
    test(`a deletion that fails says so, in ${language}`, FULL_TIER, async ({ page, shop }) => {
      const { row } = await openInquiry(page, shop.url, {}, language);
      await failCalls(page, /\/api\/admin\/wholesalers\/[0-9a-f-]{36}(\?|$)/, ['DELETE']);
      await row.getByRole('button', { name: ask }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: yes, exact: true }).click();
      await expectToast(page, title, text);
      await expect(row).toHaveCount(1);
    });
  }

  test(
    'a kept link to an inquiry that is gone, or cannot be loaded, says so and can be tried again',
    FULL_TIER,
    async ({ page, shop }) => {
      const { id, businessName } = await openInquiry(page, shop.url);
      const mend = await failCalls(page, new RegExp(`/api/admin/wholesalers/${id}$`), ['GET']);
      await page.goto(`/admin/dashboard?tab=wholesalers&q=nobody-of-this-name&open=${id}`);
      const drawer = page.getByRole('dialog');
      await expect(drawer.getByRole('alert')).toContainText('We are unavailable for a moment.');
      await mend();
      await drawer.getByRole('button', { name: 'Try again' }).click();
      await expect(drawer.getByRole('heading', { level: 2, name: businessName })).toBeVisible();
      await page.request.delete(`/api/admin/wholesalers/${id}`);
      await page.reload();
      await expect(drawer.getByRole('alert')).toContainText('This could not be loaded.');
      await page.keyboard.press('Escape');
      await expect(drawer).toHaveCount(0);
      await expect(page).not.toHaveURL(/open=/);
    },
  );

  test('a status that is refused in the drawer goes back and says why beside it', FULL_TIER, async ({ page, shop }) => {
    const { businessName } = await openInquiry(page, shop.url);
    await failCalls(page, /\/api\/admin\/wholesalers\/.*\/status/, ['PATCH']);
    await page.getByRole('button', { name: `Open the inquiry of ${businessName}` }).click();
    const drawer = page.getByRole('dialog', { name: businessName });
    await drawer.getByRole('combobox').selectOption('approved');
    await expect(drawer.getByRole('alert')).toHaveText('The status was not changed. We are unavailable for a moment.');
    await expect(drawer.getByRole('combobox')).toHaveValue('pending');
    await expect(drawer.getByRole('button', { name: 'Add to store map' })).toHaveCount(0);
  });

  test('notes that are not saved stay in their field', FULL_TIER, async ({ page, shop }) => {
    const { businessName } = await openInquiry(page, shop.url);
    await failCalls(page, /\/notes$/, ['PATCH']);
    await page.getByRole('button', { name: `Open the inquiry of ${businessName}` }).click();
    await page.getByRole('textbox', { name: 'Private notes' }).fill('Call on Monday');
    await page.getByRole('button', { name: 'Save notes' }).click();
    await expectToast(page, 'The notes were not saved.');
    await expect(page.getByRole('textbox', { name: 'Private notes' })).toHaveValue('Call on Monday');
  });
});

test('detail: message, e-mail in the inquirer’s language, WhatsApp, phone, and private notes that stay', async ({
  page,
  shop,
}) => {
  const { businessName } = await openInquiry(page, shop.url, { preferredLanguage: 'es', message: 'Dos exhibidores.' });
  const open = page.getByRole('button', { name: `Open the inquiry of ${businessName}` });
  await open.click();
  const drawer = page.getByRole('dialog', { name: businessName });
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

test('a kept link opens the inquiry although no loaded row has it; a new status shows there at once', async ({
  page,
  shop,
}) => {
  const { id, businessName } = await openInquiry(page, shop.url);
  await page.goto(`/admin/dashboard?tab=wholesalers&q=nobody-of-this-name&open=${id}`);
  const drawer = page.getByRole('dialog', { name: businessName });
  await expect(drawer.getByText('rosa@laesquina.example')).toBeVisible();
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/status$/, async (route) => {
    await held;
    await route.continue();
  });
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

test(
  'a pending inquiry is marked once it has waited longer than 48 hours, an answered one is not',
  FULL_TIER,
  async ({ page, shop }) => {
    await page.clock.setFixedTime(Date.now() + 47 * 3_600_000);
    const { row } = await openInquiry(page, shop.url);
    await expect(row.getByText('Waiting over 48 hours')).toHaveCount(0);
    await page.clock.setFixedTime(Date.now() + 49 * 3_600_000);
    await page.reload();
    await expect(row.getByText('Waiting over 48 hours')).toBeVisible();
    await row.getByRole('combobox').selectOption('contacted');
    await expect(row.getByText('Waiting over 48 hours')).toHaveCount(0);
  },
);

test('the CSV link holds the list as it is filtered', FULL_TIER, async ({ page, shop }) => {
  const { businessName } = await openInquiry(page, shop.url);
  const href = await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href');
  const csv = await (await page.request.get(href ?? '')).text();
  expect(csv).toContain(businessName);
  expect(csv.trim().split('\n')).toHaveLength(2);
});
