import type { Page } from '@playwright/test';
import { adminCall, buy, expect, inquire, NEW_YORK, openDashboard, test } from './admin-fixtures.ts';
import { FULL_TIER } from './cases.ts';

// The browser's message about a mail's frame, where scripts are blocked, including the test's own.
test.use({ allowConsole: [/Blocked script execution in 'about:srcdoc'/] });

/** Ways to run a script if markup is not treated as text, from OWASP's cheat sheet on filter evasion. */
const PAYLOADS = [
  '<script>alert(1)</script>',
  '"><script>alert(1)</script>',
  "'><img src=x onerror=alert(1)>",
  '<svg/onload=alert(1)>',
  '<svg><script>alert&#40;1&#41;</script>',
  '<iframe srcdoc="<script>parent.alert(1)</script>">',
  '<iframe src="javascript:alert(1)">',
  '<a href="javascript:alert(1)">x</a>',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '" onmouseover="alert(1)" autofocus onfocus="alert(1)',
  "' autofocus onfocus='alert(1)",
  '<details open ontoggle=alert(1)>',
  '<input autofocus onfocus=alert(1)>',
  '<math><mi//xlink:href="data:x,<script>alert(1)</script>">',
  '<style>@import"//evil.example/x.css";</style>',
  '<link rel=stylesheet href=//evil.example/x.css>',
  '<base href="//evil.example/">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '</title><img src=//evil.example/x>',
  '<!--<img src="--><img src=x onerror=alert(1)>',
  '{{constructor.constructor("alert(1)")()}}',
  `\${alert(1)} \`\${alert(1)}\``,
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '\u202e<img src=x onerror=alert(1)>',
  '</td></table><script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '</textarea><img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '<form action=//evil.example><button>x',
  '<object data="javascript:alert(1)">',
  '\\u003cscript\\u003ealert(1)',
] as const;

const RECORDS = Math.ceil(PAYLOADS.length / 3);
const payload = (index: number): string => PAYLOADS[index % PAYLOADS.length] ?? '';

/** Records what ran, what the policy blocked, and which hosts were called. */
async function watch(page: Page) {
  const seen: string[] = [];
  page.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) seen.push(message.text());
  });
  page.on('request', (request) => {
    if (/evil\.example/.test(new URL(request.url()).host)) seen.push(`request ${request.url()}`);
  });
  await page.exposeFunction('reportViolation', (text: string) => seen.push(text));
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', 'true');
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      (window as unknown as { reportViolation: (text: string) => void }).reportViolation(
        `CSP ${violatedDirective} ${blockedURI}`,
      ),
    );
  });
  return seen;
}

/** Link targets that are neither ours nor of a kind that we write, and elements that only a payload has. */
const oddLinks = (page: Page) =>
  page.evaluate(() => [
    ...[...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
      .map((link) => link.href)
      .filter((href) => !/^(https?|mailto|tel):/.test(href)),
    ...[
      ...document.querySelectorAll('base, meta[http-equiv=refresh], object, math, td script, dd script, li script'),
    ].map((element) => element.outerHTML),
  ]);

test(
  `E2: ${PAYLOADS.length} ways to smuggle markup stay text wherever they are shown`,
  FULL_TIER,
  async ({ page, own: shop }) => {
    const seen = await watch(page);
    const attempt = crypto.randomUUID();
    const statusPages: string[] = [];
    // Three fields per record hold them all; the last two are one attempt paid twice.
    for (let i = 0; i < RECORDS; i++) {
      const [one, two, three] = [payload(i), payload(i + RECORDS), payload(i + 2 * RECORDS)];
      const address = { fullName: one, addressLine1: two, addressLine2: three, city: one };
      statusPages.push((await buy(shop.url, { address })).statusUrl);
      await inquire(shop.url, { businessName: one, contactName: two, location: three, message: `${one}\n${two}` });
    }
    for (const quantity of [1, 2]) {
      const address = { ...NEW_YORK, fullName: payload(quantity) };
      await buy(shop.url, { attempt, address, cart: [{ id: 'box40', quantity }] });
    }
    const call = (path: string, method: 'GET' | 'POST' | 'PATCH', data?: object) =>
      adminCall<{ id: string }[]>(page, method, `${shop.url}/api/admin/${path}`, data);
    for (let i = 0; i < RECORDS; i++) {
      const place = { storeType: 'other', latitude: 25.7, longitude: -80.2 };
      await call('store-locations', 'POST', { name: payload(i), address: payload(i + RECORDS), ...place });
      await call('store-locations', 'POST', { name: payload(i + 2 * RECORDS), address: payload(i), ...place });
    }
    const orders = await call('orders?limit=50', 'GET');
    for (const [index, { id }] of orders.entries()) {
      await call(`orders/${id}/tracking`, 'PATCH', {
        trackingNumber: payload(index).slice(0, 64),
        carrier: 'UPS',
      });
    }
    for (const { id } of await call('wholesalers?limit=50', 'GET'))
      await call(`wholesalers/${id}/notes`, 'PATCH', { notes: PAYLOADS.join('\n') });
    const emails = await call('emails?limit=200', 'GET');
    // A product missing in the catalogue is shown by its id.
    await page.route('**/api/admin/stats*', async (route) => {
      const answer = await route.fetch();
      const stats = await answer.json();
      const products = PAYLOADS.map((id) => ({ id, units: 1, previousUnits: 2 }));
      await route.fulfill({ response: answer, json: { ...stats, products } });
    });

    const main = page.getByRole('main');
    const shown = async (selector: string, texts: readonly string[] = PAYLOADS) => {
      const found = (await page.locator(selector).allTextContents()).join('\n');
      // A direction mark is removed from an order's fields before they are stored.
      expect(texts.filter((text) => !found.includes(text) && !found.includes(text.replace('\u202e', '')))).toEqual([]);
      expect(await oddLinks(page)).toEqual([]);
    };
    for (const width of [1440, 375]) {
      await page.setViewportSize({ width, height: 900 });
      await openDashboard(page, '', { base: shop.url });
      await page.getByRole('button', { name: 'Payments that need a look' }).click();
      await expect(page.getByText('What we know').first()).toBeVisible();
      for (const summary of await page.getByText('What we know').all()) await summary.click();
      await expect(page.getByRole('region', { name: 'Numbers' }).getByText(PAYLOADS[0]).first()).toBeVisible();
      await expect(page.getByText(/^Showing/)).toBeVisible();
      await shown('main');
      await openDashboard(page, 'tab=orders', { base: shop.url });
      await expect(page.getByText(/^Showing/)).toBeVisible();
      // A phone's card has only the customer's name; the drawers below have the rest.
      await shown('main', width === 375 ? PAYLOADS.slice(0, RECORDS) : PAYLOADS);
      await openDashboard(page, 'tab=stores', { base: shop.url });
      await expect(page.getByRole('button', { name: /^Edit/ }).last()).toBeVisible();
      await shown('main');
    }
    await page.setViewportSize({ width: 1440, height: 900 });

    // Dialogs of stores: the form has the text, the question repeats it.
    for (const index of [0, 5, 11]) {
      await main.getByRole('button', { name: /^Edit/ }).nth(index).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.keyboard.press('Escape');
      await main
        .getByRole('button', { name: /^Delete/ })
        .nth(index)
        .click();
      await page.keyboard.press('Escape');
    }
    // All slips at once.
    await openDashboard(page, 'tab=orders', { base: shop.url });
    await page.getByRole('checkbox', { name: 'Select all orders shown' }).check();
    await page.getByRole('button', { name: 'Print packing slips' }).click();
    await expect(page.locator('html[data-printed]')).toHaveCount(1);
    await page.emulateMedia({ media: 'print' });
    await shown('.slips');
    await page.emulateMedia({ media: null });

    const drawer = page.getByRole('complementary');
    const visitDrawers = async (tab: string, button: RegExp, sign: string | RegExp) => {
      await openDashboard(page, `tab=${tab}`, { base: shop.url });
      await expect(page.getByText(/^Showing/)).toBeVisible();
      for (const open of await main.getByRole('button', { name: button }).all()) {
        await open.click();
        await expect(drawer.getByText(sign).first()).toBeVisible();
        expect(await oddLinks(page)).toEqual([]);
        await page.keyboard.press('Escape');
        await expect(drawer).toHaveCount(0);
      }
    };
    await visitDrawers('orders', /^Open order/, 'Paid and placed');
    await visitDrawers('wholesalers', /^Open the inquiry/, 'Write an email');
    for (const { id } of emails.filter((_, index) => index % 9 === 0)) {
      await page.goto(`${shop.url}/admin/dashboard?tab=emails&view=outbox&open=${id}`);
      await expect(drawer.frameLocator('iframe').getByRole('img').first()).toBeVisible();
    }
    for (const path of [...statusPages, '/wholesale']) {
      await page.goto(new URL(path, shop.url).href);
      await page.waitForLoadState('networkidle');
      expect(await oddLinks(page), path).toEqual([]);
    }
    expect(seen).toEqual([]);
  },
);

test('E2 control: the same watch sees a script that does run', FULL_TIER, async ({ page }) => {
  const seen = await watch(page);
  await page.route('http://plain.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<p>${PAYLOADS[2]}</p>` }),
  );
  await page.goto('http://plain.example/');
  await expect.poll(() => seen).toContain('dialog 1');
});
