import type { Locator, Page } from '@playwright/test';
import { LANGUAGES } from '#shared/core/language.ts';
import type { Order, OrderDetail } from '#shared/orders/admin-orders.ts';
import {
  adminCall,
  buy,
  expect,
  expectAccessible,
  expectToast,
  FAILED_ANSWERS,
  openDashboard,
  test,
  unique,
} from './admin-fixtures.ts';
import { CASES, FULL_TIER, lastInGate } from './cases.ts';
import { holdCalls } from './fixtures.ts';
import { wordsOf } from './words.ts';

test.use({ allowConsole: FAILED_ANSWERS });

const USPS = '9400111201080805483016';
const UPS = '1Z999AA10123456784';
const FEDEX = '986578788855';

/** Buys, and opens the order's detail. */
async function openOrder(page: Page, url: string, language: 'en' | 'es' = 'en') {
  const fullName = unique('Correcta');
  const { orderNumber } = await buy(url, { address: { fullName, preferredLanguage: 'es' } });
  await openDashboard(page, '', { language });
  const [order] = await adminCall<Order[]>(page, 'GET', `/api/admin/orders?q=${orderNumber}`);
  const id = order?.id ?? '';
  await openDashboard(page, `tab=orders&open=${id}`, { language });
  return { id, orderNumber, fullName, detail: () => adminCall<OrderDetail>(page, 'GET', `/api/admin/orders/${id}`) };
}

test('an address is corrected; a dearer one shows its price first, and Undo reverts it', async ({ page, shop }) => {
  const { orderNumber, detail } = await openOrder(page, shop.url);
  await page.getByRole('button', { name: 'Correct…' }).click();
  const dialog = page.getByRole('dialog', { name: `Correct order ${orderNumber}` });
  await expectAccessible(page);
  await dialog.getByLabel('Street and number').fill('21 Palm Avenue');
  await dialog.getByLabel('ZIP code').fill('1');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('ZIP code must be at least 5 digits')).toBeVisible();
  await dialog.getByLabel('City').fill('Seattle');
  await dialog.getByLabel('State').fill('WA');
  await dialog.getByLabel('ZIP code').fill('98101');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const question = page.getByRole('alertdialog', { name: 'Shipping there costs more' });
  await expect(question).toContainText(/To the new address it costs \$\d+\.\d\d today/);
  await question.getByRole('button', { name: 'Check again' }).click();
  expect(await detail()).toMatchObject({ city: 'Hialeah', version: 1 });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await question.getByRole('button', { name: 'Save all the same' }).click();
  await expectToast(page, 'Order corrected');
  const drawer = page.getByRole('complementary', { name: `Order ${orderNumber}` });
  await expect(drawer.getByText(/^Address corrected: .* → 21 Palm Avenue, Apt 4, Seattle, WA 98101$/)).toBeVisible();
  expect(await detail()).toMatchObject({
    city: 'Seattle',
    zipCode: '98101',
    totalAmount: (await detail()).totalAmount,
  });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await detail()).city).toBe('Hialeah');
});

test('another tab’s correction is shown, and nothing of either is lost', FULL_TIER, async ({ page, shop }) => {
  const { id, orderNumber, detail } = await openOrder(page, shop.url);
  await page.getByRole('button', { name: 'Correct…' }).click();
  const dialog = page.getByRole('dialog', { name: `Correct order ${orderNumber}` });
  await dialog.getByLabel('Phone').fill('+1 305-555-0199');
  await adminCall(page, 'PATCH', `/api/admin/orders/${id}`, { email: 'other@shopper.example', version: 1 });
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog.getByText('other@shopper.example')).toBeVisible();
  expect(await detail()).toMatchObject({ email: 'other@shopper.example', phone: '+1 305-555-0111' });
  await expect(dialog.getByLabel('Phone')).toHaveValue('+1 305-555-0199');
});

test('notes are on the slip if wanted, and a mail to the customer is listed', async ({ page, shop }) => {
  const { orderNumber, fullName, detail } = await openOrder(page, shop.url, 'es');
  const drawer = page.getByRole('complementary', { name: `Pedido ${orderNumber}` });
  await drawer.getByRole('textbox', { name: 'Notas' }).fill('Dejar con la vecina');
  await drawer.getByLabel('Imprimir en la lista de empaque').check();
  // The slip does not wait for the list to be read again.
  const goOn = await holdCalls(page, /\/api\/admin\/orders\?/);
  await drawer.getByRole('button', { name: 'Guardar las notas' }).click();
  await expectToast(page, 'Notas guardadas');
  await page.evaluate(() => {
    window.print = () => {};
  });
  await drawer.getByRole('button', { name: 'Imprimir lista de empaque' }).click();
  await expect(page.locator('.slip')).toContainText('Nota: Dejar con la vecina');
  goOn();
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await drawer.getByRole('button', { name: 'Escribirle al cliente…' }).click();
  const dialog = page.getByRole('dialog', { name: `Escribirle a ${fullName}` });
  await expect(dialog.getByLabel('Asunto')).toHaveValue(`Sobre tu pedido ${orderNumber}`);
  await expectAccessible(page);
  await dialog.getByLabel('Mensaje').fill('Tu paquete sale el lunes.');
  await dialog.getByRole('button', { name: 'Enviar correo' }).click();
  await expectToast(page, 'Correo escrito', 'el correo no está configurado');
  await expect(drawer.getByRole('link', { name: 'Mensaje al cliente' })).toBeVisible();
  expect((await detail()).emails.filter(({ templateKey }) => templateKey === 'customer_message')).toHaveLength(1);
});

/** Pastes like the clipboard. */
const paste = (field: Locator, text: string) =>
  field.evaluate((element, data) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', data);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

test('on a phone the pick list adds up what waits, or what is selected, and prints it', async ({ page, own }) => {
  const box = 'Caja de 40 galleticas con guayaba';
  const title = 'Lista de preparación';
  await buy(own.url, { cart: [{ id: 'box40', quantity: 3 }], address: { preferredLanguage: 'en' } });
  const cart = [
    { id: 'box40', quantity: 1 },
    { id: 'box20double', quantity: 2 },
  ];
  const { orderNumber } = await buy(own.url, { cart });
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto(`${own.url}/admin/orders?lang=es`);
  const list = page.getByRole('dialog', { name: title });
  const rows = list.getByRole('row');
  await page.getByRole('button', { name: title }).click();
  await expect(list).toContainText('2 pedidos');
  await expect(rows).toHaveText([`4${box}`, '2Caja de 20 galleticas dobles con guayaba']);
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Enviar pedidos' }).click();
  const number = page.getByRole('textbox', { name: `Número de rastreo del pedido ${orderNumber}` });
  await number.fill(USPS);
  await page.getByRole('dialog').getByRole('button', { name: title }).click();
  await expect(rows).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(number).toHaveValue(USPS);
  await page.keyboard.press('Escape');

  await page.getByRole('checkbox', { name: new RegExp(orderNumber) }).check();
  await page.getByRole('region', { name: 'Pedidos seleccionados' }).getByRole('button', { name: title }).click();
  await expect(rows).toHaveText(['2Caja de 20 galleticas dobles con guayaba', `1${box}`]);
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', 'true');
  });
  await list.getByRole('button', { name: 'Imprimir la lista de preparación' }).click();
  await expect(page.locator('html[data-printed]')).toHaveCount(1);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.slip')).toContainText('1 pedido');
  await expect(page.locator('.slip').getByRole('row').first()).toBeVisible();
  await expect(list).toBeHidden();
});

for (const [language, width] of lastInGate(CASES)) {
  test(`one grid ships many orders: column, file, typed number: ${language}, ${width} px`, async ({ page, shop }) => {
    const t = wordsOf(language);
    const open = t('admin_ship_open');
    await page.setViewportSize({ width, height: 900 });
    const fullName = unique('Grida');
    const made: string[] = [];
    for (let i = 0; i < 3; i++) made.push((await buy(shop.url, { address: { fullName } })).orderNumber);
    await openDashboard(page, `tab=orders&q=${encodeURIComponent(fullName)}`, { language });
    await page.getByRole('button', { name: open }).first().click();
    const dialog = page.getByRole('dialog', { name: open });
    const field = (number: string | undefined) =>
      dialog.getByRole('textbox', { name: t('admin_ship_number_of', { number: number ?? '' }) });
    await expect(field(made[0])).toBeVisible();
    await expectAccessible(page);
    const [first = '', second = '', third = ''] = made;
    // Other tests' orders may wait too: the lines have order numbers, so only these get a tracking number.
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'numbers.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`Order,Tracking number\r\n${first},'${USPS}\r\n${second},1.23E+21\r\n00000000,${UPS}\r\n`),
    });
    await expect(field(first)).toHaveValue(USPS);
    await expect(dialog.getByRole('alert').filter({ hasText: '00000000' })).toBeVisible();
    await expect(field(second)).toHaveAccessibleDescription(
      /^(A spreadsheet has rounded|Una hoja de cálculo redondeó)/,
    );
    await paste(field(second), `${second}\t${UPS}\n${third}\t${FEDEX.slice(0, -1)}9\n`);
    await expect(field(second)).toHaveValue(UPS);
    await dialog.getByRole('button', { name: t('admin_ship_save') }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText(third);
    await expect(question).not.toContainText(second);
    await question.getByRole('button').first().click();
    await field(third).fill(FEDEX);
    await dialog.getByRole('button', { name: t('admin_ship_save') }).click();
    await expectToast(page, t('admin_ship_done', { count: 3 }));
    for (const number of made) await expect(field(number)).toHaveCount(0);
    const orders = await adminCall<Order[]>(page, 'GET', `/api/admin/orders?q=${encodeURIComponent(fullName)}&limit=9`);
    const parcels = orders.map(({ status, trackingNumber, trackingCarrier }) => [
      status,
      trackingNumber,
      trackingCarrier,
    ]);
    expect(parcels.sort((a, b) => String(a[1]).localeCompare(String(b[1])))).toEqual([
      ['shipped', UPS, 'UPS'],
      ['shipped', USPS, 'USPS'],
      ['shipped', FEDEX, 'FedEx'],
    ]);
  });
}

test('a column of cells fills the lines; a line that fails stays', FULL_TIER, async ({ page, shop }) => {
  const fullName = unique('Columna');
  for (let i = 0; i < 2; i++) await buy(shop.url, { address: { fullName } });
  await openDashboard(page, `tab=orders&q=${encodeURIComponent(fullName)}`);
  await page.getByRole('checkbox', { name: 'Select all orders shown' }).check();
  await page.getByRole('region', { name: 'Selected orders' }).getByRole('button', { name: 'Ship orders' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ship orders' });
  const fields = dialog.getByRole('textbox');
  await expect(fields).toHaveCount(2);
  await paste(fields.first(), `9400 1112-0108 0805 4830 16\n${UPS}\n`);
  await expect(fields.first()).toHaveValue(USPS);
  await expect(fields.nth(1)).toHaveValue(UPS);
  await expect(fields.nth(1)).toBeFocused();
  const [newest, older] = await adminCall<Order[]>(
    page,
    'GET',
    `/api/admin/orders?q=${encodeURIComponent(fullName)}&limit=9`,
  );
  await page.route(`**/api/admin/orders/${older?.id}/tracking`, (route) =>
    route.fulfill({ status: 503, json: { message: 'We are unavailable for a moment.' } }),
  );
  await dialog.getByRole('button', { name: 'Save and email' }).click();
  await expectToast(page, 'Shipped: 1', 'Not saved: 1.');
  await expect(dialog.getByRole('alert')).toContainText('We are unavailable for a moment.');
  await expect(fields).toHaveCount(1);
  await expect(fields.first()).toHaveValue(UPS);
  expect(newest?.id).toBeTruthy();
  await page.unroute(`**/api/admin/orders/${older?.id}/tracking`);
  await dialog.getByRole('button', { name: 'Save and email' }).click();
  await expect(fields).toHaveCount(0);
});

for (const language of lastInGate(LANGUAGES)) {
  test(`orders are shipped by keys alone, like a spreadsheet: ${language}`, FULL_TIER, async ({ page, shop }) => {
    const t = wordsOf(language);
    const fullName = unique('Teclas');
    for (let i = 0; i < 3; i++) await buy(shop.url, { address: { fullName } });
    await openDashboard(page, `tab=orders&q=${encodeURIComponent(fullName)}`, { language });
    await expect(page.locator('[data-row]')).toHaveCount(3);
    await page.getByRole('checkbox', { name: t('admin_select_all') }).check();
    await expect(page.getByText(t('admin_bulk_selected', { count: 3 }))).toBeVisible();
    await page.keyboard.press('s');
    const dialog = page.getByRole('dialog', { name: t('admin_ship_open') });
    const [numbers, carriers] = [dialog.getByRole('textbox'), dialog.getByRole('combobox')];
    await expect(numbers.first()).toBeFocused();
    await expectAccessible(page);
    // A scanner types a number and Enter.
    await page.keyboard.type(USPS);
    await page.keyboard.press('Enter');
    await expect(numbers.nth(1)).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(numbers.first()).toBeFocused();
    // The number implies its carrier: Tab goes to the next number, the arrow key to the carrier.
    await page.keyboard.press('Tab');
    await expect(numbers.nth(1)).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowRight');
    await expect(carriers.first()).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(numbers.nth(1)).toBeFocused();
    // A number that fits no carrier has to be checked.
    await page.keyboard.type('123');
    await page.keyboard.press('Tab');
    await expect(carriers.nth(1)).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(UPS);
    await page.keyboard.press('ArrowDown');
    await expect(numbers.nth(2)).toBeFocused();
    await page.keyboard.type(FEDEX);
    // The last scan saves nothing and sends no mail.
    await page.keyboard.press('Enter');
    await expect(numbers.nth(2)).toBeFocused();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expectToast(page, t('admin_ship_done', { count: 3 }));
    await expect(dialog.getByRole('textbox')).toHaveCount(0);
    const end = dialog.getByRole('button', { name: t('admin_ship_end') });
    await expect(end).toBeFocused();
    // The toast covers nothing that can be pressed, except in the list below.
    const toast = await page.locator('li.toast').boundingBox();
    const close = await dialog.getByRole('button', { name: t('admin_close') }).boundingBox();
    expect(toast && close && (toast.x > close.x + close.width || toast.y > close.y + close.height)).toBe(true);
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    const orders = await adminCall<Order[]>(page, 'GET', `/api/admin/orders?q=${encodeURIComponent(fullName)}&limit=9`);
    expect(orders.map(({ trackingCarrier }) => trackingCarrier).sort()).toEqual(['FedEx', 'UPS', 'USPS']);
  });
}

test('one press buys the chosen label and mails the customer; it can be voided', async ({ page, shop }) => {
  const { orderNumber, detail } = await openOrder(page, shop.url);
  const drawer = page.getByRole('complementary', { name: `Order ${orderNumber}` });
  await drawer.getByRole('button', { name: 'Buy label' }).click();
  const question = page.getByRole('dialog', { name: `Buy a label for order ${orderNumber}?` });
  const offer = (name: string) => question.getByRole('radio', { name });
  await expect(question.getByRole('radio', { checked: true })).toHaveCount(1);
  await expect(question).toContainText('what the customer chose');
  await offer('Priority Mail, USPS').check();
  const price = async () => (await question.getByRole('button', { name: 'Buy for' }).textContent())?.split('$')[1];
  const light = Number(await price());
  await question.getByText('Weight and box').click();
  await question.getByLabel('Weight in ounces').fill('0');
  await question.getByRole('button', { name: 'Show prices for this parcel' }).click();
  await expect(question.getByRole('alert')).toContainText('at most 800 ounces');
  await expectAccessible(page);
  await question.getByLabel('Weight in ounces').fill('320');
  await question.getByRole('button', { name: 'Show prices for this parcel' }).click();
  await expect(question.getByRole('alert')).toHaveCount(0);
  await offer('Priority Mail, USPS').check();
  const heavy = await price();
  expect(Number(heavy)).toBeGreaterThan(light);
  await question.getByLabel('Label size').selectOption('Letter sheet');
  await question.getByRole('button', { name: 'Buy for' }).click();
  await expectToast(page, 'Label bought');
  expect((await detail()).labels).toMatchObject([{ service: 'Priority Mail', cost: heavy, size: 'letter' }]);
  await expect(drawer.getByText(/^Cost \$\d+\.\d\d; shipping paid by the customer: \$\d+\.\d\d$/)).toBeVisible();
  await expect(drawer.getByText('A sample: no carrier accepts it.')).toBeVisible();
  const [label] = (await detail()).labels;
  expect(await detail()).toMatchObject({ status: 'shipped', trackingNumber: label?.trackingNumber });
  const href = await drawer.getByRole('link', { name: 'Print label' }).first().getAttribute('href');
  const file = await page.request.get(href ?? '');
  expect(file.headers()['content-type']).toBe('application/pdf');
  // At the top of the order, and at the label itself.
  await expect(drawer.getByRole('link', { name: 'Print label' })).toHaveCount(2);
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Void…' }).click();
  await page.getByRole('alertdialog', { name: 'Void this label?' }).getByRole('button', { name: 'Void label' }).click();
  await expect(drawer.getByText('Label voided').first()).toBeVisible();
  expect(await detail()).toMatchObject({ trackingNumber: null, labels: [{ state: 'voided' }] });
  await expect(drawer.getByRole('link', { name: 'Print label' })).toHaveCount(0);
});

test('delivered orders are left out on request', async ({ page, shop }) => {
  const { id, orderNumber } = await openOrder(page, shop.url);
  await adminCall(page, 'PATCH', `/api/admin/orders/${id}/status`, { status: 'delivered' });
  await page.goto('/admin/dashboard?tab=orders');
  const row = page.getByRole('button', { name: `Open order ${orderNumber}` });
  await expect(row).toBeVisible();
  const status = page.getByRole('combobox', { name: 'Status', exact: true });
  await status.selectOption('Without delivered');
  await expect(row).toHaveCount(0);
  await status.selectOption('All statuses');
  await expect(row).toBeVisible();
});
