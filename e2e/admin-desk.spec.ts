import type { Page } from '@playwright/test';
import { ADMIN_SCREEN_PATHS } from '#shared/admin/paths.ts';
import { LANGUAGES } from '#shared/core/language.ts';
import {
  adminCall,
  buy,
  expect,
  expectAccessible,
  inquire,
  openDashboard,
  PASSWORD,
  signIn,
  test,
  unique,
} from './admin-fixtures.ts';
import { CASES, FULL_TIER, lastInGate } from './cases.ts';
import { wordsOf } from './words.ts';

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  // The browser reports scripts that it blocks in a mail's frame, including axe's, and each 401 after a session has
  // ended.
  allowConsole: [/Blocked script execution in 'about:srcdoc'|status of 401/],
});

const rail = (page: Page) => page.getByRole('navigation', { name: /^(Screens|Secciones)$/ });

const SCREENS = [
  ['Today', '/admin/dashboard', 'Admin Dashboard'],
  ['Orders', '/admin/dashboard?tab=orders', 'Orders'],
  ['Products', '/admin/products', 'Products'],
  ['Wholesale', '/admin/dashboard?tab=wholesalers', 'Wholesale'],
  ['Customers', '/admin/customers', 'Customers'],
  ['Codes', '/admin/codes', 'Codes'],
  ['Taxes', '/admin/taxes', 'Taxes'],
  ['Stores', '/admin/dashboard?tab=stores', 'Stores'],
  ['Site', '/admin/site', 'Site'],
  ['Emails', '/admin/dashboard?tab=emails', 'Emails'],
  ['Numbers', '/admin/numbers', 'Numbers'],
  ['Settings', '/admin/settings', 'Settings'],
  ['My account', '/admin/account', 'My account'],
] as const;

test('the rail links to every screen, with path, heading and title; Back returns', async ({ page, shop }) => {
  await buy(shop.url);
  await openDashboard(page);
  await expect(rail(page).getByRole('link', { name: /^(?!Doña)/ })).toHaveCount(SCREENS.length);
  for (const [name, path, heading] of SCREENS) {
    const link = rail(page).getByRole('link', { name: new RegExp(`^${name}\\b`) });
    await link.click();
    await expect(page).toHaveURL((url) => url.pathname + url.search === path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expect(rail(page).locator('[aria-current]')).toHaveCount(1);
    await page.waitForLoadState('networkidle');
    await expectAccessible(page);
  }
  // Screens below others: the settings lead to the journal, the inquiries to the accounts, the products to the lots, and
  // the orders to what the owner writes.
  const below = ['journal', 'accounts', 'lots', 'written-orders'].map((name) => `/admin/${name}`);
  expect([...SCREENS.map(([, path]) => path), ...below]).toEqual(Object.values(ADMIN_SCREEN_PATHS));
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
  await page.goBack();
  await page.reload();
  await expect(page.getByRole('region', { name: 'Numbers' })).toBeVisible();
});

test('the tab of the browser names the screen and what waits there', FULL_TIER, async ({ page, own }) => {
  await page.goto(`${own.url}/admin/dashboard?tab=orders&lang=en`);
  await expect(page).toHaveTitle('Orders');
  await buy(own.url);
  await buy(own.url);
  await inquire(own.url);
  await page.reload();
  await expect(page).toHaveTitle('(2) Orders');
  await expect(rail(page).getByRole('link', { name: 'Orders 2 waiting' })).toBeVisible();
  await rail(page).getByRole('link', { name: 'Wholesale 1 waiting' }).click();
  await expect(page).toHaveTitle('(1) Wholesale');
  await page.getByRole('combobox', { name: 'Status of Bodega La Esquina' }).selectOption('contacted');
  await expect(page).toHaveTitle('Wholesale');
});

test('a link survives the login, and an ended session its view, but not a logout', async ({ page, shop }) => {
  const fullName = unique('Nilda Cruz');
  const { orderNumber } = await buy(shop.url, { address: { fullName } });
  const logIn = async () => {
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
  };
  await signIn(page);
  const [order] = await adminCall<{ id: string }[]>(page, 'GET', `/api/admin/orders?q=${orderNumber}`);
  await page.request.post('/api/admin/logout');
  await page.goto(`/admin/dashboard?tab=orders&open=${order?.id}&status=pending`);
  await expect(page).toHaveURL(/\/admin\/login$/);
  await logIn();
  await expect(page).toHaveURL((url) => url.search === `?tab=orders&open=${order?.id}&status=pending`);
  await expect(page.getByRole('heading', { name: `Order ${orderNumber}` })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/admin\/dashboard\?tab=orders&status=pending$/);
  await page.waitForLoadState('networkidle');
  await page.request.post('/api/admin/logout');
  await expect(page).toHaveURL(/\/admin\/login$/);
  await page.reload();
  await logIn();
  await expect(page).toHaveURL(/\/admin\/dashboard\?tab=orders&status=pending$/);
  await page.getByRole('button', { name: 'Logout' }).first().click();
  await logIn();
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  await test.step('a link of a mail, and an old URL of a screen', async () => {
    await page.goto(`/admin/dashboard?order=${order?.id}&lang=en`);
    await expect(page.getByRole('complementary', { name: `Order ${orderNumber}` })).toBeVisible();
    await page.goto(`/admin/orders/${order?.id}?lang=en`);
    await expect(page).toHaveURL((url) => url.searchParams.get('open') === order?.id);
    await expect(page.getByRole('complementary', { name: `Order ${orderNumber}` })).toBeVisible();
    await page.goto('/admin/dashboard?screen=setup&lang=en');
    await expect(page).toHaveURL(/\/admin\/settings$/);
    await expect(page.getByRole('heading', { name: 'Setup' })).toBeVisible();
  });
});

for (const language of lastInGate(LANGUAGES)) {
  test(`on a phone the screens are in a thumb's reach; the bar covers no row: ${language}`, async ({ page, shop }) => {
    const t = wordsOf(language);
    await page.setViewportSize({ width: 375, height: 667 });
    await buy(shop.url);
    await signIn(page);
    await page.goto(`/admin/dashboard?tab=orders&lang=${language}`);
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
    await page.getByRole('button', { name: t('admin_rail_more') }).click();
    await expectAccessible(page);
    await expect(page.getByRole('button', { name: t('admin_logout') }).last()).toBeVisible();
    await page.getByRole('link', { name: t('admin_screen_settings') }).click();
    await expect(page).toHaveURL(/\/admin\/settings$/);
    await expect(page.getByRole('link', { name: t('admin_screen_settings') })).toBeHidden();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });
}

/** Creates orders, each by another person. */
async function buyMany(url: string, count: number): Promise<void> {
  for (let i = 0; i < count; i++) await buy(url, { address: { fullName: unique('Caridad Rodríguez') } });
}

/** Rows completely above the lower edge of the window, or of a phone's bar. */
const rowsInView = (page: Page) =>
  page.evaluate(() => {
    const bar = document.querySelector('.rail')?.getBoundingClientRect();
    const edge = bar && bar.top > 0 ? bar.top : innerHeight;
    const rows = [...document.querySelectorAll('.data-table tbody tr, .cards > li')];
    return rows.filter((row) => row.getBoundingClientRect().bottom <= edge).length;
  });

test('a window of 1440×900 shows at least 12 orders, a phone 6; the table’s head stays', async ({ page, shop }) => {
  await buyMany(shop.url, 16);
  await signIn(page);
  for (const language of ['en', 'es']) {
    for (const [width, height, least] of [
      [1440, 900, 12],
      [375, 812, 6],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(`/admin/dashboard?tab=orders&lang=${language}`);
      await expect(page.locator('.data-table tbody tr, .cards > li').nth(15)).toBeAttached();
      // A phone scrolls to the list a frame later.
      await expect.poll(() => rowsInView(page), `${language} ${width}`).toBeGreaterThanOrEqual(least);
    }
  }
  await page.setViewportSize({ width: 1440, height: 700 });
  await expect(page.locator('.data-table tbody tr').nth(15)).toBeAttached();
  const heights = await page
    .locator('.data-table tbody tr')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
  expect(Math.max(...heights)).toBeLessThanOrEqual(56);
  await page.evaluate(() => scrollTo(0, 500));
  expect((await page.locator('.data-table th').nth(1).boundingBox())?.y).toBe(0);
});

test('in a wide window an order opens beside its list, which Escape and Back restore', async ({ page, shop }) => {
  await buyMany(shop.url, 16);
  await page.setViewportSize({ width: 1440, height: 700 });
  await signIn(page);
  await page.goto('/admin/dashboard?tab=orders&lang=en&status=pending');
  const rows = page.locator('.data-table tbody tr');
  await expect(rows.nth(12)).toBeAttached();
  await page.evaluate(() => scrollTo(0, 300));
  const opener = rows.nth(9).getByRole('button', { name: /^Open order/ });
  const number = (await opener.textContent()) ?? '';
  await opener.click();
  const detail = page.getByRole('complementary', { name: `Order ${number}` });
  await expect(detail.getByRole('heading', { name: 'Customer' })).toBeVisible();
  await expect(detail.getByRole('heading', { level: 2 })).toBeFocused();
  await expect(page).toHaveURL(/tab=orders&status=pending&open=[\da-f-]{36}$/);
  await expectAccessible(page);
  // Opening another row replaces it, and Back still returns to the list.
  const list = page.getByRole('table', { name: 'Orders' });
  await expect(list.getByRole('button', { name: `Open order ${number}` })).toBeInViewport();
  await expect(list.getByRole('columnheader', { name: 'Status' })).toBeVisible();
  await expect(list.getByRole('columnheader', { name: 'Tracking' })).toBeHidden();
  const other = rows.nth(10);
  const otherNumber = (await other.getByRole('button', { name: /^Open order/ }).textContent()) ?? '';
  // A press anywhere on a row opens it; one on its checkbox selects it.
  await other.getByRole('checkbox').check();
  await expect(detail).toBeVisible();
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await other.getByText('$').last().click();
  await expect(page.getByRole('complementary', { name: `Order ${otherNumber}` })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('complementary')).toHaveCount(0);
  await expect(page).toHaveURL(/\/admin\/dashboard\?tab=orders&status=pending$/);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(300);
  await expect(page.getByRole('button', { name: `Open order ${otherNumber}` })).toBeFocused();
  await page.getByRole('button', { name: `Open order ${number}` }).click();
  await expect(detail).toBeVisible();
  await page.goBack();
  await expect(detail).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(300);
  await page.goForward();
  await page.reload();
  await expect(detail).toBeVisible();
});

test('opening or closing a part restyles few other elements', FULL_TIER, async ({ page, shop, browser }) => {
  await buyMany(shop.url, 12);
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page);
  await page.goto('/admin/dashboard?tab=orders&lang=en');
  await expect(page.locator('.data-table tbody tr').nth(11)).toBeAttached();
  await page.waitForLoadState('networkidle');
  for (const place of ['.desk-frame', 'main', 'tbody td']) {
    await browser.startTracing(page, { categories: ['devtools.timeline'] });
    await page.evaluate((selector) => {
      document.body.getBoundingClientRect();
      document.querySelector(selector)?.append(document.createElement('aside'));
      document.body.getBoundingClientRect();
    }, place);
    const trace = JSON.parse(String(await browser.stopTracing())) as {
      traceEvents: { name: string; args: { elementCount?: number } }[];
    };
    const counts = trace.traceEvents.flatMap(({ name, args }) =>
      name === 'UpdateLayoutTree' ? [args.elementCount ?? 0] : [],
    );
    expect(counts.length, place).toBeGreaterThan(0);
    // All of them would be over a thousand.
    expect(Math.max(...counts), place).toBeLessThan(60);
  }
});

for (const width of lastInGate([1440, 375])) {
  test(`a press renders only the rows that it changes: ${width} px`, FULL_TIER, async ({ page, shop }) => {
    const name = unique('Quieta');
    for (const quantity of [2, 3, 4, 5]) {
      await buy(shop.url, { address: { fullName: name }, cart: [{ id: 'box40', quantity }] });
    }
    await page.setViewportSize({ width, height: 900 });
    await signIn(page);
    // Each rendering of a row formats its amount.
    await page.addInitScript(() => {
      const written: number[] = [];
      Object.assign(window, { written });
      const { format } = Object.getOwnPropertyDescriptors(Intl.NumberFormat.prototype);
      Object.defineProperty(Intl.NumberFormat.prototype, 'format', {
        get(this: Intl.NumberFormat) {
          const write = format.get?.call(this) as (value: number) => string;
          return (value: number) => {
            written.push(value);
            return write(value);
          };
        },
      });
    });
    await page.goto(`/admin/dashboard?tab=orders&lang=en&q=${encodeURIComponent(name)}`);
    const rows = page.locator('main [data-row]');
    await expect(rows).toHaveCount(4);
    await page.waitForLoadState('networkidle');
    const totals = await adminCall<{ totalAmount: string }[]>(
      page,
      'GET',
      `/api/admin/orders?q=${encodeURIComponent(name)}`,
    );
    const amounts = totals.map(({ totalAmount }) => Number(totalAmount));
    /** Indexes of the rows rendered since. */
    const rendered = () =>
      page.evaluate((values) => {
        const { written } = window as unknown as { written: number[] };
        return values.flatMap((value, at) => (written.includes(value) ? [at] : []));
      }, amounts);
    const forget = () => page.evaluate(() => (window as unknown as { written: number[] }).written.splice(0));
    expect(await rendered()).toEqual([0, 1, 2, 3]);

    const only = async (name: string, row: number, press: () => Promise<unknown>) =>
      test.step(name, async () => {
        await forget();
        await press();
        await page.waitForLoadState('networkidle');
        expect(await rendered()).toEqual([row]);
      });
    const open = (row: number) =>
      rows
        .nth(row)
        .getByRole('button', { name: /^Open order/ })
        .click();
    const customer = page.getByRole('heading', { name: 'Customer' });
    for (const [row, count] of [
      [1, '1 selected'],
      [2, '2 selected'],
    ] as const) {
      await only(count, row, async () => {
        await rows.nth(row).getByRole('checkbox').check();
        await expect(page.getByText(count)).toBeVisible();
      });
    }
    await only('opened', 0, async () => {
      await open(0);
      await expect(customer).toBeVisible();
    });
    await only('closed', 0, async () => {
      await page.keyboard.press('Escape');
      await expect(customer).toHaveCount(0);
    });
    await only('changed', 3, async () => {
      await rows.nth(3).getByRole('combobox').selectOption('processing');
      await expect(rows.nth(3)).toContainText('Processing');
    });
    // Rows use the present state: the URL of before is not restored.
    await open(1);
    await expect(customer).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/tab=orders&q=/);
    await expect(rows).toHaveCount(4);
  });
}

test('an order on a phone is shown before the list below it is inert', FULL_TIER, async ({ page, shop }) => {
  await buyMany(shop.url, 2);
  await page.setViewportSize({ width: 375, height: 667 });
  await signIn(page);
  await page.goto('/admin/dashboard?tab=orders&lang=en');
  const order = page.getByRole('dialog').getByRole('heading', { name: 'Customer' });
  const isInert = () => page.evaluate(() => document.getElementById('root')?.inert);
  await page
    .getByRole('button', { name: /^Open order/ })
    .first()
    .click();
  await expect(order).toBeVisible();
  await expect.poll(isInert).toBe(true);
  await page.keyboard.press('Escape');
  await expect(order).toHaveCount(0);
  expect(await isInert()).toBe(false);
  // Its code is loaded: one task, without a frame in between.
  const seen = await page.evaluate(async () => {
    const look = () => [document.querySelector('.modal') !== null, document.getElementById('root')?.inert];
    document.querySelector<HTMLElement>('[data-row] .text-button')?.click();
    for (let i = 0; i < 50 && !look()[0]; i++) await Promise.resolve();
    const atOnce = look();
    dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift' }));
    return [atOnce, look()];
  });
  expect(seen).toEqual([
    [true, false],
    [true, true],
  ]);
});

test('on a phone an order covers its list at its own URL, and Back restores the list', async ({ page, shop }) => {
  await buyMany(shop.url, 12);
  await page.setViewportSize({ width: 375, height: 667 });
  await signIn(page);
  await page.goto('/admin/dashboard?tab=orders&lang=en');
  const row = page.locator('.cards > li').nth(9);
  await row.scrollIntoViewIfNeeded();
  const top = await page.evaluate(() => scrollY);
  expect(top).toBeGreaterThan(100);
  await row.getByRole('button').click();
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Customer' })).toBeVisible();
  await expect(page).toHaveURL(/tab=orders&open=[\da-f-]{36}$/);
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await page.evaluate(() => scrollY)).toBe(top);
});

test('the owner chooses the columns; this browser keeps the choice', FULL_TIER, async ({ page, shop }) => {
  await buy(shop.url);
  await signIn(page);
  await page.goto('/admin/dashboard?tab=orders&lang=en');
  const head = (name: string) => page.getByRole('columnheader', { name });
  await expect(head('Items')).toBeVisible();
  await expect(head('Shipping')).toBeVisible();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Items' }).uncheck();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('checkbox', { name: 'Items' })).toBeHidden();
  await page.reload();
  await expect(head('Shipping')).toBeVisible();
  await expect(head('Items')).toHaveCount(0);
});

for (const [language, width] of CASES) {
  test(`in the dark every screen has contrast: ${language}, ${width} px`, FULL_TIER, async ({ page, shop }) => {
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    await buy(shop.url);
    const inquiry = await inquire(shop.url);
    await page.goto(`/admin/login?lang=${language}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page);
    await signIn(page);
    const [order] = await adminCall<{ id: string }[]>(page, 'GET', '/api/admin/orders?limit=1');
    const [mail] = await adminCall<{ id: string }[]>(page, 'GET', '/api/admin/emails?limit=1');
    for (const path of [
      ...Object.values(ADMIN_SCREEN_PATHS),
      '/admin/dashboard?tab=emails&view=templates&template=order_confirmation',
      `/admin/dashboard?tab=orders&open=${order?.id}`,
      `/admin/dashboard?tab=wholesalers&open=${inquiry.id}`,
      `/admin/dashboard?tab=emails&view=outbox&open=${mail?.id}`,
      '/admin/dashboard?tab=stores&open=new',
      '/admin/products/box40',
      '/admin/products/new',
    ]) {
      await page.goto(path);
      await expect(page.getByRole('heading').first()).toBeAttached();
      await page.waitForLoadState('networkidle');
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0);
    }
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
      'rgb(21, 18, 16)',
    );
  });
}

test('Today: what waits is one line each, opened in place with its action', FULL_TIER, async ({ page, own }) => {
  await openDashboard(page, '', { base: own.url });
  const first = page.getByRole('region', { name: 'Before you sell' });
  await expect(first.getByRole('listitem').first()).toHaveText('Products Done');
  await expect(first.getByRole('group').first()).toContainText('Your brand');
  await expect(first).toContainText('nobody answers there');
  await expectAccessible(page);
  await expect(page.getByText('All done. Nothing is waiting for you.')).toHaveCount(0);
  await expect(page).toHaveTitle('Dashboard');
  await expect(first.getByRole('listitem').last()).toContainText('Buy something in your own shop');
  await buy(own.url);
  await page.reload();
  await expect(first.getByRole('listitem').last()).toHaveText('A test order Done');
  const [order] = await adminCall<{ id: string }[]>(page, 'GET', '/api/admin/orders?limit=1');
  await adminCall(page, 'PATCH', '/api/admin/orders/status', { ids: [order?.id], status: 'delivered' });
  const { orderNumber } = await buy(own.url);
  await page.reload();
  await expect(page).toHaveTitle('(1) Dashboard');
  await expect(first).toHaveCount(0);
  const line = page.getByRole('button', { name: '1 To ship' });
  await expect(line).toHaveAttribute('aria-expanded', 'false');
  await line.press('Enter');
  const panel = page.getByRole('region', { name: 'To ship' });
  await expect(panel.getByRole('link', { name: orderNumber })).toHaveAttribute(
    'href',
    /^\/admin\/dashboard\?tab=orders&open=[\da-f-]{36}$/,
  );
  await expectAccessible(page);
  await panel.getByRole('button', { name: `Add tracking number to order ${orderNumber}` }).click();
  await page.getByRole('textbox', { name: 'Tracking number' }).fill('9400111201080805483016');
  await page.getByRole('button', { name: 'Save & Send Email' }).click();
  await expect(page.getByText('All done. Nothing is waiting for you.')).toBeVisible();
  await expect(page).toHaveTitle('Dashboard');
});
