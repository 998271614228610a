import type { Page } from '@playwright/test';
import { brandContent } from '#shared/catalogue/brand-products.ts';
import type { Product } from '#shared/catalogue/products.ts';
import { productPath } from '#shared/content/page-address.ts';
import { LANGUAGES } from '#shared/core/language.ts';
import { axeOf } from './axe.ts';
import { lastInGate } from './cases.ts';
import { expect, holdCalls, test } from './fixtures.ts';
import { CARDS, NEW_YORK, shopper, watchCalls } from './shop-page.ts';

/* The wallets' twin in the sandbox; e2e/stripe.spec.ts has the same with Stripe's element. */

test.use({ allowConsole: [/Failed to load resource/] });

const [box] = brandContent().products as [Product];

/** A shopper with the test wallet. */
function walletOf(page: Page, language: 'en' | 'es' = 'en') {
  const me = shopper(page, language);
  const sheet = page.getByRole('dialog', { name: me.t.checkout_express_sandbox_heading });
  const pay = sheet.getByRole('button', { name: /^(Pay|Pagar) \$/ });
  return {
    ...me,
    sheet,
    pay,
    starts: watchCalls(page, '/api/create-payment-intent'),
    confirms: watchCalls(page, '/api/sandbox-payments/.*/confirm'),
    decline: sheet.getByRole('button', { name: me.t.checkout_express_sandbox_decline }),
    rate: (index: number) =>
      sheet.getByRole('group', { name: me.t.checkout_shipping_heading }).getByRole('radio').nth(index),
    async open(boxes = 1) {
      await me.startCheckout(boxes);
      await me.button(me.t.checkout_express_sandbox).click();
      await expect(pay).toBeVisible();
    },
    async openFromCart() {
      await me.open();
      await me.add(1);
      await me.openCart();
      await expect(me.button(me.t.checkout_express_sandbox)).toBeVisible();
      await page.screenshot({ path: test.info().outputPath('cart.png') });
      await me.button(me.t.checkout_express_sandbox).click();
      await expect(pay).toBeVisible();
    },
    choose: (city: string) => sheet.getByRole('radio', { name: new RegExp(city) }).check(),
    total: async () => (await pay.textContent())?.replace(/^\D+/, '') ?? '',
  };
}

for (const language of lastInGate(LANGUAGES)) {
  test.describe(`a wallet: ${language}`, () => {
    test.use({ viewport: { width: 375, height: 812 }, locale: `${language}-US` });

    test('pays in three presses, with its own address and what its sheet has shown', async ({ page }) => {
      const me = walletOf(page, language);
      await me.open();
      await page.evaluate(() => Promise.all(document.getAnimations().map((each) => each.finished)));
      expect((await axeOf(page).analyze()).violations.map(({ id }) => id)).toEqual([]);
      await page.screenshot({ path: test.info().outputPath(`sheet-${language}.png`) });
      const total = await me.total();
      await me.pay.click();
      await me.seeOrder();
      expect(await me.cart()).toEqual([]);
      expect(me.starts.bodies).toMatchObject([
        { addressData: { fullName: 'Yolanda Pérez', city: 'Miami', zipCode: '33132', preferredLanguage: language } },
      ]);
      await page.getByRole('link', { name: me.t.checkout_done_status }).click();
      await expect(page.getByText('Miami, FL')).toBeVisible();
      await expect(page.getByText(total).first()).toBeVisible();
    });

    test('pays from a product’s page in three presses', async ({ page }) => {
      const me = walletOf(page, language);
      await page.goto(`${productPath(box, language)}?lang=${language}`);
      await page.getByRole('button', { name: me.t.shop_add_to_cart }).filter({ visible: true }).first().click();
      await me.button(me.t.checkout_express_sandbox).click();
      await me.pay.click();
      await me.seeOrder();
      expect(await me.cart()).toEqual([]);
    });

    test('shows its buttons above the address form without a shift of the page', async ({ page }) => {
      const me = walletOf(page, language);
      const answer = await holdCalls(page, '**/api/payment-provider');
      await me.startCheckout();
      const top = async () => (await me.heading(me.t.checkout_address_heading).boundingBox())?.y;
      const before = await top();
      answer();
      await expect(me.button(me.t.checkout_express_sandbox)).toBeVisible();
      expect(await top()).toBe(before);
      await page.screenshot({ path: test.info().outputPath(`address-${language}.png`), fullPage: true });
    });
  });
}

test('another address in the wallet has its own rates, and another rate its own total', async ({ page }) => {
  const me = walletOf(page);
  await me.open(2);
  const inFlorida = await me.total();
  await me.choose('New York');
  await expect(me.pay).not.toContainText(inFlorida);
  const cheapest = await me.total();
  await me.rate(1).check();
  await expect(me.pay).not.toContainText(cheapest);
  const total = await me.total();
  const answer = page.waitForResponse('**/api/create-payment-intent');
  await me.pay.click();
  const { charge } = await (await answer).json();
  expect(`$${charge.totalAmount}`).toBe(`$${total.replace('$', '')}`);
  await me.seeOrder();
  expect(me.starts.bodies).toMatchObject([{ addressData: { city: 'New York', state: 'NY' } }]);
});

test('an address that nothing is shipped to is refused in the sheet, and the page says why', async ({ page }) => {
  const me = walletOf(page);
  await me.open();
  await me.choose('Toronto');
  await expect(me.sheet.getByRole('alert')).toHaveText(me.t.checkout_express_sandbox_refused);
  await expect(me.pay).toHaveCount(0);
  await me.sheet.getByRole('button', { name: me.t.checkout_express_sandbox_close }).click();
  await expect(me.alert).toHaveText(me.t.checkout_zip_abroad);
  expect(me.starts.bodies).toEqual([]);

  // The server's own refusal of an address has the same effect, with its message.
  const message = 'We do not ship to this ZIP code.';
  await page.route('**/api/shipping-rates', (route) => route.fulfill({ status: 400, json: { message } }));
  await me.button(me.t.checkout_express_sandbox).click();
  await expect(me.sheet.getByRole('alert')).toHaveText(me.t.checkout_express_sandbox_refused);
  await page.keyboard.press('Escape');
  await expect(me.alert).toHaveText(message);
  await page.unroute('**/api/shipping-rates');

  await test.step('a closed sheet leaves nothing: cart, form and shop are as before (B4)', async () => {
    await me.button(me.t.checkout_express_sandbox).click();
    await me.choose('New York');
    await expect(me.pay).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(me.sheet).toHaveCount(0);
    await expect(me.button(me.t.checkout_express_sandbox)).toBeFocused();
    await expect(page.getByLabel(me.t.checkout_city)).toHaveValue('');
    expect([await me.cart(), me.starts.bodies]).toEqual([[{ id: 'box40', quantity: 1 }], []]);
    await page.reload();
    await expect(page.getByLabel(me.t.checkout_full_name)).toHaveValue('');
    await me.fillAddress(NEW_YORK);
    await me.button(me.t.checkout_calculate).click();
    await expect(me.heading(me.t.checkout_shipping_heading)).toBeFocused();
  });
});

test('a declined wallet says so; the same payment is paid by wallet or card (P17)', async ({ page }) => {
  const me = walletOf(page);
  await me.open();
  await me.decline.click();
  await expect(me.heading(me.t.checkout_payment_heading)).toBeVisible();
  await expect(me.alert.filter({ hasText: 'Your card was declined.' })).toBeVisible();
  await expect(me.toast(me.t.shop_payment_error)).toBeVisible();
  const secret = await me.clientSecret();
  await page.goBack();
  await page.goBack();
  await me.button(me.t.checkout_express_sandbox).click();
  await me.decline.click();
  await expect(me.cardNumber).toBeVisible();
  expect(await me.clientSecret()).toBe(secret);
  await me.fillCard(CARDS.good);
  await page.locator('form button[type=submit]').click();
  await me.seeOrder();
  expect(await me.cart()).toEqual([]);
});

test('another total than the sheet’s is not paid: the page shows it first (N15, N22)', async ({ page }) => {
  const me = walletOf(page);
  await me.open();
  const shown = await me.total();
  // The rates of the whole address are dearer than those of the place.
  await page.route('**/api/shipping-rates', async (route) => {
    const body = await (await route.fetch()).json();
    const rates = body.rates.map((rate: { amount: string }) => ({
      ...rate,
      amount: (Number(rate.amount) + 1).toFixed(2),
    }));
    await route.fulfill({ json: { ...body, rates } });
  });
  await me.pay.click();
  await expect(me.heading(me.t.checkout_shipping_heading)).toBeVisible();
  await expect(me.toast(me.t.checkout_express_changed_title)).toBeVisible();
  await expect(page.getByText(shown, { exact: true })).toHaveCount(0);
  expect([me.starts.bodies, me.confirms.bodies]).toEqual([[], []]);
});

test('a wallet’s payment is not left by Back; a reload follows it to its order (P15)', async ({ page }) => {
  const me = walletOf(page);
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/sandbox-payments/*/confirm', async (route) => {
    const reply = await route.fetch();
    await held;
    await route.fulfill({ response: reply }).catch(() => {});
  });
  await me.open();
  await me.pay.click();
  await expect.poll(() => page.evaluate(() => history.state?.checkoutDepth)).toBe(3);
  await page.evaluate(() => history.back());
  await expect.poll(() => page.evaluate(() => history.state?.checkoutDepth)).toBe(3);
  await expect(me.sheet).toBeVisible();
  await page.reload();
  answer();
  await me.seeOrder();
  expect([me.starts.bodies.length, me.confirms.bodies.length]).toEqual([1, 1]);
});

for (const [place, viewport] of [
  ['sheet', { width: 375, height: 812 }],
  ['sidebar', { width: 1440, height: 900 }],
] as const) {
  test.describe(`in the cart’s ${place}`, () => {
    test.use({ viewport });

    test('two presses pay; a decline is shown in the payment step', async ({ page }) => {
      const me = walletOf(page);
      await me.openFromCart();
      await me.decline.click();
      await expect(me.alert.filter({ hasText: 'Your card was declined.' })).toBeVisible();
      await expect(me.heading(me.t.checkout_payment_heading)).toBeVisible();
      for (let step = 0; step < 3; step++) await page.goBack();
      await me.openCart();
      // In the sidebar the wallets come with an added box: the checkout button never moves under the pointer.
      if (place === 'sidebar') await me.add(1);
      await me.button(me.t.checkout_express_sandbox).click();
      await me.pay.click();
      await me.seeOrder();
      expect(await me.cart()).toEqual([]);
      expect(me.confirms.bodies).toHaveLength(2);
    });
  });
}

test.describe('in a low window', () => {
  test.use({ viewport: { width: 1280, height: 640 } });

  test('the checkout button of the sidebar stays where it is when the pointer comes', async ({ page }) => {
    const me = shopper(page);
    await me.open();
    await me.add(1);
    await page.reload();
    const button = me.button(me.t.shop_checkout);
    await expect(button).toBeVisible();
    const before = await button.boundingBox();
    const code = page.waitForResponse(/checkout.*\.js$/);
    await button.hover();
    await code;
    expect(await button.boundingBox()).toEqual(before);
    await button.click();
    await expect(me.heading(me.t.checkout_address_heading)).toBeFocused();
  });
});

test('in another page’s cart the payment ends in the shop, a closed sheet there', async ({ page }) => {
  const me = walletOf(page);
  await me.open();
  await page.keyboard.press('Escape');
  await page.goto('/about');
  const open = async () => {
    await page.getByRole('button', { name: /^Cart/ }).click();
    await me.button(me.t.checkout_express_sandbox).click();
    await expect(me.pay).toBeVisible();
  };
  await open();
  await me.sheet.getByRole('button', { name: me.t.checkout_express_sandbox_close }).click();
  await expect(page).toHaveURL(/about/);
  expect(me.starts.bodies).toEqual([]);
  await me.button(me.t.checkout_express_sandbox).click();
  await me.pay.click();
  await me.seeOrder();
  await expect(page).toHaveURL(/shop$/);
});
