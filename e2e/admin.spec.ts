import type { Page, Route } from '@playwright/test';
import { LANGUAGES } from '#shared/core/language.ts';
import {
  buy,
  expect,
  expectToast,
  FAILED_ANSWERS,
  failCalls,
  inquire,
  openDashboard,
  PASSWORD,
  signIn,
  test,
  toastOf,
  unique,
} from './admin-fixtures.ts';
import { FULL_TIER, lastInGate } from './cases.ts';
import { holdCalls } from './fixtures.ts';
import { wordsOf } from './words.ts';

test.use({ allowConsole: FAILED_ANSWERS });

/** Types the password into the login form. */
async function logIn(page: Page, password = PASSWORD, t = wordsOf('en')): Promise<void> {
  await page.getByLabel(t('admin_login_password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: t('admin_login_button'), exact: true }).click();
}

test('an unknown path is the 404 page without public header; /administrator is the shop’s', async ({ page }) => {
  const missing = page.getByRole('heading', { name: '404 Page Not Found' });
  for (const path of ['/admin/dashboard/x', '/admin/login/', '/admin/nothing']) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    expect(answer?.headers()).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': /noindex/ });
    await expect(missing).toBeVisible();
    await expect(page.getByRole('banner')).toHaveCount(0);
    await expect(page.getByRole('contentinfo')).toHaveCount(0);
  }
  await page.getByRole('link', { name: 'To the dashboard' }).click();
  await expect(page).toHaveURL(/\/admin\/login$/);
  await page.goto('/admin/nothing');
  await page.getByRole('link', { name: 'Back to the shop' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('contentinfo')).toBeVisible();
  expect((await page.goto('/administrator'))?.status()).toBe(404);
  await expect(missing).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
});

test('/admin redirects to the dashboard', async ({ page }) => {
  await signIn(page);
  for (const path of ['/admin', '/admin/']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/admin\/dashboard$/);
    await expect(page.getByRole('tablist')).toBeVisible();
  }
});

for (const language of lastInGate(LANGUAGES)) {
  test(`the reason of a failed login is at the field and in a toast: ${language}`, async ({ page }) => {
    const t = wordsOf(language);
    const answers = [
      { status: 401, json: { message: 'no' } },
      { status: 429, json: { message: 'Slow down.' } },
      { status: 502, body: '<html>Bad Gateway</html>' },
      null,
    ];
    const errors = {
      en: [
        /^Invalid password\. Please try again\.$/,
        /^Slow down\.$/,
        /^The shop is not well/,
        /^There is no connection/,
      ],
      es: [
        /^La contraseña no es correcta/,
        /^Slow down\.$/,
        /^La tienda no está bien/,
        /^No hay conexión con la tienda/,
      ],
    }[language as 'en' | 'es'];
    await page.goto(`/admin/login?lang=${language}`);
    const field = page.getByLabel(t('admin_login_password'), { exact: true });
    for (const [i, answer] of answers.entries()) {
      const answerOnce = (route: Route) => (answer ? route.fulfill(answer) : route.abort());
      await page.route('**/api/admin/login', answerOnce, { times: 1 });
      await logIn(page, `wrong ${i}`, t);
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(field).toHaveAccessibleDescription(errors[i] ?? '');
      const reason = page.locator('#'.concat((await field.getAttribute('aria-describedby')) ?? ''));
      await expectToast(page, t('admin_login_failed_title'), (await reason.textContent()) ?? '');
      await expect(field).toBeFocused();
      await field.fill('another');
      await expect(field).not.toHaveAttribute('aria-invalid');
    }
  });
}

for (const language of lastInGate(LANGUAGES)) {
  test(`a session ended elsewhere leads to the login and back to the view: ${language}`, async ({ page }) => {
    const t = wordsOf(language);
    await openDashboard(page, 'tab=orders', { language });
    const stores = page.getByRole('tab', { name: t('admin_tab_stores') });
    await stores.click();
    await page.waitForLoadState('networkidle');
    await page.request.post('/api/admin/logout');
    // The dashboard polls, and learns of it without a press.
    await expect(page).toHaveURL(/\/admin\/login$/);
    await expect(page.getByRole('tablist')).toHaveCount(0);
    await expectToast(page, t('admin_session_ended_title'), t('admin_session_ended_text'));
    await logIn(page, PASSWORD, t);
    await expect(stores).toHaveAttribute('aria-selected', 'true');
  });
}

test('a login in another tab leaves this one in place, although a call of it was refused', async ({ page }) => {
  await openDashboard(page, 'tab=orders');
  await page.waitForLoadState('networkidle');
  let refused = 0;
  await page.route('**/api/admin/wholesalers?*', async (route) => {
    refused += 1;
    if (refused > 1) return route.continue();
    // The other tab's login: this call still had the old cookie.
    await page.request.post('/api/admin/login', { data: { password: PASSWORD } });
    await route.fulfill({ status: 401, json: { message: 'Log in again' } });
  });
  await page.getByRole('tab', { name: 'Wholesalers' }).click();
  await expect.poll(() => refused).toBe(2);
  await expect(page.getByRole('tab', { name: 'Wholesalers' })).toHaveAttribute('aria-selected', 'true');
  await expect(page).not.toHaveURL(/login/);
});

test('a failed read shows its error in place and can be repeated', FULL_TIER, async ({ page }) => {
  const mends = [
    await failCalls(page, '**/api/admin/summary', ['GET']),
    await failCalls(page, /\/api\/admin\/orders\?/, ['GET']),
    await failCalls(page, '**/api/admin/summary/today', ['GET']),
  ];
  const check = await failCalls(page, '**/api/admin/check', ['GET']);
  await signIn(page);
  await page.goto('/admin/dashboard?tab=orders');
  const alerts = page.getByRole('alert');
  await test.step('a check that fails shows nothing of the dashboard', async () => {
    await expect(alerts).toContainText('This could not be loaded.');
    await expect(page.getByRole('tablist')).toHaveCount(0);
    await check();
    await page.getByRole('button', { name: 'Try again' }).click();
  });
  await expect(alerts).toHaveCount(3);
  await expect(alerts.first()).toContainText('This could not be loaded. We are unavailable for a moment.');
  for (const mend of mends) await mend();
  for (let left = 3; left > 0; left--) {
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await expect(alerts).toHaveCount(left - 1);
  }
  await expect(page.getByText('Total Orders')).toBeVisible();
});

test('a blank password submits nothing', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()));
  await page.goto('/admin/login');
  const password = page.getByLabel('Password', { exact: true });
  for (const blank of ['', '   ']) {
    await password.fill(blank);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(password).toHaveAttribute('aria-invalid', 'true');
  }
  expect(calls).toEqual([]);
});

test('the login button says "Logging in..." while pending; then the dashboard welcomes', async ({ page }) => {
  const answer = await holdCalls(page, '**/api/admin/login');
  await page.goto('/admin/login');
  await expect(page.getByRole('banner')).toHaveCount(1);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Logging in...' })).toBeDisabled();
  answer();
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  await expectToast(page, 'Login successful', 'Welcome to the admin dashboard.');
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();
  await page.goto('/admin/login');
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
});

test('a visitor who is not the admin is sent to the login, and no admin data is requested', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(pathname);
  });
  await page.goto('/admin/dashboard?tab=orders');
  await expect(page).toHaveURL(/\/admin\/login$/);
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
  expect(asked).toEqual(['/api/admin/check']);
});

test('logout goes to the login, and Back shows nothing', async ({ page, shop }) => {
  const businessName = unique('Secret Grocery');
  await inquire(shop.url, { businessName });
  await page.goto('/about');
  await openDashboard(page, `tab=orders`);
  await page.getByRole('tab', { name: 'Wholesalers' }).click();
  await expect(page.getByText(businessName).first()).toBeVisible();
  await test.step('a logout that does not reach the server is not shown as one', async () => {
    const mend = await failCalls(page, '**/api/admin/logout', ['POST']);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expectToast(page, 'We are unavailable for a moment.');
    await expect(page.getByRole('tablist')).toBeVisible();
    await mend();
  });
  await page.getByRole('button', { name: 'Logout' }).click();
  await expectToast(page, 'Logged out', 'You have been logged out successfully.');
  await expect(toastOf(page)).toHaveCount(1);
  await toastOf(page).getByRole('button', { name: 'Close notification' }).click();
  await expect(toastOf(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/admin\/login$/);
  await page.goBack();
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
  await expect(page.getByText(businessName)).toHaveCount(0);
  await page.goto('/admin/dashboard?tab=wholesalers');
  await expect(page).toHaveURL(/\/admin\/login$/);
});

test('W4: no parameter of the login’s URL can redirect elsewhere', async ({ page, baseURL }) => {
  const lures = ['next=//evil.example', 'return=https://evil.example', 'view=//evil.example', 'url=\\\\evil.example'];
  await page.goto(`/admin/login?${lures.join('&')}`);
  await page.evaluate(() => sessionStorage.setItem('admin_view', JSON.stringify('//evil.example/?x')));
  await page.reload();
  await logIn(page);
  await expect(page.getByRole('tablist')).toBeVisible();
  expect(page.url()).toBe(`${baseURL}/admin/dashboard`);
});

test('new orders and inquiries are announced by a button, and move no rows', async ({ page, shop }) => {
  const first = await buy(shop.url);
  await openDashboard(page, 'tab=orders');
  const list = page.getByRole('table', { name: 'Orders' });
  await expect(list.getByRole('button', { name: `Open order ${first.orderNumber}` })).toBeVisible();
  const rows = await list.getByRole('row').allTextContents();
  const second = await buy(shop.url);
  const third = await buy(shop.url);
  await inquire(shop.url, { businessName: unique('Bodega') });
  const pill = page.getByRole('button', { name: '2 new orders. Show them' });
  await expect(pill).toBeVisible();
  await expect(page.getByRole('button', { name: '1 new inquiry. Show it' })).toBeVisible();
  expect(await list.getByRole('row').allTextContents()).toEqual(rows);
  await pill.click();
  await expect(list.getByRole('button', { name: `Open order ${second.orderNumber}` })).toBeVisible();
  await expect(list.getByRole('button', { name: `Open order ${third.orderNumber}` })).toBeVisible();
  await expect(page.getByRole('button', { name: /new (order|inquiry)/ })).toHaveCount(0);
});

test('four tabs; the open one is in the URL, and Back and reload find it', FULL_TIER, async ({ page }) => {
  await openDashboard(page);
  const tab = (name: string) => page.getByRole('tab', { name });
  await expect(page.getByRole('tab')).toHaveText(['Wholesalers', 'Orders', 'Email Templates', 'Store Locations']);
  await expect(tab('Orders')).toHaveAttribute('aria-selected', 'true');
  await tab('Wholesalers').click();
  await expect(tab('Wholesalers')).toHaveAttribute('aria-selected', 'true');
  await tab('Orders').click();
  await expect(page).toHaveURL(/tab=orders/);
  await page.keyboard.press('ArrowRight');
  await expect(tab('Email Templates')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('End');
  await expect(tab('Store Locations')).toBeFocused();
  await expect(page).toHaveURL(/tab=stores/);
  await page.goBack();
  await expect(tab('Email Templates')).toHaveAttribute('aria-selected', 'true');
  await page.goBack();
  await expect(tab('Orders')).toHaveAttribute('aria-selected', 'true');
  await page.reload();
  await expect(tab('Orders')).toHaveAttribute('aria-selected', 'true');
});

/** A file that does not arrive until `isHealed`. The route stays, because removing it may lose requests in progress. */
async function cutOff(page: Page, path: string, lose: (route: Route) => unknown = (route) => route.abort()) {
  const cut = { isHealed: false };
  await page.route(path, (route) => (cut.isHealed ? route.continue() : lose(route)));
  return cut;
}

test('a tab whose code does not come says so in its place, and a retry loads it', async ({ page }) => {
  await openDashboard(page, 'tab=wholesalers');
  const cut = await cutOff(page, '**/assets/orders-tab-*.js*');
  await page.getByRole('tab', { name: 'Orders' }).click();
  await expect(page.getByRole('alert')).toContainText('This could not be loaded.');
  await expect(page.getByText('Total Orders')).toBeVisible();
  cut.isHealed = true;
  await page.getByRole('tabpanel').getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeVisible();
});

test('code that never comes says so after a while, a drawer’s too', FULL_TIER, async ({ page, shop }) => {
  const { orderNumber } = await buy(shop.url);
  await openDashboard(page, 'tab=wholesalers');
  const never = await cutOff(page, '**/assets/orders-tab-*.js*', () => {});
  await page.getByRole('tab', { name: 'Orders' }).click();
  await expect(page.getByRole('alert')).toContainText('This is taking too long.');
  never.isHealed = true;
  await page.getByRole('tabpanel').getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeVisible();
  const cut = await cutOff(page, '**/assets/order-drawer-*.js*');
  await page.getByRole('button', { name: `Open order ${orderNumber}` }).click();
  const drawer = page.getByRole('complementary');
  await expect(drawer.getByRole('alert')).toContainText('This could not be loaded.');
  cut.isHealed = true;
  await drawer.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('complementary', { name: `Order ${orderNumber}` })).toBeVisible();
});

test('the language toggle turns the whole dashboard to Spanish and back, and is remembered', async ({ page }) => {
  await openDashboard(page);
  await page.getByRole('button', { name: /^ES\b/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Panel de administración');
  await expect(page.getByRole('tab')).toHaveText(['Mayoristas', 'Pedidos', 'Plantillas de correo', 'Puntos de venta']);
  await expect(page).toHaveTitle(/^(\(\d+\) )?Panel$/);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await page.getByRole('button', { name: /^EN\b/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard');
});

test('a new shop: zeros in the cards and the empty texts of each tab', FULL_TIER, async ({ page, own }) => {
  for (const language of LANGUAGES) {
    const t = wordsOf(language);
    for (const [tab, key] of [
      ['wholesalers', 'admin_wholesalers_empty'],
      ['orders', 'admin_orders_empty'],
      ['emails', 'admin_templates_none'],
      ['stores', 'admin_stores_empty'],
    ] as const) {
      await openDashboard(page, `tab=${tab}`, { language, base: own.url });
      await expect(page.getByText(t(key))).toBeVisible();
    }
  }
  const cards = page.getByRole('region', { name: 'Resumen' });
  await expect(cards).toContainText('$0.00');
});

test('the three cards: wholesalers, orders to process, revenue and net', FULL_TIER, async ({ page, own }) => {
  await inquire(own.url);
  const { id } = await inquire(own.url, { businessName: 'Second' });
  await buy(own.url, { cart: [{ id: 'box40', quantity: 2 }] });
  await buy(own.url, { cart: [{ id: 'box20double', quantity: 3 }] });
  await buy(own.url, { cart: [{ id: 'box40', quantity: 50 }] });
  const call = (path: string, status: string) =>
    page.request.patch(`${own.url}/api/admin/${path}/status`, { data: { status } });
  await call(`wholesalers/${id}`, 'approved');
  const orders = await (await page.request.get(`${own.url}/api/admin/orders`)).json();
  const dearest = orders.find((order: { totalAmount: string }) => order.totalAmount === '999.50');
  await call(`orders/${dearest.id}`, 'cancelled');
  await openDashboard(page, '', { base: own.url });
  const card = (title: string) =>
    page
      .getByRole('region', { name: 'Summary' })
      .locator('div', { has: page.getByRole('heading', { name: title }) })
      .last();
  await expect(card('Total Wholesalers')).toHaveText(/Total Wholesalers2\s*1 pending/);
  await expect(card('Total Orders')).toHaveText(/Total Orders3\s*2 to process/);
  await expect(card('Revenue')).toContainText('$1,099.45');
  await expect(card('Revenue')).toContainText('Total lifetime revenue');
  await expect(card('Revenue')).toContainText('$99.95 after refunds, disputes and cancelled orders');
});

test('the numbers have a chart, its ranges in the URL, and a table', FULL_TIER, async ({ page, shop }) => {
  await buy(shop.url);
  await signIn(page);
  await page.goto('/admin/numbers?lang=en');
  const numbers = page.getByRole('region', { name: 'Numbers' });
  await expect(numbers.locator('figure svg').first()).toBeVisible();
  const overTime = numbers.getByRole('table', { name: 'Revenue and orders over time' });
  await expect(overTime.getByRole('row')).toHaveCount(31);
  await expect(numbers).toContainText('Box of 40 individual sandwiches');
  await expect(numbers).toContainText('Eastern Time');
  for (const [range, value, rows] of [
    ['12 weeks', '12w', 13],
    ['12 months', '12m', 13],
  ] as const) {
    await numbers.getByRole('button', { name: range }).click();
    await expect(page).toHaveURL(new RegExp(`numbers=${value}`));
    await expect(numbers.getByRole('button', { name: range })).toHaveAttribute('aria-pressed', 'true');
    await expect(overTime.getByRole('row')).toHaveCount(rows);
  }
  await expect(numbers).toContainText('leaves out orders marked Cancelled');
});

test('no public page carries the admin', FULL_TIER, async ({ page }) => {
  const bodies: Promise<string>[] = [];
  page.on('response', (response) => response.request().resourceType() === 'script' && bodies.push(response.text()));
  for (const path of ['/', '/shop', '/wholesale']) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
  }
  expect((await Promise.all(bodies)).filter((code) => code.includes('/api/admin'))).toEqual([]);
  expect(bodies.length).toBeGreaterThan(3);
});
