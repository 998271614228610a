import type { Page } from '@playwright/test';
import {
  adminCall,
  buy,
  expect,
  expectToast,
  hearNothing,
  inquire,
  openDashboard,
  signIn,
  test,
  unique,
} from './admin-fixtures.ts';
import { FULL_TIER } from './cases.ts';

test.use({ allowConsole: [/Failed to load resource|Blocked script execution in 'about:srcdoc'/] });

const RESTORED = 'You typed this earlier and did not save it.';
const CONFLICT = 'This was changed somewhere else in the meantime.';

async function orderOf(page: Page, orderNumber: string): Promise<{ id: string; version: number }> {
  const [order] = await adminCall<{ id: string; version: number }[]>(page, 'GET', `/api/admin/orders?q=${orderNumber}`);
  if (!order) throw new Error(`No order ${orderNumber}`);
  return order;
}

test('what is restored says so; saving, discarding or canceling lets it go', FULL_TIER, async ({ page, shop }) => {
  page.on('dialog', (dialog) => dialog.accept());
  const { id } = await inquire(shop.url, { businessName: unique('Bodega') });
  const open = () => openDashboard(page, `tab=wholesalers&open=${id}`);
  const notes = page.getByRole('textbox', { name: 'Private notes' });
  await open();
  await notes.fill('Asks for two displays');
  await page.reload();
  await expect(page.getByText(RESTORED)).toBeVisible();
  await page.getByRole('button', { name: 'Save notes' }).click();
  await expectToast(page, 'Notes saved');
  await expect(page.getByText(RESTORED)).toHaveCount(0);
  await notes.fill('Something else');
  await page.reload();
  await page.getByRole('button', { name: 'Discard it' }).click();
  await page.reload();
  await expect(notes).toHaveValue('Asks for two displays');
  await expect(page.getByText(RESTORED)).toHaveCount(0);

  await openDashboard(page, 'tab=stores');
  const add = page.getByRole('main').getByRole('button', { name: 'Add Location' });
  await add.click();
  await page.getByLabel('Store Name').fill('Bodega Típica');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await add.click();
  await expect(page.getByLabel('Store Name')).toHaveValue('');

  await openDashboard(page, 'tab=emails&template=order_confirmation&language=en');
  const subject = page.getByLabel('Subject');
  await subject.fill('Gracias, {{customerName}}');
  await page.getByRole('button', { name: 'Undo changes' }).click();
  await page.reload();
  await expect(subject).not.toHaveValue(/Gracias/);
});

test('after a logout no input remains in the browser, nor in another tab', async ({ page, context, shop }) => {
  const { id } = await inquire(shop.url, { businessName: unique('Bodega') });
  const kept = (tab: Page) =>
    tab.evaluate(() => JSON.stringify({ ...sessionStorage }) + JSON.stringify({ ...localStorage }));
  const other = await context.newPage();
  await openDashboard(other, `tab=wholesalers&open=${id}`);
  await other.getByRole('textbox', { name: 'Private notes' }).fill('Secret terms');
  await openDashboard(page, `tab=wholesalers&open=${id}`);
  await page.getByRole('textbox', { name: 'Private notes' }).fill('Secret price');
  expect(await kept(page)).toContain('Secret price');
  expect(await kept(other)).toContain('Secret terms');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expectToast(page, 'Logged out');
  expect(await kept(page)).not.toContain('Secret');
  await expect.poll(() => kept(other)).not.toContain('Secret');
});

test('two tabs with notes: the later one sees both, loses nothing and chooses', FULL_TIER, async ({ page, shop }) => {
  const { id } = await inquire(shop.url, { businessName: unique('Bodega') });
  await openDashboard(page, `tab=wholesalers&open=${id}`);
  const notes = page.getByRole('textbox', { name: 'Private notes' });
  const elsewhere = (words: string) => adminCall(page, 'PATCH', `/api/admin/wholesalers/${id}/notes`, { notes: words });
  const kept = async () => (await adminCall<{ notes: string }>(page, 'GET', `/api/admin/wholesalers/${id}`)).notes;
  await notes.fill('Mine');
  await elsewhere('Theirs');
  await page.getByRole('button', { name: 'Save notes' }).click();
  const conflict = page.getByRole('alert').filter({ hasText: CONFLICT });
  await expect(conflict).toContainText('Theirs');
  await expect(notes).toHaveValue('Mine');
  expect(await kept()).toBe('Theirs');
  await conflict.getByRole('button', { name: 'Save mine' }).click();
  await expectToast(page, 'Notes saved');
  expect(await kept()).toBe('Mine');
  await expect(conflict).toHaveCount(0);

  await notes.fill('Mine again');
  await elsewhere('Theirs again');
  await page.getByRole('button', { name: 'Save notes' }).click();
  await conflict.getByRole('button', { name: 'Take what is saved' }).click();
  await expect(notes).toHaveValue('Theirs again');
  expect(await kept()).toBe('Theirs again');

  // Only the status has changed, so there is no conflict.
  await notes.fill('Third');
  await adminCall(page, 'PATCH', `/api/admin/wholesalers/${id}/status`, { status: 'contacted' });
  await page.getByRole('button', { name: 'Save notes' }).click();
  await expect.poll(kept).toBe('Third');
});

test('two tabs with a store or a template: the later one sees the saved version', FULL_TIER, async ({ page }) => {
  const name = unique('Bodega');
  const store = { name, address: '1 Calle Ocho', storeType: 'grocery', latitude: 25.77, longitude: -80.2 };
  await signIn(page);
  const { id } = await adminCall<{ id: string }>(page, 'POST', '/api/admin/store-locations', store);
  await openDashboard(page, 'tab=stores');
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  await page.getByLabel('Store Name').fill(`${name} Mine`);
  await adminCall(page, 'PATCH', `/api/admin/store-locations/${id}`, { ...store, address: '2 Calle Ocho' });
  await page.getByRole('button', { name: 'Save Location' }).click();
  const conflict = page.getByRole('alert').filter({ hasText: CONFLICT });
  await expect(conflict).toContainText('2 Calle Ocho');
  await expect(page.getByLabel('Store Name')).toHaveValue(`${name} Mine`);
  await conflict.getByRole('button', { name: 'Take what is saved' }).click();
  await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue('2 Calle Ocho');
  await page.keyboard.press('Escape');

  const template = { templateKey: 'wholesale_confirmation', language: 'es', subject: 'Theirs', body: 'Their words.' };
  await openDashboard(page, 'tab=emails&template=wholesale_confirmation&language=es');
  await page.getByLabel('Subject').fill('Mine');
  await adminCall(page, 'POST', '/api/admin/email-templates', template);
  await page.getByRole('button', { name: 'Save Template' }).click();
  await expect(conflict).toContainText('Their words.');
  await expect(page.getByLabel('Subject')).toHaveValue('Mine');
  await conflict.getByRole('button', { name: 'Save mine' }).click();
  await expectToast(page, 'Template saved');
});

test('a stale tab learns that the order was cancelled, and sends no mail', async ({ page, shop }) => {
  const { orderNumber } = await buy(shop.url);
  await openDashboard(page, `tab=orders&q=${orderNumber}`);
  const { id } = await orderOf(page, orderNumber);
  await page.getByRole('button', { name: `Add a tracking number to order ${orderNumber}` }).click();
  await page.getByLabel('Tracking number', { exact: true }).fill('1Z999AA10123456784');
  await page.getByLabel('Carrier').selectOption('UPS');
  await adminCall(page, 'PATCH', `/api/admin/orders/${id}/status`, { status: 'cancelled' });
  await page.getByRole('button', { name: 'Save & Send Email' }).click();
  const conflict = page.getByRole('alert').filter({ hasText: CONFLICT });
  await expect(conflict).toContainText('Cancelled');
  const detail = () =>
    adminCall<{ trackingNumber: string | null; emails: { templateKey: string }[] }>(
      page,
      'GET',
      `/api/admin/orders/${id}`,
    );
  expect((await detail()).trackingNumber).toBeNull();
  await conflict.getByRole('button', { name: 'Take what is saved' }).click();
  await expect(page.getByRole('row').filter({ hasText: orderNumber })).toContainText('Cancelled');
  expect((await detail()).emails.map(({ templateKey }) => templateKey)).not.toContain('shipping_confirmation');
});

test('a status chosen in a stale tab says both, and is set by a second choice', FULL_TIER, async ({ page, shop }) => {
  const { orderNumber } = await buy(shop.url);
  await hearNothing(page);
  await openDashboard(page, `tab=orders&q=${orderNumber}`);
  const { id } = await orderOf(page, orderNumber);
  const row = page.getByRole('row').filter({ hasText: orderNumber });
  await expect(row).toContainText('Pending');
  await adminCall(page, 'PATCH', `/api/admin/orders/${id}/status`, { status: 'cancelled' });
  await row.getByRole('combobox').selectOption('shipped');
  await expect(row.getByRole('alert')).toContainText(
    'Meanwhile it was set to Cancelled somewhere else. Choose Shipped again if that is still right.',
  );
  await expect(row.getByRole('combobox')).toHaveValue('cancelled');
  await row.getByRole('combobox').selectOption('shipped');
  await expectToast(page, 'Status updated');
  await expect(row.getByRole('combobox')).toHaveValue('shipped');
});

test('a status for many from a stale tab leaves what was changed meanwhile', FULL_TIER, async ({ page, shop }) => {
  const name = unique('Zoraida');
  const [kept, changed] = [
    (await buy(shop.url, { address: { fullName: name } })).orderNumber,
    (await buy(shop.url, { address: { fullName: name } })).orderNumber,
  ];
  await hearNothing(page);
  await openDashboard(page, `tab=orders&q=${encodeURIComponent(name)}`);
  const row = (orderNumber: string) => page.getByRole('row').filter({ hasText: orderNumber });
  for (const each of [kept, changed]) await row(each).getByRole('checkbox').check();
  const { id } = await orderOf(page, changed);
  await adminCall(page, 'PATCH', `/api/admin/orders/${id}/status`, { status: 'cancelled' });
  const bar = page.getByRole('region', { name: 'Selected orders' });
  const setShipped = async () => {
    await bar.getByRole('combobox').selectOption('shipped');
    await bar.getByRole('button', { name: 'Set status' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Set status' }).click();
  };
  await setShipped();
  const report = page.getByRole('region', { name: 'What was changed' });
  await expect(report.getByRole('listitem').filter({ hasText: changed })).toContainText(
    'was Pending and is Cancelled by now, set somewhere else: it stays. Set Shipped again if that is right',
  );
  await expect(row(kept).getByRole('combobox')).toHaveValue('shipped');
  await expect(row(changed).getByRole('combobox')).toHaveValue('cancelled');
  await expect(page.getByText('1 selected')).toBeVisible();
  await setShipped();
  await expect(row(changed).getByRole('combobox')).toHaveValue('shipped');
  await expect(report).not.toContainText('it stays');
});
