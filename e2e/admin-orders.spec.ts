import type { Locator, Page } from '@playwright/test';
import { LANGUAGES } from '#shared/core/language.ts';
import type { Order, OrderDetail } from '#shared/orders/admin-orders.ts';
import { startSmtp } from '#test/smtp.ts';
import {
  adminCall,
  buy,
  expect,
  expectToast,
  FAILED_ANSWERS,
  failCalls,
  NEW_YORK,
  openDashboard,
  type Purchase,
  signIn,
  startAdminShop,
  test,
  unique,
} from './admin-fixtures.ts';
import { FULL_TIER, lastInGate } from './cases.ts';
import { holdCalls } from './fixtures.ts';
import { wordsOf } from './words.ts';

test.use({ allowConsole: FAILED_ANSWERS });

const USPS = '9400111201080805483016';

/** An order of a unique customer, and the list filtered to it. */
async function openOrderOf(page: Page, url: string, purchase: Purchase = {}, language: 'en' | 'es' = 'en') {
  const fullName = unique('Yolanda');
  const { orderNumber, number } = await buy(url, { ...purchase, address: { ...purchase.address, fullName } });
  await openDashboard(page, `tab=orders&q=${encodeURIComponent(fullName)}`, { language });
  const row = page.getByRole('row').filter({ hasText: fullName });
  await expect(row).toBeVisible();
  return {
    fullName,
    orderNumber,
    number,
    row,
    cell: (index: number) => row.getByRole('cell').nth(index),
    drawer: page.getByRole('complementary', { name: `Order ${orderNumber}` }),
    open: () => page.getByRole('button', { name: `Open order ${orderNumber}` }).click(),
  };
}

/** Answers for the page's lists of orders, changed. */
const changeOrders = (page: Page, change: (orders: Order[]) => unknown) =>
  page.route(/\/api\/admin\/orders\?/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change((await response.json()) as Order[]) });
  });

test('the order table has id, customer, items, shipping, total, date, status and tracking', async ({ page, shop }) => {
  const cart = [
    { id: 'box40', quantity: 2 },
    { id: 'box20double', quantity: 1 },
  ];
  const { orderNumber, number, row, fullName, cell } = await openOrderOf(page, shop.url, { cart });
  await expect(page.getByRole('columnheader')).toHaveText([
    ...[/Select all/, 'Order ID', 'Customer', 'Items', 'Shipping', /^Total/, /^Date/, 'Status', 'Tracking'],
  ]);
  expect(orderNumber).toMatch(/^[0-9A-F]{8}$/);
  await expect(row.getByRole('cell')).toHaveText([
    /^/,
    `${orderNumber}#${number}`,
    `${fullName}12 Palm AvenueApt 4Hialeah, FL 33010`,
    '2 x Box of 40 individual sandwiches1 x Box of 20 double sandwiches',
    /FREE/,
    '$59.97',
    /^[A-Z][a-z]{2} \d{1,2}$/,
    /^Pending/,
    /Add/,
  ]);
  await expect(cell(7).getByRole('combobox')).toHaveValue('pending');
  await test.step('shipping shows method, carrier and cost; in Spanish free is GRATIS', async () => {
    await buy(shop.url, { address: { ...NEW_YORK, fullName } });
    await page.goto(`/admin/dashboard?tab=orders&q=${encodeURIComponent(fullName)}&lang=es`);
    await expect(row.first().getByRole('cell').nth(4)).toHaveText(/Ground Advantage\s*USPS\s*\$\d+\.\d\d/);
    await expect(row.last().getByRole('cell').nth(4)).toContainText('GRATIS');
  });
  await test.step('an order without shipping shows a dash', async () => {
    const none = { shippingCost: null, shippingMethod: null, shippingCarrier: null };
    await changeOrders(page, (orders) => orders.map((order) => ({ ...order, ...none })));
    await page.goto(`/admin/dashboard?tab=orders&q=${encodeURIComponent(fullName)}&lang=en`);
    await expect(row.first().getByRole('cell').nth(4)).toHaveText('-none');
  });
});

test('a number said on the phone finds its order, whose detail names it', async ({ page, shop }) => {
  const { number, fullName, orderNumber } = await openOrderOf(page, shop.url);
  for (const [width, typed] of [
    [1280, `${number}`],
    [375, `#${number}`],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await openDashboard(page, 'tab=orders');
    await page.getByRole('searchbox').fill(typed);
    const opener = page.getByRole('button', { name: `Open order ${orderNumber}` });
    await expect(opener).toBeVisible();
    await expect(page.getByText(fullName)).toBeVisible();
    await opener.click();
    const role = width < 1200 ? 'dialog' : 'complementary';
    await expect(page.getByRole(role, { name: `Order ${orderNumber} #${number}` })).toBeVisible();
  }
});

/** The hue of an element's background, in degrees. */
const hueOf = (element: Locator) =>
  element.evaluate((node) => {
    const [r = 0, g = 0, b = 0] = (getComputedStyle(node).backgroundColor.match(/\d+/g) ?? []).map(Number);
    const max = Math.max(r, g, b);
    const span = max - Math.min(r, g, b) || 1;
    return 60 * (max === r ? (g - b) / span : max === g ? 2 + (b - r) / span : 4 + (r - g) / span);
  });

for (const language of lastInGate(LANGUAGES)) {
  test(`any status can be set in any order, each in its colour: ${language}`, async ({ page, shop }) => {
    const t = wordsOf(language);
    const { row, cell } = await openOrderOf(page, shop.url, {}, language);
    for (const [status, low, high] of [
      ['processing', 190, 220],
      ['shipped', 255, 285],
      ['delivered', 140, 165],
      ['cancelled', -10, 15],
      ['pending', 35, 60],
    ] as const) {
      // The colour changes before the server has answered, and the toast may be of an earlier change. A read in
      // progress may have returned an older version; then the change is repeated automatically.
      const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.status() === 200);
      await row.getByRole('combobox').selectOption(status);
      await saved;
      await expectToast(page, t('admin_updated_title'), t('admin_updated_order'));
      const select = cell(7).getByRole('combobox');
      await expect(select).toHaveValue(status);
      await expect(select.getByRole('option', { selected: true })).toHaveText(t(`admin_status_${status}`));
      const hue = () => hueOf(select);
      await expect.poll(hue, { message: status }).toBeGreaterThan(low);
      await expect.poll(hue, { message: status }).toBeLessThan(high);
    }
    await page.reload();
    await expect(cell(7).getByRole('combobox')).toHaveValue('pending');
  });
}

test('a new status shows at once, in row and drawer; a refused one goes back', async ({ page, shop }) => {
  const { row, drawer, open } = await openOrderOf(page, shop.url);
  const status = row.getByRole('combobox');
  await test.step('refused', async () => {
    const mend = await failCalls(page, /\/api\/admin\/orders\/.*\/status/, ['PATCH']);
    await status.selectOption('delivered');
    await expect(row.getByRole('alert')).toHaveText('The status was not changed. We are unavailable for a moment.');
    await expect(status).toHaveValue('pending');
    await mend();
  });
  await test.step('in the row', async () => {
    const answer = await holdCalls(page, /\/status$/);
    await status.selectOption('shipped');
    await expect(status).toHaveValue('shipped');
    await expect(page.locator('#toasts li')).toHaveCount(0);
    answer();
    await expectToast(page, 'Status updated');
  });
  await test.step('in the drawer', async () => {
    await open();
    await expect(drawer.getByText('Status: Pending to Shipped')).toBeVisible();
    const answer = await holdCalls(page, /\/status$/);
    await drawer.getByRole('combobox').selectOption('delivered');
    await expect(drawer.getByRole('combobox')).toHaveValue('delivered');
    answer();
    await expect(drawer.getByText('Status: Shipped to Delivered')).toBeVisible();
    await page.keyboard.press('Escape');
  });
  await test.step('without a server the rows stay', async () => {
    await page.route('**/api/admin/**', (route) => route.abort());
    await status.selectOption('pending');
    await expect(page.getByText('This could not be loaded.').first()).toBeVisible();
    await expect(row).toContainText('The status was not changed. The server did not answer.');
    await expect(status).toHaveValue('delivered');
  });
});

test('an order not loaded, a mail not queued and a number not saved say so', async ({ page, shop }) => {
  const { row, drawer, open } = await openOrderOf(page, shop.url);
  const mend = await failCalls(page, /\/api\/admin\/orders\/[0-9a-f-]{36}$/, ['GET']);
  await open();
  const detail = page.getByRole('complementary');
  await expect(detail.getByRole('alert')).toContainText('This could not be loaded.');
  await mend();
  await detail.getByRole('button', { name: 'Try again' }).click();
  const dialog = page.getByRole('dialog');
  await expect(drawer.getByText('Paid and placed').first()).toBeVisible();
  await drawer.getByRole('button', { name: 'Send: Order confirmation' }).click();
  await expectToast(page, 'The email could not be queued.', 'Email is not set up');
  await page.keyboard.press('Escape');
  await failCalls(page, /\/tracking$/, ['PATCH']);
  await row.getByRole('button', { name: /^Add/ }).click();
  await dialog.getByRole('textbox').fill(USPS);
  await dialog.getByRole('button', { name: 'Save & Send Email' }).click();
  await expectToast(page, 'Update failed', 'Failed to update tracking number');
  await expect(dialog.getByRole('textbox')).toHaveValue(USPS);
});

for (const language of lastInGate(LANGUAGES)) {
  test(`a mistyped link says that there is no such order: ${language}`, FULL_TIER, async ({ page }) => {
    for (const link of ['tab=orders&open=garbage', 'order=GARBAGE', 'order=00000000-0000-4000-8000-000000000000']) {
      await openDashboard(page, link, { language });
      await expect(
        page.getByRole('complementary', { name: wordsOf(language)('admin_order_unknown_title') }),
      ).toBeVisible();
      await expect(page.getByText(/GARBAGE/i)).toHaveCount(0);
      await page.getByRole('complementary').getByRole('button').last().click();
      await expect(page.getByRole('complementary')).toHaveCount(0);
    }
  });
}

test('tracking: blank is refused; saving mails the customer and fills the table', async ({ page, shop }) => {
  const { row, cell, drawer, open } = await openOrderOf(page, shop.url);
  const add = row.getByRole('button', { name: /^Add/ });
  await add.click();
  const dialog = page.getByRole('dialog', { name: 'Add Tracking Number' });
  const save = dialog.getByRole('button', { name: 'Save & Send Email' });
  await expect(dialog.getByLabel('Tracking number')).toBeFocused();
  await expect(dialog.getByLabel('Carrier')).toHaveValue('USPS');
  await expect(dialog.getByLabel('Carrier').getByRole('option')).toHaveText(['USPS', 'UPS', 'FedEx']);
  await expect(save).toBeDisabled();
  await dialog.getByLabel('Tracking number').fill('   ');
  await expect(save).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(add).toBeFocused();
  await add.click();
  await dialog.getByLabel('Tracking number').fill('  1z 999AA1-0123456784 ');
  await expect(dialog.getByLabel('Carrier')).toHaveValue('UPS');
  await expect(dialog.getByText('Known as a UPS number.')).toBeVisible();
  await save.click();
  await expectToast(page, 'Tracking number saved', 'No email has gone out: email is not set up.');
  await expect(cell(8)).toHaveText('1Z999AA10123456784UPS');
  await expect(row.getByRole('link', { name: '1Z999AA10123456784' })).toHaveAttribute(
    'href',
    'https://www.ups.com/track?tracknum=1Z999AA10123456784',
  );
  await expect(cell(7).getByRole('combobox')).toHaveValue('shipped');
  await open();
  await expect(drawer.getByText('Tracking number 1Z999AA10123456784, UPS')).toBeVisible();
  await expect(drawer.getByText('Status: Pending to Shipped')).toBeVisible();
  await expect(drawer.getByText(/Email "Shipping confirmation" to maria@shopper.example/)).toBeVisible();
});

test('E15: five clicks and a second tab send one mail; another number another', async ({ page, shop, context }) => {
  const { cell, open, orderNumber, fullName } = await openOrderOf(page, shop.url);
  const other = await context.newPage();
  await other.goto(page.url());
  const fill = async (tab: Page, text: string) => {
    await tab.getByRole('textbox', { name: 'Tracking number' }).fill(text);
    await tab
      .getByRole('button', { name: 'Save & Send Email' })
      .evaluate((element: HTMLButtonElement) => Array.from({ length: 5 }, () => element.click()));
    await expect(tab.getByRole('dialog', { name: 'Add Tracking Number' })).toHaveCount(0);
  };
  // Both are open before either is saved.
  for (const tab of [page, other])
    await tab.getByRole('button', { name: `Add a tracking number to order ${orderNumber}` }).click();
  for (const tab of [page, other]) await fill(tab, USPS);
  await expect(cell(8)).toContainText(USPS);
  const [order] = await adminCall<Order[]>(page, 'GET', `/api/admin/orders?q=${encodeURIComponent(fullName)}`);
  const mails = async () => {
    const { emails } = await adminCall<OrderDetail>(page, 'GET', `/api/admin/orders/${order?.id}`);
    return emails.filter(({ templateKey }) => templateKey === 'shipping_confirmation').length;
  };
  expect(await mails()).toBe(1);
  await open();
  await page.getByRole('button', { name: 'Change tracking number' }).click();
  await fill(page, '9361289878700317633795');
  await expect.poll(mails).toBe(2);
});

for (const language of lastInGate(LANGUAGES)) {
  test(`with a mail server the toast says that the mail has gone: ${language}`, FULL_TIER, async ({ page }) => {
    const t = wordsOf(language);
    const smtp = await startSmtp();
    const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'shop@shop.example', OWNER_EMAIL: 'owner@shop.example' };
    const own = await startAdminShop(mail);
    await buy(own.url);
    await openDashboard(page, 'tab=orders', { language, base: own.url });
    await page
      .getByRole('row')
      .nth(1)
      .getByRole('button', { name: t('admin_tracking_add') })
      .click();
    await page.getByRole('textbox', { name: t('admin_tracking_number') }).fill('9400 1112 0108 0805 4830 16');
    await page.getByRole('button', { name: t('admin_tracking_save') }).click();
    await expectToast(page, t('admin_tracking_added_title'), t('admin_tracking_added_text'));
    await expect(page.getByRole('link', { name: USPS })).toBeVisible();
    await expect.poll(() => smtp.received.filter((sent) => sent.raw?.includes(USPS)).length).toBe(1);
    await own.stop();
    await smtp.close();
  });
}

test('“Ship” accepts an unknown number after a confirmation', async ({ page, shop }) => {
  const { drawer, open } = await openOrderOf(page, shop.url);
  await open();
  const ship = drawer.getByRole('button', { name: 'Ship', exact: true });
  await ship.click();
  const dialog = page.getByRole('dialog', { name: 'Add Tracking Number' });
  const save = dialog.getByRole('button', { name: 'Save & Send Email' });
  await dialog.getByLabel('Tracking number').fill('1Z999AA10123456784');
  // A selected carrier stays.
  await dialog.getByLabel('Carrier').selectOption('USPS');
  await save.click();
  const question = page.getByRole('alertdialog', { name: 'Does this number fit the carrier?' });
  await expect(question).toContainText('looks like a UPS number, and the carrier is USPS');
  await question.getByRole('button', { name: 'Check again' }).click();
  await dialog.getByLabel('Tracking number').fill('9400111201080805483017');
  await save.click();
  await expect(question).toContainText('does not look like a USPS number');
  await question.getByRole('button', { name: 'Save anyway' }).click();
  await expectToast(page, 'Tracking number saved');
  const link = drawer.getByRole('link', { name: '9400111201080805483017' });
  await expect(link).toHaveAttribute('href', /tools\.usps\.com/);
  await expect(ship).toHaveCount(0);
  await drawer.getByRole('button', { name: 'Remove' }).click();
  const removal = page.getByRole('alertdialog', { name: 'Remove the tracking number?' });
  await removal.getByRole('button', { name: 'Remove' }).click();
  await expectToast(page, 'Tracking number removed', 'It was 9400111201080805483017, USPS.');
  await expect(drawer.getByText('No tracking number yet.')).toBeVisible();
  await expect(drawer.getByText('Tracking number 9400111201080805483017 removed')).toBeVisible();
});

test('the drawer: lines, address, payment, mails and history; Back closes it', async ({ page, shop, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const cart = [{ id: 'box40', quantity: 3 }];
  const { drawer, open, fullName } = await openOrderOf(page, shop.url, { cart });
  await open();
  await expect(page).toHaveURL(/open=/);
  await expect(drawer.getByRole('table')).toContainText('3 x Box of 40 individual sandwiches$19.99$59.97');
  await expect(drawer.getByRole('row', { name: /^Total/ })).toContainText('$59.97');
  await drawer.getByRole('button', { name: 'Copy address' }).click();
  await expect(drawer.getByText('Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${fullName}\n12 Palm Avenue\nApt 4\nHialeah, FL 33010`,
  );
  await expect(drawer.getByText(/^pi_sandbox_/)).toBeVisible();
  await expect(drawer.getByText('Sandbox payment: no card was charged.')).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Send: Order confirmation' })).toBeVisible();
  await expect(drawer.getByRole('link', { name: 'Open the status page' })).toHaveAttribute('href', /^\/order\//);
  await expect(drawer.getByText('Paid and placed').first()).toBeVisible();
  await page.goBack();
  await expect(drawer).toHaveCount(0);
  await test.step('a Stripe payment links to its page in the Stripe dashboard', async () => {
    const paymentUrl = 'https://dashboard.stripe.com/test/payments/pi_1';
    await page.route(/\/api\/admin\/orders\/[0-9a-f-]{36}$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), paymentUrl } });
    });
    await page.reload();
    await open();
    await expect(page.getByRole('link', { name: /^pi_/ })).toHaveAttribute('href', paymentUrl);
  });
});

test('an order is in the owner’s language, its slip in the customer’s', async ({ page, shop }) => {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', 'true');
  });
  const tag = unique('Empaque');
  await buy(shop.url, { address: { fullName: `${tag} Ana`, preferredLanguage: 'en' } });
  const cart = [{ id: 'box40', quantity: 2 }];
  const { orderNumber } = await buy(shop.url, { cart, address: { fullName: `${tag} Bea`, preferredLanguage: 'es' } });
  await openDashboard(page, `tab=orders&q=${encodeURIComponent(tag)}`);
  const row = page.getByRole('row').filter({ hasText: `${tag} Bea` });
  await expect(row.getByRole('cell').nth(3)).toHaveText('2 x Box of 40 individual sandwiches');
  await expect(row.getByRole('cell').nth(4)).toContainText('Free shipping');
  await page.getByRole('button', { name: `Open order ${orderNumber}` }).click();
  await expect(page.getByRole('complementary').getByRole('table')).toContainText('2 x Box of 40 individual sandwiches');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Download' }).click();
  const href = await page.getByRole('link', { name: 'CSV, one row per order' }).getAttribute('href');
  const csv = await (await page.request.get(href ?? '')).text();
  expect(csv).toContain('2 x Box of 40 individual sandwiches');
  expect(csv).toContain('Free shipping');
  await page.getByRole('checkbox', { name: 'Select all orders shown' }).check();
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Print packing slips' }).click();
  await expect(page.locator('html[data-printed]')).toHaveCount(1);
  await page.emulateMedia({ media: 'print' });
  const slips = page.locator('.slip');
  await expect(slips).toHaveCount(2);
  await expect(page.locator('#root')).toBeHidden();
  const english = slips.filter({ hasText: `${tag} Ana` });
  await expect(english).toBeVisible();
  await expect(english).toHaveAttribute('lang', 'en');
  await expect(english).toContainText('Packing slip');
  await expect(english).toContainText('Box of 40 individual sandwiches');
  const spanish = slips.filter({ hasText: `${tag} Bea` });
  await expect(spanish).toContainText('Lista de empaque');
  await expect(spanish).toContainText('Caja de 40 galleticas con guayaba');
  await expect(spanish).toContainText('Envío gratis');
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(slips).toHaveCount(0);
  await expect(page.locator('#root')).toBeVisible();
});

test('of many orders the first 200 are selected, and let go again', FULL_TIER, async ({ page, shop }) => {
  const tag = unique('Montón');
  await buy(shop.url, { address: { fullName: tag } });
  await changeOrders(page, ([order]) =>
    Array.from({ length: 250 }, (_, i) => ({ ...order, id: order?.id.slice(0, -4) + String(1000 + i) })),
  );
  await openDashboard(page, `tab=orders&q=${encodeURIComponent(tag)}`);
  const all = page.getByRole('checkbox', { name: 'Select the first 200 orders shown' });
  await all.check();
  await expect(page.getByText('200 selected')).toBeVisible();
  await all.uncheck();
  await expect(page.getByText(/ selected$/)).toHaveCount(0);
});

test('the status of several orders is set at once', async ({ page, shop }) => {
  const tag = unique('Bulto');
  for (const name of ['Uno', 'Dos', 'Tres']) await buy(shop.url, { address: { fullName: `${tag} ${name}` } });
  await openDashboard(page, `tab=orders&q=${encodeURIComponent(tag)}`);
  for (const name of ['Uno', 'Dos']) {
    await page
      .getByRole('row')
      .filter({ hasText: `${tag} ${name}` })
      .getByRole('checkbox')
      .check();
  }
  const bar = page.getByRole('region', { name: 'Selected orders' });
  const set = bar.getByRole('button', { name: 'Set status' });
  await expect(set).toBeDisabled();
  await bar.getByRole('combobox').selectOption('delivered');
  await set.click();
  const question = page.getByRole('alertdialog', { name: 'Set 2 orders to Delivered?' });
  await expect(question).toContainText('Nobody is emailed.');
  await question.getByRole('button', { name: 'Set status' }).click();
  await expectToast(page, 'Status updated', '2 orders have been updated.');
  await expect(bar).toHaveCount(0);
  const statuses = () =>
    page.locator('tbody select').evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).value));
  await expect.poll(statuses).toEqual(['pending', 'delivered', 'delivered']);
  // One of the two is changed meanwhile and keeps its value.
  const report = page.getByRole('region', { name: 'What was changed' });
  await expect(report.getByRole('listitem')).toHaveText([
    /Status: Pending to Delivered/,
    /Status: Pending to Delivered/,
  ]);
  const [changed] = await adminCall<Order[]>(page, 'GET', `/api/admin/orders?q=${encodeURIComponent(`${tag} Dos`)}`);
  await adminCall(page, 'PATCH', `/api/admin/orders/${changed?.id}/status`, { status: 'cancelled' });
  await report.getByRole('button', { name: 'Undo' }).click();
  await expect(report.getByText('was changed since')).toHaveCount(1);
  await expect.poll(statuses).toEqual(['pending', 'cancelled', 'pending']);
});

test('what waits to be shipped is one click away, and all ticked at once', async ({ page, shop }) => {
  await page.setViewportSize({ width: 375, height: 740 });
  const { orderNumber } = await buy(shop.url);
  const { orderNumber: shippedNumber } = await buy(shop.url);
  await openDashboard(page);
  const [shipped] = await adminCall<Order[]>(page, 'GET', `/api/admin/orders?q=${shippedNumber}`);
  await adminCall(page, 'PATCH', `/api/admin/orders/${shipped?.id}/status`, { status: 'shipped' });
  await page.reload();
  await page.getByRole('button', { name: /to process$/ }).click();
  await expect(page).toHaveURL(/status=pending%2Cprocessing&tab=orders/);
  await expect(page.getByRole('tab', { name: 'Orders' })).toBeFocused();
  await expect(page.getByRole('searchbox')).toBeInViewport();
  await expect(page.getByRole('combobox', { name: 'Status', exact: true })).toHaveValue('pending,processing');
  const list = page.getByRole('list', { name: 'Orders' });
  await expect(list).toContainText(orderNumber);
  await expect(list).not.toContainText(shippedNumber);
  await page.getByRole('checkbox', { name: 'Select all orders shown' }).check();
  const last = list.getByRole('checkbox').last();
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeChecked();
  await expect(page.getByRole('button', { name: 'Set status' })).toBeInViewport();
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await expect(last).not.toBeChecked();
});

test('search, filters and sort are in the URL; the CSV has the filtered rows', async ({ page, shop }) => {
  const tag = unique('Orden');
  await buy(shop.url, { address: { fullName: `${tag} Barata` } });
  await buy(shop.url, { address: { fullName: `${tag} Cara` }, cart: [{ id: 'box40', quantity: 9 }] });
  await openDashboard(page, 'tab=orders');
  await page.getByRole('searchbox', { name: 'Search' }).fill(tag);
  const customers = page.locator('tbody tr td:nth-child(3) > span:first-child');
  await expect(customers).toHaveText([`${tag} Cara`, `${tag} Barata`]);
  await expect(page).toHaveURL(/q=Orden/);
  const total = page.getByRole('columnheader', { name: /^Total/ });
  await expect(total).toHaveAttribute('aria-sort', 'none');
  await total.getByRole('button').click();
  await expect(total).toHaveAttribute('aria-sort', 'descending');
  await total.getByRole('button').click();
  await expect(total).toHaveAttribute('aria-sort', 'ascending');
  await expect(customers).toHaveText([`${tag} Barata`, `${tag} Cara`]);
  await page.getByRole('row').filter({ hasText: 'Cara' }).getByRole('combobox').selectOption('shipped');
  await expectToast(page, 'Status updated');
  await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption('shipped');
  await expect(customers).toHaveText([`${tag} Cara`]);
  const product = page.getByRole('combobox', { name: 'Product', exact: true });
  await product.selectOption('box20double');
  await expect(page.getByText('Nothing matches this search.')).toBeVisible();
  await product.selectOption('box40');
  await expect(page).toHaveURL(/product=box40/);
  await expect(customers).toHaveText([`${tag} Cara`]);
  await page.getByRole('button', { name: 'Download' }).click();
  const href = await page.getByRole('link', { name: 'CSV, one row per line' }).getAttribute('href');
  const csv = await (await page.request.get(href ?? '')).text();
  expect(csv).toContain(`${tag} Cara`);
  expect(csv).not.toContain('Barata');
  await test.step('a tab opened again has its earlier search and filter', async () => {
    const choices = await page
      .getByRole('combobox', { name: 'Status', exact: true })
      .getByRole('option')
      .allTextContents();
    expect(choices).toContain('All statuses');
    expect(new Set(choices).size).toBe(choices.length);
    await page.getByRole('tab', { name: 'Store Locations' }).click();
    await expect(page).not.toHaveURL(/q=/);
    await page.getByRole('tab', { name: 'Orders' }).click();
    await expect(page.getByRole('searchbox')).toHaveValue(tag);
    await expect(page).toHaveURL(/status=shipped/);
    await expect(customers).toHaveText([`${tag} Cara`]);
  });
  await page.getByRole('searchbox', { name: 'Search' }).fill('nobody-of-this-name');
  await expect(page.getByText('Nothing matches this search.')).toBeVisible();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await expect(customers.first()).toBeVisible();
  await expect(page).not.toHaveURL(/q=|product=|status=/);
});

test('a list longer than a page shows more on request', FULL_TIER, async ({ page, shop }) => {
  await buy(shop.url);
  await buy(shop.url);
  await signIn(page);
  const asked: string[] = [];
  await page.route(/\/api\/admin\/orders\?/, async (route) => {
    const url = new URL(route.request().url());
    asked.push(url.searchParams.get('cursor') ?? '');
    url.searchParams.set('limit', '1');
    await route.fulfill({ response: await route.fetch({ url: url.href }) });
  });
  await page.goto('/admin/dashboard?tab=orders');
  await expect(page.getByText('Showing 1, there are more')).toBeVisible();
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(page.getByText(/^Showing 2/)).toBeVisible();
  expect(asked[0]).toBe('');
  expect(asked[1]).not.toBe('');
});
