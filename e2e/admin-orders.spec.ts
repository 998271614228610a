import type { Page } from '@playwright/test';
import type { Order } from '#shared/orders/admin-orders.ts';
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
  startAdminShop,
  test,
  unique,
} from './admin-fixtures.ts';
import { FULL_TIER, lastInGate } from './cases.ts';

/** An order of a unique customer, and the list filtered to it. */
async function openOrderOf(page: Page, url: string, purchase: Purchase = {}, language: 'en' | 'es' = 'en') {
  const fullName = unique('Yolanda');
  const { orderNumber } = await buy(url, { ...purchase, address: { ...purchase.address, fullName } });
  await openDashboard(page, `tab=orders&q=${encodeURIComponent(fullName)}`, { language });
  const row = page.getByRole('row').filter({ hasText: fullName });
  await expect(row).toBeVisible();
  return { fullName, orderNumber, row };
}

test('the order table has id, customer with address, items, shipping, total, date, status and tracking', async ({
  page,
  shop,
}) => {
  const cart = [
    { id: 'box40', quantity: 2 },
    { id: 'box20double', quantity: 1 },
  ];
  const { orderNumber, row, fullName } = await openOrderOf(page, shop.url, { cart });
  await expect(page.getByRole('columnheader')).toHaveText([
    /Select all/,
    'Order ID',
    'Customer',
    'Items',
    'Shipping',
    /^Total/,
    /^Date/,
    'Status',
    'Tracking',
    'Actions',
  ]);
  expect(orderNumber).toMatch(/^[0-9A-F]{8}$/);
  const cell = (index: number) => row.getByRole('cell').nth(index);
  await expect(cell(1)).toHaveText(orderNumber);
  await expect(cell(2)).toHaveText(`${fullName}12 Palm AvenueApt 4Hialeah, FL 33010`);
  await expect(cell(3).getByRole('listitem')).toHaveText([
    '2 x Box of 40 individual sandwiches',
    '1 x Box of 20 double sandwiches',
  ]);
  await expect(cell(4)).toContainText('FREE');
  await expect(cell(5)).toHaveText('$59.97');
  await expect(cell(6)).toHaveText(/^[A-Z][a-z]{2} \d{1,2}, 20\d\d$/);
  await expect(cell(7)).toHaveText('Pending');
  await expect(cell(8).getByRole('button')).toHaveText('Add');
  await expect(cell(9).getByRole('combobox')).toHaveValue('pending');
});

test('shipping shows method, carrier and cost; in Spanish free is GRATIS', async ({ page, shop }) => {
  const paid = await openOrderOf(page, shop.url, { address: NEW_YORK });
  await expect(paid.row.getByRole('cell').nth(4)).toHaveText(/Ground Advantage\s*USPS\s*\$\d+\.\d\d/);
  const free = await openOrderOf(page, shop.url, { cart: [{ id: 'box40', quantity: 2 }] }, 'es');
  await expect(free.row.getByRole('cell').nth(4)).toContainText('GRATIS');
});

test('an order without shipping shows a dash', FULL_TIER, async ({ page, shop }) => {
  await page.route(/\/api\/admin\/orders\?/, async (route) => {
    const answer = await route.fetch();
    const orders = (await answer.json()) as Record<string, unknown>[];
    await route.fulfill({
      response: answer,
      json: orders.map((order) => ({ ...order, shippingCost: null, shippingMethod: null, shippingCarrier: null })),
    });
  });
  const { row } = await openOrderOf(page, shop.url);
  await expect(row.getByRole('cell').nth(4)).toHaveText('-none');
});

for (const [language, statuses, title, text] of lastInGate([
  [
    'en',
    {
      processing: 'Processing',
      shipped: 'Shipped',
      delivered: 'Delivered',
      cancelled: 'Cancelled',
      pending: 'Pending',
    },
    'Status updated',
    'Order status has been updated.',
  ],
  [
    'es',
    {
      processing: 'En preparación',
      shipped: 'Enviado',
      delivered: 'Entregado',
      cancelled: 'Cancelado',
      pending: 'Pendiente',
    },
    'Estado actualizado',
    'Se actualizó el estado del pedido.',
  ],
])) {
  test.describe(`statuses in ${language}`, () => {
    // The browser's message about a 409 that the retry resolves.
    test.use({ allowConsole: [/status of 409/] });
    test(`any status can be set in any order, each with its badge, in ${language}`, async ({ page, shop }) => {
      const { row } = await openOrderOf(page, shop.url, {}, language);
      for (const [status, label] of Object.entries(statuses)) {
        // The badge changes before the server has answered, and the toast may be of an earlier change. A read in
        // progress may have returned an older version; then the change is repeated automatically.
        const saved = page.waitForResponse(
          (answer) => answer.request().method() === 'PATCH' && answer.status() === 200,
        );
        await row.getByRole('combobox').selectOption(status);
        await saved;
        await expectToast(page, title, text);
        await expect(row.getByRole('cell').nth(7)).toHaveText(label);
      }
      await page.reload();
      await expect(row.getByRole('cell').nth(7)).toHaveText(statuses.pending);
    });
  });
}

test(
  'badges: pending yellow, processing blue, shipped purple, delivered green, cancelled red',
  FULL_TIER,
  async ({ page, shop }) => {
    const { row } = await openOrderOf(page, shop.url);
    const badge = row.getByRole('cell').nth(7).locator('span').first();
    for (const [status, [low, high]] of Object.entries({
      pending: [35, 60],
      processing: [190, 220],
      shipped: [255, 285],
      delivered: [140, 165],
      cancelled: [-10, 15],
    } as const)) {
      await row.getByRole('combobox').selectOption(status);
      const hue = () =>
        badge.evaluate((element) => {
          const [r = 0, g = 0, b = 0] = (getComputedStyle(element).backgroundColor.match(/\d+/g) ?? []).map(Number);
          const max = Math.max(r, g, b);
          const span = max - Math.min(r, g, b) || 1;
          const turn = max === r ? (g - b) / span : max === g ? 2 + (b - r) / span : 4 + (r - g) / span;
          return turn * 60;
        });
      await expect.poll(hue, { message: status }).toBeGreaterThan(low);
      await expect.poll(hue, { message: status }).toBeLessThan(high);
    }
  },
);

test.describe('with answers that are no success', () => {
  test.use({ allowConsole: FAILED_ANSWERS });

  test(
    'without a server the rows stay, and the status that was not changed says so',
    FULL_TIER,
    async ({ page, shop }) => {
      const { row } = await openOrderOf(page, shop.url);
      await page.route('**/api/admin/**', (route) => route.abort());
      await row.getByRole('combobox').selectOption('shipped');
      await expect(page.getByText('This could not be loaded.').first()).toBeVisible();
      await expect(row).toContainText('The status was not changed. The server did not answer.');
      await expect(row.getByRole('combobox')).toHaveValue('pending');
    },
  );

  test('a refused status goes back to what it was and says why beside it', async ({ page, shop }) => {
    const { row } = await openOrderOf(page, shop.url);
    await failCalls(page, /\/api\/admin\/orders\/.*\/status/, ['PATCH']);
    await row.getByRole('combobox').selectOption('delivered');
    await expect(row.getByRole('alert')).toHaveText('The status was not changed. We are unavailable for a moment.');
    await expect(row.getByRole('combobox')).toHaveValue('pending');
    await expect(row.getByRole('cell').nth(7)).toHaveText('Pending');
  });

  for (const [language, save, add, title, text] of lastInGate([
    ['en', 'Save & Send Email', 'Add', 'Update failed', 'Failed to update tracking number'],
    ['es', 'Guardar y enviar correo', 'Agregar', 'No se pudo actualizar', 'No se pudo actualizar el número de rastreo'],
  ])) {
    test(`a failed save of a tracking number says so and keeps the dialog, in ${language}`, async ({ page, shop }) => {
      const { row } = await openOrderOf(page, shop.url, {}, language);
      await failCalls(page, /\/tracking$/, ['PATCH']);
      await row.getByRole('button', { name: add }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox').fill('9400111201080805483016');
      await dialog.getByRole('button', { name: save }).click();
      await expectToast(page, title, text);
      await expect(dialog.getByRole('textbox')).toHaveValue('9400111201080805483016');
    });
  }

  test('a mail that cannot go out again says why', FULL_TIER, async ({ page, shop }) => {
    const { row } = await openOrderOf(page, shop.url);
    await row.getByRole('button', { name: /^Open order/ }).click();
    await page.getByRole('button', { name: 'Send: Order confirmation' }).click();
    await expectToast(page, 'The email could not be queued.', 'Email is not set up');
  });

  test('an order that cannot be loaded says so in the drawer and can be tried again', async ({ page, shop }) => {
    const { row } = await openOrderOf(page, shop.url);
    const mend = await failCalls(page, /\/api\/admin\/orders\/[0-9a-f-]{36}$/, ['GET']);
    await row.getByRole('button', { name: /^Open order/ }).click();
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByRole('alert')).toContainText('This could not be loaded.');
    await mend();
    await drawer.getByRole('button', { name: 'Try again' }).click();
    await expect(drawer.getByText('Paid and placed').first()).toBeVisible();
  });
});

test.describe('with a link that leads nowhere', () => {
  test.use({ allowConsole: FAILED_ANSWERS });

  for (const [language, title] of lastInGate([
    ['en', 'No such order'],
    ['es', 'Ese pedido no existe'],
  ])) {
    test(`a mistyped link says that there is no such order, in ${language}`, FULL_TIER, async ({ page }) => {
      for (const link of ['tab=orders&open=garbage', 'order=GARBAGE', 'order=00000000-0000-4000-8000-000000000000']) {
        await openDashboard(page, link, { language });
        await expect(page.getByRole('dialog', { name: title })).toBeVisible();
        await expect(page.getByText(/GARBAGE/i)).toHaveCount(0);
        await page.getByRole('dialog').getByRole('button').last().click();
        await expect(page.getByRole('dialog')).toHaveCount(0);
      }
    });
  }
});

test('the new status shows before the server answers', async ({ page, shop }) => {
  const { row } = await openOrderOf(page, shop.url);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/status$/, async (route) => {
    await held;
    await route.continue();
  });
  await row.getByRole('combobox').selectOption('shipped');
  await expect(row.getByRole('cell').nth(7)).toHaveText('Shipped');
  await expect(page.locator('#toasts li')).toHaveCount(0);
  answer();
  await expectToast(page, 'Status updated');
});

test('in the drawer too the new status shows before the server answers', FULL_TIER, async ({ page, shop }) => {
  const { orderNumber } = await openOrderOf(page, shop.url);
  await page.getByRole('button', { name: `Open order ${orderNumber}` }).click();
  const drawer = page.getByRole('dialog');
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/status$/, async (route) => {
    await held;
    await route.continue();
  });
  await drawer.getByRole('combobox').selectOption('shipped');
  await expect(drawer.getByRole('combobox')).toHaveValue('shipped');
  answer();
  await expect(drawer.getByText('Status: Pending to Shipped')).toBeVisible();
});

test(
  'an order from a Spanish shopper is named in the owner’s language, on its slip in the shopper’s',
  FULL_TIER,
  async ({ page, shop }) => {
    await page.addInitScript(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', 'true');
    });
    const cart = [{ id: 'box40', quantity: 2 }];
    const { row, orderNumber } = await openOrderOf(page, shop.url, { cart, address: { preferredLanguage: 'es' } });
    await expect(row.getByRole('cell').nth(3)).toHaveText('2 x Box of 40 individual sandwiches');
    await expect(row.getByRole('cell').nth(4)).toContainText('Free shipping');
    await page.getByRole('button', { name: `Open order ${orderNumber}` }).click();
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByRole('table')).toContainText('2 x Box of 40 individual sandwiches');
    await drawer.getByRole('button', { name: 'Print packing slip' }).click();
    await expect(page.locator('html[data-printed]')).toHaveCount(1);
    await expect(page.locator('.slip')).toContainText('Caja de 40 galleticas con guayaba');
    await expect(page.locator('.slip')).toContainText('Envío gratis');
    await page.keyboard.press('Escape');
    const href = await page.getByRole('link', { name: 'CSV, one row per order' }).getAttribute('href');
    const csv = await (await page.request.get(href ?? '')).text();
    expect(csv).toContain('2 x Box of 40 individual sandwiches');
    expect(csv).toContain('Free shipping');
  },
);

test('tracking: blank is refused; saving mails the customer and shows number and carrier in the table', async ({
  page,
  shop,
}) => {
  const { row, orderNumber, fullName } = await openOrderOf(page, shop.url);
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
  await expect(row.getByRole('cell').nth(8)).toHaveText('1Z999AA10123456784UPS');
  await expect(row.getByRole('link', { name: '1Z999AA10123456784' })).toHaveAttribute(
    'href',
    'https://www.ups.com/track?tracknum=1Z999AA10123456784',
  );
  await expect(row.getByRole('cell').nth(7)).toHaveText('Shipped');
  await page.getByRole('button', { name: `Open order ${orderNumber}` }).click();
  const drawer = page.getByRole('dialog', { name: `Order ${orderNumber}` });
  await expect(drawer.getByText('Tracking number 1Z999AA10123456784, UPS')).toBeVisible();
  await expect(drawer.getByText('Status: Pending to Shipped')).toBeVisible();
  await expect(drawer.getByText(/Email "Shipping confirmation" to maria@shopper.example/)).toBeVisible();
  expect(fullName).toBeTruthy();
});

test('E15: five clicks and a second tab with the same number send one mail; another number sends another', async ({
  page,
  shop,
  context,
}) => {
  const { row, orderNumber, fullName } = await openOrderOf(page, shop.url);
  const number = '9400111201080805483016';
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
  for (const tab of [page, other]) await fill(tab, number);
  await expect(row.getByRole('cell').nth(8)).toContainText(number);
  const [order] = await adminCall<{ id: string }[]>(page, 'GET', `/api/admin/orders?q=${encodeURIComponent(fullName)}`);
  const mails = async () => {
    const detail = await adminCall<{ emails: { templateKey: string }[] }>(
      page,
      'GET',
      `/api/admin/orders/${order?.id}`,
    );
    return detail.emails.filter(({ templateKey }) => templateKey === 'shipping_confirmation').length;
  };
  expect(await mails()).toBe(1);
  await page.getByRole('button', { name: `Open order ${orderNumber}` }).click();
  await page.getByRole('button', { name: 'Change tracking number' }).click();
  await fill(page, '9361289878700317633795');
  await expect.poll(mails).toBe(2);
});

for (const [language, add, number, save, title, text] of lastInGate([
  [
    'en',
    'Add',
    'Tracking number',
    'Save & Send Email',
    'Tracking number added',
    'Shipping confirmation email has been sent to the customer.',
  ],
  [
    'es',
    'Agregar',
    'Número de rastreo',
    'Guardar y enviar correo',
    'Número de rastreo agregado',
    'El cliente ya tiene su correo de confirmación de envío.',
  ],
])) {
  test(
    `with a mail server the tracking toast says that the mail has gone, in ${language}`,
    FULL_TIER,
    async ({ page }) => {
      const smtp = await startSmtp();
      const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'shop@shop.example', OWNER_EMAIL: 'owner@shop.example' };
      const own = await startAdminShop(mail);
      await buy(own.url);
      await openDashboard(page, 'tab=orders', { language, base: own.url });
      await page.getByRole('row').nth(1).getByRole('button', { name: add }).click();
      await page.getByRole('textbox', { name: number }).fill('9400 1112 0108 0805 4830 16');
      await page.getByRole('button', { name: save }).click();
      await expectToast(page, title, text);
      await expect(page.getByRole('link', { name: '9400111201080805483016' })).toBeVisible();
      await expect
        .poll(() => smtp.received.filter((sent) => sent.raw?.includes('9400111201080805483016')).length)
        .toBe(1);
      await own.stop();
      await smtp.close();
    },
  );
}

test('a number that does not fit its carrier asks first, and can be removed again', async ({ page, shop }) => {
  const { row, orderNumber } = await openOrderOf(page, shop.url);
  await row.getByRole('button', { name: /^Add/ }).click();
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
  await page.getByRole('button', { name: `Open order ${orderNumber}` }).click();
  const drawer = page.getByRole('dialog', { name: `Order ${orderNumber}` });
  await drawer.getByRole('button', { name: 'Remove' }).click();
  const removal = page.getByRole('alertdialog', { name: 'Remove the tracking number?' });
  await removal.getByRole('button', { name: 'Remove' }).click();
  await expectToast(page, 'Tracking number removed', 'It was 9400111201080805483017, USPS.');
  await expect(drawer.getByText('No tracking number yet.')).toBeVisible();
  await expect(drawer.getByText('Tracking number 9400111201080805483017 removed')).toBeVisible();
});

test(
  '“Ship” stands first in an order that waits, and goes when it has its number',
  FULL_TIER,
  async ({ page, shop }) => {
    const { orderNumber } = await openOrderOf(page, shop.url);
    await page.getByRole('button', { name: `Open order ${orderNumber}` }).click();
    const drawer = page.getByRole('dialog', { name: `Order ${orderNumber}` });
    const ship = drawer.getByRole('button', { name: 'Ship', exact: true });
    await ship.click();
    await page.getByRole('textbox', { name: 'Tracking number' }).fill('9400111201080805483016');
    await page.getByRole('button', { name: 'Save & Send Email' }).click();
    await expectToast(page, 'Tracking number saved');
    await expect(drawer.getByRole('link', { name: '9400111201080805483016' })).toHaveAttribute(
      'href',
      /tools\.usps\.com/,
    );
    await expect(ship).toHaveCount(0);
  },
);

test('the drawer: lines, address to copy, payment, mails to send again, history; Back closes it', async ({
  page,
  shop,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { orderNumber, fullName } = await openOrderOf(page, shop.url, { cart: [{ id: 'box40', quantity: 3 }] });
  await page.getByRole('button', { name: `Open order ${orderNumber}` }).click();
  const drawer = page.getByRole('dialog', { name: `Order ${orderNumber}` });
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
});

test('a Stripe payment links to its page in the Stripe dashboard', FULL_TIER, async ({ page, shop }) => {
  await page.route(/\/api\/admin\/orders\/[0-9a-f-]{36}$/, async (route) => {
    const answer = await route.fetch();
    const paymentUrl = 'https://dashboard.stripe.com/test/payments/pi_1';
    await route.fulfill({ response: answer, json: { ...(await answer.json()), paymentUrl } });
  });
  const { orderNumber } = await openOrderOf(page, shop.url);
  await page.getByRole('button', { name: `Open order ${orderNumber}` }).click();
  await expect(page.getByRole('link', { name: /^pi_/ })).toHaveAttribute(
    'href',
    'https://dashboard.stripe.com/test/payments/pi_1',
  );
});

test('packing slips print one sheet an order, each in its customer’s language', async ({ page, shop }) => {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', 'true');
  });
  const tag = unique('Empaque');
  await buy(shop.url, { address: { fullName: `${tag} Ana`, preferredLanguage: 'en' } });
  await buy(shop.url, { address: { fullName: `${tag} Bea`, preferredLanguage: 'es' } });
  await openDashboard(page, `tab=orders&q=${encodeURIComponent(tag)}`);
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
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(slips).toHaveCount(0);
  await expect(page.locator('#root')).toBeVisible();
});

test(
  'of more orders than one call takes the first 200 are selected, and let go again',
  FULL_TIER,
  async ({ page, shop }) => {
    const tag = unique('Montón');
    await buy(shop.url, { address: { fullName: tag } });
    await page.route(/\/api\/admin\/orders\?/, async (route) => {
      const response = await route.fetch();
      const [order] = (await response.json()) as { id: string }[];
      const many = Array.from({ length: 250 }, (_, i) => ({ ...order, id: order?.id.slice(0, -4) + String(1000 + i) }));
      await route.fulfill({ response, json: many });
    });
    await openDashboard(page, `tab=orders&q=${encodeURIComponent(tag)}`);
    const all = page.getByRole('checkbox', { name: 'Select the first 200 orders shown' });
    await all.check();
    await expect(page.getByText('200 selected')).toBeVisible();
    await all.uncheck();
    await expect(page.getByText(/ selected$/)).toHaveCount(0);
  },
);

test.describe('with an order that another tab changes', () => {
  test.use({ allowConsole: FAILED_ANSWERS });

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
    await expect(page.locator('tbody td:nth-child(8)')).toHaveText(['Pending', 'Delivered', 'Delivered']);
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
    await expect(page.locator('tbody td:nth-child(8)')).toHaveText(['Pending', 'Cancelled', 'Pending']);
  });
});

test('a tab that one comes back to has its search and filter again', FULL_TIER, async ({ page, shop }) => {
  const { fullName, row } = await openOrderOf(page, shop.url);
  const filter = page.getByRole('combobox', { name: 'Status', exact: true });
  const choices = await filter.getByRole('option').allTextContents();
  expect(choices).toContain('All statuses');
  expect(new Set(choices).size).toBe(choices.length);
  await filter.selectOption('pending');
  await page.getByRole('tab', { name: 'Store Locations' }).click();
  await expect(page).not.toHaveURL(/q=/);
  await page.getByRole('tab', { name: 'Orders' }).click();
  await expect(page.getByRole('searchbox')).toHaveValue(fullName);
  await expect(page).toHaveURL(/status=pending/);
  await expect(row).toBeVisible();
});

test('what waits to be shipped is one click from its figure, and on a phone all of it is ticked at once', async ({
  page,
  shop,
}) => {
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
  const href = await page.getByRole('link', { name: 'CSV, one row per line' }).getAttribute('href');
  const csv = await (await page.request.get(href ?? '')).text();
  expect(csv).toContain(`${tag} Cara`);
  expect(csv).not.toContain('Barata');
  await page.getByRole('searchbox', { name: 'Search' }).fill('nobody-of-this-name');
  await expect(page.getByText('Nothing matches this search.')).toBeVisible();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await expect(customers.first()).toBeVisible();
  await expect(page).not.toHaveURL(/q=|product=|status=/);
});

test('a list longer than a page shows more on request', FULL_TIER, async ({ page, shop }) => {
  const { orderNumber } = await openOrderOf(page, shop.url);
  const asked: string[] = [];
  await page.route(/\/api\/admin\/orders\?/, async (route) => {
    const url = new URL(route.request().url());
    asked.push(url.searchParams.get('cursor') ?? '');
    url.searchParams.set('limit', '1');
    await route.fulfill({ response: await route.fetch({ url: url.href }) });
  });
  await buy(shop.url);
  await page.goto('/admin/dashboard?tab=orders');
  await expect(page.getByText('Showing 1, there are more')).toBeVisible();
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(page.getByText(/^Showing 2/)).toBeVisible();
  expect(asked[0]).toBe('');
  expect(asked[1]).not.toBe('');
  expect(orderNumber).toHaveLength(8);
});
