import type { Page } from '@playwright/test';
import { LANGUAGES } from '#shared/core/language.ts';
import { lastInGate } from './cases.ts';
import { expect, holdCalls, test } from './fixtures.ts';
import { CARDS, MIAMI, NEW_YORK, shopper, watchCalls } from './shop-page.ts';

test.use({ allowConsole: [/Failed to load resource/] });

/** Rates of which two are dearer and not sooner than another. */
const RATES = [
  ['0', '8.45', 'USPS', 'Ground Advantage', '2026-12-07'],
  ['1', '8.95', 'UPS', 'Ground Saver', '2026-12-08'],
  ['2', '9.10', 'UPS', 'Ground', '2026-12-04'],
  ['3', '12.95', 'USPS', 'Priority Mail', '2026-12-03'],
  ['4', '19.00', 'UPS', '2nd Day Air', '2026-12-03'],
  ['5', '38.20', 'FedEx', 'Standard Overnight', '2026-12-01'],
] as const;

async function answerRates(page: Page): Promise<void> {
  await page.route('**/api/shipping-rates', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    const [first] = body.rates;
    const rates = RATES.map(([rateId, amount, carrier, name, arrives_by]) => {
      return { ...first, rateId, amount, carrier, servicelevel: { name }, arrives_by };
    });
    await route.fulfill({ json: { ...body, rates } });
  });
}

for (const language of lastInGate(LANGUAGES)) {
  test.describe(`rates on a phone: ${language}`, () => {
    test.use({ viewport: { width: 375, height: 812 }, locale: `${language}-US` });

    test('four of them at most, the day first, the cheapest chosen, and the button in view', async ({ page }) => {
      await answerRates(page);
      const me = shopper(page, language);
      await me.goToRates(NEW_YORK);
      const rows = page.locator('label', { has: page.getByRole('radio') });
      const days =
        language === 'es'
          ? ['lun, 7 (de )?dic', 'vie, 4 (de )?dic', 'jue, 3 (de )?dic', 'mar, 1 (de )?dic']
          : ['Mon, Dec 7', 'Fri, Dec 4', 'Thu, Dec 3', 'Tue, Dec 1'];
      await expect(rows).toHaveCount(days.length);
      for (const [index, day] of days.entries()) await expect(rows.nth(index)).toHaveText(new RegExp(`^${day}`, 'i'));
      await expect(rows.first()).toContainText('USPS');
      await expect(rows.first()).toContainText('$8.45');
      await expect(page.getByRole('radio').first()).toBeChecked();
      await expect(me.button(me.t.checkout_continue)).toBeInViewport({ ratio: 1 });
      await expect(rows.last()).toBeInViewport({ ratio: 1 });
      const [card, row] = await Promise.all([page.locator('fieldset').boundingBox(), rows.first().boundingBox()]);
      expect(row?.width).toBe(card?.width);
      await page.screenshot({ path: test.info().outputPath(`rates-${language}.png`) });
    });
  });
}

for (const language of lastInGate(LANGUAGES)) {
  test.describe(`Back and Forward: ${language}`, () => {
    test.use({ viewport: { width: 375, height: 812 }, locale: `${language}-US` });

    test('lead through the steps and back to the same payment, and lose nothing', async ({ page }) => {
      const me = shopper(page, language);
      const starts = watchCalls(page, '/api/create-payment-intent');
      await page.goto('/about');
      await me.goToRates(MIAMI, 2);
      await page.getByRole('radio').last().check();
      await me.button(me.t.checkout_continue).click();
      await expect(me.cardNumber).toBeVisible();
      const secret = await me.clientSecret();

      await page.goBack();
      await expect(me.heading(me.t.checkout_shipping_heading)).toBeFocused();
      await expect(page.getByRole('radio').last()).toBeChecked();
      await page.goBack();
      await expect(me.heading(me.t.checkout_address_heading)).toBeFocused();
      await expect(page.getByLabel(me.t.checkout_city)).toHaveValue('Miami');
      await page.goBack();
      await expect(me.heading(me.t.shop_intro_heading)).toBeVisible();
      expect(await me.cart()).toHaveLength(1);
      expect(page.url()).toMatch(/\/shop$/);

      await page.goForward();
      await expect(page.getByLabel(me.t.checkout_city)).toHaveValue('Miami');
      await page.reload();
      await expect(page.getByLabel(me.t.checkout_city)).toHaveValue('Miami');
      await page.goForward();
      await expect(page.getByRole('radio').last()).toBeChecked();
      await page.goForward();
      await expect(me.cardNumber).toBeVisible();
      expect(await me.clientSecret()).toBe(secret);
      await me.pay(CARDS.good);
      const number = await me.seeOrder();
      expect(starts.bodies).toHaveLength(1);

      // The order replaces the shop's history entry: Back leads to no step of the finished checkout.
      await page.goBack();
      await expect(page).toHaveURL(/about/);
      await page.goForward();
      expect(await me.seeOrder()).toBe(number);
    });
  });
}

test('a payment that is under way is not left by Back, and there is no second one', async ({ page }) => {
  const me = shopper(page);
  const starts = watchCalls(page, '/api/create-payment-intent');
  const pays = watchCalls(page, '/api/sandbox-payments/.*/confirm');
  const answer = await holdCalls(page, '**/api/sandbox-payments/*/confirm');
  await me.goToPayment(NEW_YORK);
  await me.pay(CARDS.good);
  for (let press = 0; press < 3; press++) {
    await page.evaluate(() => history.back());
    await expect.poll(() => page.evaluate(() => history.state?.checkoutDepth)).toBe(3);
    await expect(me.heading(me.t.checkout_payment_heading)).toBeVisible();
  }
  answer();
  await me.seeOrder();
  expect([starts.bodies.length, pays.bodies.length]).toEqual([1, 1]);
});

test('what the steps’ own buttons do is in the history too', async ({ page }) => {
  const me = shopper(page);
  await page.goto('/about');
  await me.goToPayment(NEW_YORK);
  await page.getByRole('button', { name: me.t.checkout_change_shipping }).click();
  await expect(me.heading(me.t.checkout_shipping_heading)).toBeFocused();
  await page.getByRole('button', { name: me.t.checkout_change_address }).click();
  await page.getByLabel(me.t.checkout_address_line1, { exact: true }).fill('20 West 34th Street');
  // The rates were for another address.
  await page.evaluate(() => history.forward());
  await expect.poll(() => page.evaluate(() => history.state?.checkoutDepth)).toBe(1);
  await expect(page.getByLabel(me.t.checkout_address_line1, { exact: true })).toHaveValue('20 West 34th Street');
  await me.button(me.t.checkout_calculate).click();
  await page.route('**/api/create-payment-intent', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
  await me.button(me.t.checkout_continue).click();
  await expect(me.alert.filter({ hasText: me.t.checkout_session_failed })).toBeFocused();
  await expect.poll(() => page.evaluate(() => history.state?.checkoutDepth)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL(/about/);
});

test('another page and back again: the step is there, and Back leads from it', async ({ page }) => {
  const me = shopper(page);
  await me.goToRates(NEW_YORK);
  await page.getByRole('navigation').getByRole('link', { name: 'About' }).first().click();
  await expect(page).toHaveURL(/about/);
  await page.getByRole('navigation').getByRole('link', { name: 'Shop' }).first().click();
  await expect(me.heading(me.t.checkout_shipping_heading)).toBeVisible();
  await page.goBack();
  await expect(me.heading(me.t.checkout_address_heading)).toBeVisible();
  await page.goForward();
  await expect(me.heading(me.t.checkout_shipping_heading)).toBeVisible();
});

test('a ZIP code fills city and state; what was typed stays', async ({ page }) => {
  const me = shopper(page);
  await me.startCheckout();
  const zip = page.getByLabel(me.t.checkout_zip);
  const city = page.getByLabel(me.t.checkout_city);
  const state = page.getByLabel(me.t.checkout_state);
  await zip.fill('33132');
  await expect(city).toHaveValue('Miami');
  await expect(state).toHaveValue('FL');
  await zip.fill('10118');
  await expect(city).toHaveValue('New York');
  await expect(state).toHaveValue('NY');
  // After a reload, a city filled in from a ZIP code still does not count as typed.
  await page.reload();
  await zip.fill('90210');
  await expect(city).toHaveValue('Beverly Hills');
  await expect(state).toHaveValue('CA');
  await city.fill('Manhattan');
  await zip.fill('33010');
  await expect(state).toHaveValue('FL');
  await expect(city).toHaveValue('Manhattan');
});

for (const language of lastInGate(LANGUAGES)) {
  test.describe(`the address on this device: ${language}`, () => {
    test.use({ viewport: { width: 375, height: 812 }, locale: `${language}-US` });

    test('is kept when asked for, fills the next form, and one press forgets it', async ({ page }) => {
      const me = shopper(page, language);
      const box = page.getByRole('checkbox', { name: me.t.checkout_remember });
      const anew = async () => {
        await page.evaluate(() => sessionStorage.clear());
        await me.startCheckout();
      };
      await me.goToRates(MIAMI);
      await anew();
      await expect(page.getByLabel(me.t.checkout_city)).toHaveValue('');
      await me.fillAddress(MIAMI);
      await box.check();
      await me.button(me.t.checkout_calculate).click();
      await expect(me.heading(me.t.checkout_shipping_heading)).toBeFocused();
      await anew();
      await expect(page.getByLabel(me.t.checkout_full_name)).toHaveValue('Yolanda Pérez');
      await expect(page.getByLabel(me.t.checkout_city)).toHaveValue('Miami');
      await expect(box).toBeChecked();
      await box.uncheck();
      expect(await page.evaluate(() => localStorage.getItem('remembered'))).toBe('null');
      await anew();
      await expect(page.getByLabel(me.t.checkout_full_name)).toHaveValue('');
    });
  });
}

for (const [width, height] of [
  [375, 812],
  [1440, 900],
] as const) {
  test(`nothing shifts from the address to the thanks when each answer takes a second: ${width} wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
          if (!entry.hadRecentInput) Object.assign(window, { moved: entry.value });
      }).observe({ type: 'layout-shift', buffered: true });
    });
    // A shift within half a second of a press counts as expected.
    for (const call of ['shipping-rates', 'create-payment-intent', 'sandbox-payments/*/confirm'])
      await page.route(`**/api/${call}`, async (route) => {
        await new Promise((done) => setTimeout(done, 1000));
        await route.continue();
      });
    const me = shopper(page);
    await me.goToPayment(MIAMI);
    await me.pay(CARDS.good);
    await me.seeOrder();
    expect(await page.evaluate(() => (window as unknown as { moved?: number }).moved ?? 0)).toBe(0);
  });
}
