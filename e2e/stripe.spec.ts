import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import enErrors from '#brand/texts/en/errors.json' with { type: 'json' };
import esSite from '#brand/texts/es/site.json' with { type: 'json' };
import { LANGUAGES } from '#shared/core/language.ts';
import { findSecrets } from '#test/log-secrets.ts';
import { StripeStandIn } from '#test/stand-ins/stripe.ts';
import { lastInGate } from './cases.ts';
import { test as base, expect, holdCalls, startShop } from './fixtures.ts';
import { CARDS, MIAMI, NEW_YORK, shopper, texts, watchCalls } from './shop-page.ts';

/** The shop with Stripe's keys; Stripe's API and browser script are stand-ins, everything between is real. */
const test = base.extend<{ routes: undefined }, { stripe: StripeStandIn }>({
  stripe: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's form
    async ({}, use) => {
      const stripe = await StripeStandIn.start();
      await use(stripe);
      await stripe.close();
    },
    { scope: 'worker' },
  ],
  shop: [
    async ({ stripe }, use) => {
      const shop = await startShop({ ...stripe.env(), SWEEP_SECONDS: '3600', LOG_LEVEL: 'debug' });
      await use(shop);
      await shop.stop();
      expect(findSecrets(shop.output().split('\n'))).toEqual([]);
    },
    { scope: 'worker' },
  ],
  routes: [
    async ({ page, stripe }, use) => {
      await routeStripe(page, stripe);
      stripe.onEvent = () => {};
      await use(undefined);
    },
    { auto: true },
  ],
});

/** The same labels as the shop's own card form, so that one helper fills both. */
const labels = Object.fromEntries(
  LANGUAGES.map((language) => {
    const { checkout_card_number, checkout_card_expiry, checkout_card_cvc } = texts[language];
    return [language, [checkout_card_number, checkout_card_expiry, checkout_card_cvc]];
  }),
);
const SCRIPT = readFileSync(new URL('../test/stand-ins/stripe-browser.js', import.meta.url), 'utf8');
const BODY = `window.stripeStandInLabels = ${JSON.stringify(labels)};\n${SCRIPT}`;

async function routeStripe(page: Page, stripe: StripeStandIn): Promise<void> {
  await page.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: BODY }),
  );
  await page.route('https://api.stripe.com/**', async (route) => {
    const url = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: `${stripe.url}${url.pathname}${url.search}` }) });
  });
  // The bank's own page, with its outcomes as links back to the shop.
  await page.route('https://hooks.stripe.com/redirect/*', (route) => {
    const id = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
    const link = (outcome: 'succeeded' | 'failed' | 'processing', text: string) =>
      `<p><a href="https://hooks.stripe.com/finish/${id}/${outcome}">${text}</a></p>`;
    return route.fulfill({
      contentType: 'text/html',
      body: `<title>Bank</title>${link('succeeded', 'Complete')}${link('failed', 'Fail')}${link('processing', 'Wait')}`,
    });
  });
  await page.route('https://hooks.stripe.com/finish/*/*', (route) => {
    const [, , id = '', outcome] = new URL(route.request().url()).pathname.split('/');
    const location = stripe.finish(id, outcome === 'succeeded' || outcome === 'processing' ? outcome : 'failed');
    return route.fulfill({ status: 302, headers: { location } });
  });
}

test.use({ allowConsole: [/Failed to load resource|test: Stripe broke/] });

const paymentIdOf = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? '';

/** The payments that this test has started, as Stripe stores them. */
function paymentsSince(stripe: StripeStandIn, before: number) {
  return [...stripe.intents.values()].slice(before);
}

test('pays by card in the Payment Element and opens the order’s own page (N3)', async ({ page, stripe }) => {
  const before = stripe.intents.size;
  const me = shopper(page);
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await me.open();
  await me.add(1);
  // Nothing from Stripe is loaded before the checkout opens.
  expect(scripts.filter((url) => url.includes('stripe.com'))).toEqual([]);
  await me.goToRates(NEW_YORK, 0);
  await me.chooseRate();
  await expect(page.getByText('Yolanda Pérez · 10118')).toBeVisible();
  await me.pay(CARDS.good);
  const number = await me.seeOrder();
  expect(paymentsSince(stripe, before).map((intent) => intent.status)).toEqual(['succeeded']);
  await page.getByRole('link', { name: me.t.checkout_done_status }).click();
  await expect(page.getByRole('heading', { level: 1, name: /#\d{4,}$/ })).toBeVisible();
  await expect(page.getByText(number).first()).toBeVisible();
  await expect(page.getByText('New York, NY')).toBeVisible();
  await expect(page.getByText(texts.en.order_text_pending)).toBeVisible();
  expect(await page.textContent('main')).not.toContain('Yolanda');
});

test('a declined card says so in the page’s language; a good one pays it (P17)', async ({ page, stripe }) => {
  const before = stripe.intents.size;
  // In the language of the page, in a browser that is in English.
  await page.addInitScript(() => localStorage.setItem('lang', 'es'));
  const me = shopper(page, 'es');
  await me.goToPayment(NEW_YORK);
  await me.pay(CARDS.declined);
  await expect(me.alert.filter({ hasText: 'Su tarjeta fue rechazada.' })).toBeVisible();
  await expect(me.toast(me.t.shop_payment_error)).toBeVisible();
  await me.pay(CARDS.good);
  await me.seeOrder();
  expect(paymentsSince(stripe, before).map((intent) => intent.status)).toEqual(['succeeded']);
});

test('a lost confirm: the webhook makes the order, asking shows it (P3, P22)', async ({ page, stripe, shop }) => {
  let isLost = true;
  await page.route('**/api/confirm-order', (route) => (isLost ? route.abort() : route.fallback()));
  const delivered: Promise<number[]>[] = [];
  stripe.onEvent = (event) => void delivered.push(stripe.deliver(event, `${shop.url}/api/stripe/webhook`));
  const me = shopper(page);
  await me.goToPayment(NEW_YORK);
  await me.pay(CARDS.good);
  await expect(me.toast(me.t.checkout_order_error_title)).toBeVisible();
  expect((await Promise.all(delivered)).map((statuses) => statuses.at(-1))).toEqual(delivered.map(() => 200));
  isLost = false;
  await me.button(me.t.checkout_check_order).click();
  await me.seeOrder();
  expect(await me.cart()).toEqual([]);
});

test('money that fits no checkout is never called "not completed" after a return (P9)', async ({ page, stripe }) => {
  const me = shopper(page);
  await me.goToPayment(NEW_YORK);
  stripe.intent(paymentIdOf(await me.clientSecret())).amount += 1;
  await me.pay(CARDS.asks);
  await page.getByRole('link', { name: 'Complete' }).click();
  await expect(me.alert.filter({ hasText: enErrors.amount_mismatch })).toBeVisible();
  await expect(page.getByText(me.t.checkout_notice_not_completed)).toHaveCount(0);
  await expect(me.cardNumber).toHaveCount(0);
});

test('a confirm that is answered with an error leaves the payment unchecked, not unpaid (P22)', async ({ page }) => {
  const me = shopper(page);
  await me.goToPayment(NEW_YORK);
  await me.pay(CARDS.asks);
  for (const status of [400, 404, 429, 503]) {
    await test.step(`${status}`, async () => {
      await page.route('**/api/confirm-order', (route) => route.fulfill({ status, body: '{}' }), { times: 1 });
      const answered = page.waitForResponse('**/api/confirm-order');
      await page.getByRole('link', { name: 'Complete' }).or(me.button(me.t.checkout_check_again)).click();
      await answered;
      await expect(page.getByText(me.t.checkout_notice_unchecked)).toBeVisible();
      await expect(me.cardNumber).toHaveCount(0);
    });
  }
  await me.button(me.t.checkout_check_again).click();
  await me.seeOrder();
});

for (const language of lastInGate(['en', 'es'])) {
  test.describe(`3-D Secure in ${language}`, () => {
    test.use({ locale: language === 'es' ? 'es-US' : 'en-US', allowConsole: [/Failed to load resource/] });

    test('redirects, comes back with a clean address, and finishes (P15, P16)', async ({ page, stripe }) => {
      const before = stripe.intents.size;
      const me = shopper(page, language);
      await me.goToPayment(NEW_YORK);
      await me.pay(CARDS.asks);
      await page.getByRole('link', { name: 'Fail' }).click();
      await expect(page.getByText(me.t.checkout_notice_not_completed).first()).toBeVisible();
      expect(new URL(page.url()).search).toBe('');
      await page.goBack();
      await expect(me.heading(me.t.checkout_shipping_heading)).toBeFocused();
      await page.goForward();
      await me.pay(CARDS.asks);
      await page.getByRole('link', { name: 'Complete' }).click();
      await me.seeOrder();
      expect(page.url()).not.toContain('secret');
      expect(new URL(page.url()).pathname).toBe('/shop');
      expect(paymentsSince(stripe, before).map((intent) => intent.status)).toEqual(['succeeded']);
    });
  });
}

/** The script throws at the place and in the tab that the test chooses. */
const BROKEN = `${BODY}
{
  const make = window.Stripe;
  const breakAt = (place) => {
    if (sessionStorage.getItem('broken') === place) throw new Error('test: Stripe broke');
  };
  window.Stripe = Object.assign((...args) => {
    const stripe = make(...args);
    const { elements } = stripe;
    stripe.elements = (options) => {
      breakAt('elements');
      const own = elements(options);
      const { create } = own;
      own.create = (...rest) => {
        breakAt('create');
        const element = create(...rest);
        const { mount } = element;
        element.mount = function (parent) {
          breakAt('mount');
          return mount.call(this, parent);
        };
        return element;
      };
      return own;
    };
    return stripe;
  }, make);
}`;

test('a script that is blocked or throws is said; once it works, it pays (S11)', async ({ page, stripe }) => {
  const before = stripe.intents.size;
  let isBlocked = true;
  await page.route('https://js.stripe.com/**', (route) =>
    isBlocked ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: BROKEN }),
  );
  const me = shopper(page);
  await me.goToRates(NEW_YORK);
  await me.chooseRate();
  const error = me.alert.filter({ hasText: me.t.checkout_card_blocked });
  await expect(error).toBeVisible();
  isBlocked = false;
  for (const place of ['elements', 'create', 'mount']) {
    await test.step(place, async () => {
      await page.evaluate((where) => sessionStorage.setItem('broken', where), place);
      await me.button(me.t.shop_try_again).click();
      await expect(error).toBeVisible();
      await expect(me.heading(me.t.checkout_payment_heading)).toBeVisible();
      await page.reload();
      await expect(error).toBeVisible();
      expect(await me.cart()).toEqual([{ id: 'box40', quantity: 1 }]);
    });
  }
  await page.evaluate(() => sessionStorage.removeItem('broken'));
  await me.button(me.t.shop_try_again).click();
  await me.pay(CARDS.good);
  await me.seeOrder();
  expect(paymentsSince(stripe, before).map((intent) => intent.status)).toEqual(['succeeded']);
});

/** Sends the last event of a payment to the shop. */
async function deliverLast(stripe: StripeStandIn, id: string, shopUrl: string): Promise<void> {
  const event = stripe.eventsOf(id).at(-1);
  if (!event) throw new Error('no event');
  expect(await stripe.deliver(event, `${shopUrl}/api/stripe/webhook`)).toEqual([200]);
}

/** The browser never learns of the order: its tab is closed before the shop answers. */
async function payAndCloseTab(page: Page, stripe: StripeStandIn, shopUrl: string): Promise<string> {
  await page.route('**/api/confirm-order', () => {});
  const me = shopper(page);
  await me.goToPayment(NEW_YORK);
  const id = paymentIdOf(await me.clientSecret());
  await me.pay(CARDS.good);
  await expect.poll(() => stripe.intent(id).status).toBe('succeeded');
  await page.close();
  await deliverLast(stripe, id, shopUrl);
  return id;
}

test('a closed tab’s payment is not repeated: the next visit shows its order (P3)', async ({
  page,
  context,
  stripe,
  shop,
}) => {
  const id = await payAndCloseTab(page, stripe, shop.url);
  const next = await context.newPage();
  await routeStripe(next, stripe);
  const me = shopper(next);
  await me.goToRates(NEW_YORK, 0);
  await me.chooseRate();
  await expect(me.heading(me.t.checkout_earlier_heading)).toBeFocused();
  await expect(next.getByText(me.t.checkout_earlier_text)).toBeVisible();
  const answer = await next.request.post('/api/confirm-order', { data: { paymentIntentId: id } });
  const { orderNumber } = await answer.json();
  await expect(next.getByText(orderNumber, { exact: true })).toBeVisible();
  expect(await me.cart()).toEqual([]);
  await me.button(me.t.checkout_done_again).click();
  await me.goToPayment(NEW_YORK);
  await me.pay(CARDS.good);
  expect(await me.seeOrder()).not.toBe(orderNumber);
});

test('a restored step of a canceled or paid payment says so (P14, P24)', async ({ page, stripe }) => {
  const me = shopper(page);
  await me.goToPayment(NEW_YORK);
  stripe.cancel(paymentIdOf(await me.clientSecret()));
  await page.reload();
  await expect(me.alert.filter({ hasText: me.t.checkout_payment_canceled })).toBeVisible();
  expect(await me.cart()).toHaveLength(1);
  await me.goToPayment(NEW_YORK, 0);
  // As if another tab had paid.
  stripe.confirm(paymentIdOf(await me.clientSecret()));
  await page.reload();
  await me.seeOrder();
  expect(await me.cart()).toEqual([]);
});

test('the page of the sandbox is the 404 page with real cards, and stays so after hydration', async ({ page }) => {
  const answer = await page.goto('/sandbox-payment');
  expect(answer?.status()).toBe(404);
  await shopper(page).turnTo('es');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(page.locator('main h1')).toHaveText(esSite.not_found_heading);
});

test('the toggle in mid-payment turns the form and keeps the payment', async ({ page, stripe }) => {
  const before = stripe.intents.size;
  const me = shopper(page);
  await me.goToPayment(NEW_YORK);
  await me.fillCard(CARDS.good);
  await me.turnTo('es');
  const yo = shopper(page, 'es');
  await expect(page.locator('[data-stripe-stand-in]')).toHaveCount(1);
  await expect(page.locator('[data-stripe-stand-in="es"]')).toBeVisible();
  await expect(page.getByText('Yolanda Pérez · 10118')).toBeVisible();
  await yo.pay(CARDS.good);
  await yo.seeOrder();
  expect(paymentsSince(stripe, before).map((intent) => intent.status)).toEqual(['succeeded']);
});

/** The bank is processing the payment: the page starts no second one, and shows no error. */
async function expectProcessing(page: Page): Promise<void> {
  const me = shopper(page);
  await expect(page.getByText(me.t.checkout_notice_processing)).toBeVisible();
  await expect(me.cardNumber).toHaveCount(0);
  await expect(me.button(me.t.checkout_change_shipping)).toHaveCount(0);
  await expect(me.button(me.t.checkout_leave)).toHaveCount(0);
  await expect(me.alert).toHaveCount(0);
  await expect(me.toast(me.t.checkout_error_title)).toHaveCount(0);
}

test('a slow bank: no error, no second payment, and the order comes (P18)', async ({ page, context, stripe, shop }) => {
  const before = stripe.intents.size;
  const me = shopper(page);
  await me.goToPayment(NEW_YORK);
  const id = paymentIdOf(await me.clientSecret());
  await me.pay('4000000000000077');
  await expectProcessing(page);
  const next = await context.newPage();
  await routeStripe(next, stripe);
  const again = shopper(next);
  await again.goToRates(NEW_YORK, 0);
  await again.chooseRate();
  await expectProcessing(next);
  expect(paymentsSince(stripe, before)).toHaveLength(1);
  stripe.finish(id, 'succeeded');
  await deliverLast(stripe, id, shop.url);
  const answer = await page.request.post('/api/confirm-order', { data: { paymentIntentId: id } });
  expect(answer.status()).toBe(200);
  await me.button(me.t.checkout_check_again).click();
  await me.seeOrder();
  expect(await me.cart()).toEqual([]);
});

test('a slow bank after a redirect: a no reopens, a yes shows the order (P10, P18)', async ({
  page,
  context,
  stripe,
}) => {
  const before = stripe.intents.size;
  const me = shopper(page);
  await me.goToPayment(NEW_YORK);
  const id = paymentIdOf(await me.clientSecret());
  await me.pay(CARDS.asks);
  const wait = page.getByRole('link', { name: 'Wait' });
  await wait.waitFor();
  const back = stripe.finish(id, 'processing');
  await test.step('a tab that knows nothing of the payment calls it neither failed nor paid', async () => {
    const other = await context.newPage();
    await other.goto(back);
    const there = shopper(other);
    await expect(other.getByText(there.t.checkout_notice_unchecked)).toBeVisible();
    await expect(there.alert).toHaveCount(0);
    await expect(there.toast(there.t.checkout_error_title)).toHaveCount(0);
    await there.button(there.t.checkout_leave).click();
    await expect(there.heading(there.t.shop_intro_heading)).toBeVisible();
    expect(await there.cart()).toHaveLength(1);
    await other.close();
  });
  await page.goto(back);
  await expectProcessing(page);
  // It polls again; the confirmation comes after that.
  const asked = page.waitForResponse('**/api/confirm-order');
  await page.reload();
  await asked;
  await expectProcessing(page);
  stripe.finish(id, 'failed');
  await me.button(me.t.checkout_check_again).click();
  await expect(page.getByText(me.t.checkout_notice_not_completed).first()).toBeVisible();
  await me.pay(CARDS.asks);
  await wait.click();
  await expectProcessing(page);
  stripe.finish(id, 'succeeded');
  await me.button(me.t.checkout_check_again).click();
  await me.seeOrder();
  expect(paymentsSince(stripe, before)).toHaveLength(1);
});

/** Stripe's element with a wallet that has these addresses. */
const WALLET = {
  button: 'Apple Pay',
  buyer: { name: 'Yolanda Pérez', email: 'yolanda@example.com', phone: '+13055550100' },
  places: [
    { city: 'New York', state: 'NY', line1: NEW_YORK.addressLine1, postal_code: NEW_YORK.zipCode },
    { city: 'Miami', state: 'Florida', line1: MIAMI.addressLine1, postal_code: MIAMI.zipCode },
    { city: 'Toronto', state: 'ON', line1: '290 Bremner Blvd', postal_code: 'M5V 3L9', country: 'CA' },
  ].map((place) => ({ line2: null, country: 'US', ...place })),
};

async function openWallet(page: Page, boxes = 1) {
  await page.addInitScript((wallet) => Object.assign(window, { stripeStandInWallet: wallet }), WALLET);
  const me = shopper(page);
  const starts = watchCalls(page, '/api/create-payment-intent');
  await me.startCheckout(boxes);
  await me.button(WALLET.button).click();
  const sheet = page.getByRole('dialog', { name: 'Wallet' });
  const press = (name: string | RegExp) => sheet.getByRole('button', { name }).click();
  await expect(sheet.getByRole('button', { name: /^Pay \d/ })).toBeVisible();
  return { me, sheet, starts, press };
}

test('a wallet: address and rate change its sheet, charged to the cent (N15)', async ({ page, stripe }) => {
  const before = stripe.intents.size;
  const { me, sheet, press } = await openWallet(page, 2);
  const pay = sheet.getByRole('button', { name: /^Pay \d/ });
  await press('Miami');
  await expect(pay).toHaveText('Pay 3998');
  await sheet.getByRole('button', { name: /·/ }).nth(1).click();
  await expect(pay).not.toHaveText('Pay 3998');
  const shown = Number((await pay.textContent())?.slice('Pay '.length));
  await pay.click();
  await me.seeOrder();
  const paid = paymentsSince(stripe, before);
  expect(paid.map(({ status, amount }) => [status, amount])).toEqual([['succeeded', shown]]);
  expect(paid[0]?.shipping).toMatchObject({ name: 'Yolanda Pérez', address: { city: 'Miami', state: 'FL' } });
  expect(await me.cart()).toEqual([]);
});

test('a wallet: a place is refused; a decline is paid by card (P17)', async ({ page, stripe }) => {
  const before = stripe.intents.size;
  const { me, sheet, press } = await openWallet(page);
  await press('Toronto');
  await expect(sheet.getByText('Not served')).toBeVisible();
  await press('Close');
  await expect(me.alert).toHaveText(me.t.checkout_zip_abroad);
  await expect(page.getByLabel(me.t.checkout_city)).toHaveValue('');
  expect([await me.cart(), paymentsSince(stripe, before)]).toEqual([[{ id: 'box40', quantity: 1 }], []]);
  await page.reload();
  await me.button(WALLET.button).click();
  await press('Pay declined');
  await expect(me.alert.filter({ hasText: 'Your card was declined.' })).toBeVisible();
  await me.pay(CARDS.good);
  await me.seeOrder();
  expect(paymentsSince(stripe, before).map(({ status }) => status)).toEqual(['succeeded']);
});

test('a wallet: two presses are one payment (P13); another charge is not confirmed (N22)', async ({ page, stripe }) => {
  const before = stripe.intents.size;
  const { me, sheet, starts } = await openWallet(page);
  await sheet.getByRole('button', { name: /^Pay \d/ }).dblclick();
  await me.seeOrder();
  expect([starts.bodies.length, paymentsSince(stripe, before).length]).toEqual([1, 1]);

  await page.route('**/api/create-payment-intent', async (route) => {
    const body = await (await route.fetch()).json();
    const charge = { ...body.charge, tax: '1.00', totalAmount: (Number(body.charge.totalAmount) + 1).toFixed(2) };
    await route.fulfill({ json: { ...body, charge } });
  });
  await me.button(me.t.checkout_done_again).click();
  await me.startCheckout();
  await me.button(WALLET.button).click();
  await sheet.getByRole('button', { name: /^Pay \d/ }).click();
  await expect(page.getByText(me.t.checkout_notice_repriced)).toBeVisible();
  expect(paymentsSince(stripe, before).map(({ status }) => status)).toEqual(['succeeded', 'requires_payment_method']);
});

test.describe('in the cart’s sheet', () => {
  test.use({ viewport: { width: 375, height: 812 } });

  test('a wallet pays, and leaves the page to the bank’s own step while it does', async ({ page, stripe }) => {
    const before = stripe.intents.size;
    const answer = await holdCalls(page, 'https://api.stripe.com/**/confirm');
    await page.addInitScript((wallet) => Object.assign(window, { stripeStandInWallet: wallet }), WALLET);
    const me = shopper(page);
    await me.open();
    await me.add(1);
    await me.openCart();
    const cart = page.locator('dialog.cart-sheet');
    await expect(cart.and(page.locator(':modal'))).toHaveCount(1);
    await me.button(WALLET.button).click();
    await page.getByRole('button', { name: /^Pay \d/ }).click();
    await expect(cart.and(page.locator(':modal'))).toHaveCount(0);
    await expect(cart.and(page.locator('[open]'))).toHaveCount(1);
    answer();
    await me.seeOrder();
    expect(paymentsSince(stripe, before).map(({ status }) => status)).toEqual(['succeeded']);
  });
});

test('a wallet: none, or no script: no button and no space for it, and the form works (S11)', async ({ page }) => {
  const me = shopper(page);
  await me.startCheckout();
  await expect(page.getByText(me.t.checkout_express_or)).toHaveCount(0);
  await page.route('https://js.stripe.com/**', (route) => route.abort());
  await page.reload();
  await expect(page.getByText(me.t.checkout_express_or)).toHaveCount(0);
  await me.fillAddress(NEW_YORK);
  await me.button(me.t.checkout_calculate).click();
  await expect(me.heading(me.t.checkout_shipping_heading)).toBeFocused();
});
