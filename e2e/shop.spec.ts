import type { Page } from '@playwright/test';
import { LANGUAGES, type Language } from '#shared/core/language.ts';
import { brandShippingRules } from '#shared/shipping/rules.ts';
import { statesText } from '#shared/shipping/words.ts';
import { startPurchase } from './admin-fixtures.ts';
import { CASES, FULL_TIER, lastInGate } from './cases.ts';
import { fillSilently } from './fill-silently.ts';
import { expect, startShop, test } from './fixtures.ts';
import { CARDS, MIAMI, NEW_YORK, shopper, texts, watchCalls } from './shop-page.ts';

const inFreeStates = (text: string, language: Language) =>
  text.replace('{where}', statesText(brandShippingRules.free.states, language));
/** The browser's message about an answer that a test provokes. */
test.use({ allowConsole: [/Failed to load resource/] });

/** Serves the shop's page with another price of each box. */
const withPrice = (page: Page, cents: number) =>
  page.route('**/shop', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text())
      .replaceAll('$19.99', () => `$${(cents / 100).toFixed(2)}`)
      .replaceAll('"priceCents":1999', `"priceCents":${cents}`);
    await route.fulfill({ response: answer, body });
  });

for (const [language, width] of CASES) {
  test.describe(`${language}, ${width} wide`, () => {
    test.use({ locale: language === 'es' ? 'es-US' : 'en-US', viewport: { width, height: 812 } });

    test('buys one box to New York with paid shipping', async ({ page }) => {
      const me = shopper(page, language);
      const payments = watchCalls(page, '/api/create-payment-intent');
      await me.goToRates(NEW_YORK);
      await expect(page.getByText(me.t.checkout_free, { exact: true })).toHaveCount(0);
      await me.chooseRate();
      await expect(me.heading(me.t.checkout_payment_heading)).toBeFocused();
      const [started] = payments.bodies as { shippingData: { shippingCost: string } }[];
      const total = (19.99 + Number(started?.shippingData.shippingCost)).toFixed(2);
      expect(Number(total)).toBeGreaterThan(19.99);
      await expect(me.payButton).toHaveText(me.t.checkout_pay.replace('{amount}', `$${total}`));
      await me.pay(CARDS.good);
      await me.seeOrder();
      await expect(me.toast(me.t.checkout_success_title)).toBeVisible();
      await expect(page.getByText('yolanda@example.com')).toBeVisible();
      expect(await me.cart()).toEqual([]);
    });
  });
}

for (const language of lastInGate(LANGUAGES)) {
  test(`an order with free shipping is the same after a reload, and prints: ${language}`, async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await page.addInitScript((lang) => localStorage.setItem('lang', lang), language);
    const me = shopper(page, language);
    await me.goToRates(MIAMI, 2);
    await page.getByRole('radio', { name: me.t.checkout_free }).check();
    await me.button(me.t.checkout_continue).click();
    await expect(me.payButton).toHaveText(me.t.checkout_pay.replace('{amount}', '$39.98'));
    await me.pay(CARDS.good);
    const number = await me.seeOrder();
    const main = page.getByRole('main');
    const beginOf = (text: string) => text.split('{')[0] ?? '';
    const words = [
      number,
      me.t.checkout_done_email.replace('{email}', 'yolanda@example.com'),
      beginOf(me.t.checkout_next_ships_by),
      beginOf(me.t.checkout_next_arrives_by),
      ...['Yolanda Pérez', MIAMI.addressLine1, 'Miami, FL 33132', '2 × ', '$39.98'],
    ];
    for (const word of words) await expect(main).toContainText(word);
    const shown = await main.textContent();
    await page.reload();
    await expect(me.heading(me.t.checkout_done_heading)).toBeVisible();
    expect(await main.textContent()).toBe(shown);

    await page.emulateMedia({ media: 'print' });
    for (const word of words) await expect(main).toContainText(word);
    for (const role of ['banner', 'contentinfo', 'button'] as const) await expect(page.getByRole(role)).toHaveCount(0);
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await expect(main.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(0, 0, 0)');
    await page.emulateMedia({ media: 'screen' });

    await me.button(me.t.checkout_done_again).click();
    await expect(me.heading(me.t.shop_intro_heading)).toBeVisible();
    expect(await me.cart()).toEqual([]);
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toMatch(/Yolanda|Biscayne/);
  });
}

test.describe('the cart', () => {
  test('adding is confirmed in both languages, and the lines survive a reload and the toggle', async ({ page }) => {
    const me = shopper(page);
    await me.open();
    await me.add(1);
    await expect(me.toast('Added to cart!')).toBeVisible();
    await page.reload();
    await expect(page.getByText('$5.02 more for free shipping within Florida')).toBeVisible();
    await me.turnTo('es');
    await expect(me.heading(texts.es.shop_cart_heading)).toBeVisible();
    await shopper(page, 'es').add(1);
    await expect(me.toast('¡Agregado al carrito!')).toBeVisible();
    await expect(page.getByText(inFreeStates(texts.es.shop_meter_reached, 'es'))).toBeVisible();
  });

  test('never goes below 1, counts up, and removes a line', async ({ page }) => {
    const me = shopper(page);
    await me.open();
    await me.add(1);
    await page.getByRole('button', { name: /^Decrease quantity/ }).click({ force: true });
    expect(await me.cart()).toEqual([{ id: 'box40', quantity: 1 }]);
    await page.getByRole('button', { name: /^Increase quantity/ }).click();
    await expect(page.getByRole('complementary').getByText('$39.98').last()).toBeVisible();
    await page.getByRole('button', { name: /^Remove/ }).click();
    await expect(page.getByText(me.t.shop_cart_empty_heading)).toBeVisible();
    expect(await me.cart()).toEqual([]);
  });

  test('below the minimum order checkout is blocked with a toast', async ({ page }) => {
    const me = shopper(page);
    await withPrice(page, 49);
    await me.open();
    await me.add(1);
    await me.button(me.t.shop_checkout).click();
    await expect(me.toast('Minimum Order')).toBeVisible();
    await expect(me.toast('Minimum order amount is $0.50')).toBeVisible();
    await expect(me.heading(me.t.shop_intro_heading)).toBeVisible();
  });

  test('one press adds the other box, and the keyboard stays in the cart', async ({ page }) => {
    const me = shopper(page);
    await me.open();
    const cart = page.getByRole('complementary');
    const add = cart.getByRole('button', { name: me.t.shop_add_to_cart });
    await expect(add).toHaveCount(0);
    await me.add(1);
    await add.press('Enter');
    await expect(me.toast(me.t.shop_added_toast)).toBeVisible();
    expect(await me.cart()).toEqual([
      { id: 'box40', quantity: 1 },
      { id: 'box20double', quantity: 1 },
    ]);
    await expect(add).toHaveCount(0);
    await expect(cart.locator(':focus')).toHaveCount(1);
    await page
      .getByRole('button', { name: /^Remove/ })
      .first()
      .press('Enter');
    await expect(add).toHaveAccessibleName(/40/);
    await expect(cart.locator(':focus')).toHaveCount(1);
  });

  test('the gallery follows thumbnails and keys, is not redrawn, and fits in one row', async ({ page }) => {
    const me = shopper(page);
    await me.open();
    const card = page.getByRole('article').first();
    const show = (n: number) => card.getByRole('button', { name: `Show picture ${n} of 3` });
    await show(3).click();
    await expect(show(3)).toHaveAttribute('aria-current', 'true');
    await page.keyboard.press('ArrowLeft');
    await expect(show(2)).toHaveAttribute('aria-current', 'true');
    await test.step('a picture in the cart does not redraw it, which might flash', async () => {
      await card.locator('img').evaluateAll((pictures) => {
        for (const picture of pictures) picture.dataset.first = '';
      });
      await me.add(1);
      // Its code is loaded.
      await expect(page.getByRole('complementary').locator('img').first()).toBeVisible();
      await show(3).click();
      await expect(show(3)).toHaveAttribute('aria-current', 'true');
      expect(await card.locator('img:not([data-first])').count()).toBe(0);
      expect(await card.locator('img').count()).toBe(6);
    });
    await show(3).evaluate((last) => last.parentElement?.append(last.cloneNode(true), last.cloneNode(true)));
    for (const width of [1440, 375]) {
      await test.step(`five thumbnails, each wide enough for a thumb, at ${width} px`, async () => {
        await page.setViewportSize({ width, height: 812 });
        const boxesOf = () =>
          show(3)
            .first()
            .evaluate((one) =>
              [...(one.parentElement?.children ?? [])].map((each) => each.getBoundingClientRect().toJSON() as DOMRect),
            );
        // A thumbnail that was just pressed may still move by a fraction of a pixel.
        await expect.poll(async () => new Set((await boxesOf()).map(({ y }) => Math.round(y))).size).toBe(1);
        const boxes = await boxesOf();
        expect(boxes).toHaveLength(5);
        expect(Math.min(...boxes.flatMap((box) => [box.width, box.height]))).toBeGreaterThanOrEqual(44);
      });
    }
  });
});

const SIZES = [
  [360, 640],
  [375, 667],
  [375, 812],
  [768, 1024],
  [1280, 720],
  [1440, 900],
] as const;

for (const language of lastInGate(LANGUAGES)) {
  test(`the cart’s checkout button is whole in view at every size: ${language}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.addInitScript((lang) => localStorage.setItem('lang', lang), language);
    const me = shopper(page, language);
    await me.open();
    for (const ids of [['box40'], ['box40', 'box20double']]) {
      await page.evaluate(
        (lines) => localStorage.setItem('cart', lines),
        JSON.stringify(ids.map((id) => ({ id, quantity: 2 }))),
      );
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await page.reload();
        await me.openCart();
        const button = me.button(me.t.shop_checkout);
        await expect(button).toBeInViewport({ ratio: 1 });
        const last = page
          .getByRole('button', { name: /^(Remove|Quitar): / })
          .filter({ visible: true })
          .last();
        await last.evaluate((element) => element.scrollIntoView({ block: 'center' }));
        await expect(last, `${width} × ${height}`).toBeInViewport({ ratio: 1 });
        await expect(button, `${width} × ${height}`).toBeInViewport({ ratio: 1 });
      }
    }
  });

  test(`price and button are in the first view, and what free shipping lacks: ${language}`, async ({ page }) => {
    await page.addInitScript((lang) => localStorage.setItem('lang', lang), language);
    const me = shopper(page, language);
    await me.open();
    for (const [width, height] of [
      [375, 812],
      [1280, 720],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      const cards = page.getByRole('article');
      for (const card of width < 640 ? [cards.first()] : await cards.all()) {
        await expect(card.getByText('$19.99', { exact: true }), `${width}`).toBeInViewport({ ratio: 1 });
        await expect(card.getByRole('button', { name: me.t.shop_add_to_cart }), `${width}`).toBeInViewport({
          ratio: 1,
        });
      }
      if (width < 640) continue;
      const tops = await cards.evaluateAll((all) =>
        all.map((card) => card.querySelector('h2 ~ div')?.getBoundingClientRect().top),
      );
      expect(tops[0], `prices in one line at ${width}`).toBe(tops[1]);
    }
    const cart = page.getByRole('complementary');
    const states = cart.getByText(statesText(brandShippingRules.free.states, language));
    await expect(cart.getByText(me.t.shop_cart_empty_heading)).toBeVisible();
    await expect(me.button(me.t.shop_checkout)).toHaveCount(0);
    await me.add(1);
    await expect(me.button(me.t.shop_checkout)).toBeVisible();
    await expect(states).toHaveCount(1);
    await me.add(1);
    await expect(states).toHaveText(inFreeStates(me.t.shop_meter_reached, language));
    await expect(cart.getByText(me.t.shop_cart_shipping_note)).toBeVisible();
  });
}

test('the cheapest rate is chosen already, and going on needs no other choice', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  const me = shopper(page);
  await page.route('**/api/shipping-rates', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    await route.fulfill({ json: { ...body, rates: body.rates.toReversed() } });
  });
  await me.goToRates(NEW_YORK);
  const prices = await page
    .getByRole('radio')
    .evaluateAll((all) =>
      all.map((radio) => Number(/\$([\d.]+)/.exec(radio.closest('label')?.textContent ?? '')?.[1])),
    );
  expect(prices.length).toBeGreaterThan(1);
  await expect(page.getByRole('radio').nth(prices.indexOf(Math.min(...prices)))).toBeChecked();
  await me.button(me.t.checkout_continue).click();
  await expect(me.cardNumber).toBeVisible();
});

test.describe('the address', () => {
  test('an invalid form is not sent: errors are at their fields, the first focused (I13)', async ({ page }) => {
    const me = shopper(page);
    const rates = watchCalls(page, '/api/shipping-rates');
    await me.startCheckout();
    await me.fillAddress(MIAMI);
    await page.getByLabel('Phone').fill('305555010');
    await page.getByLabel('ZIP code').fill('3313');
    await page.getByRole('textbox', { name: 'Email' }).fill('ana..perez@gmail.com');
    await expect(me.button('Calculate shipping')).toBeDisabled();
    await me.button('Calculate shipping').click({ force: true });
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused();
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveAccessibleDescription(/two dots in a row/);
    await page.getByRole('textbox', { name: 'Email' }).fill('ana@gmail.con');
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveAccessibleDescription(/Did you mean gmail\.com\?/);
    await page.getByRole('textbox', { name: 'Email' }).fill('ana@gmail.com');
    await expect(page.getByLabel('Phone')).toHaveAccessibleDescription('Phone number must be at least 10 digits');
    await expect(page.getByLabel('ZIP code')).toHaveAccessibleDescription('ZIP code must be at least 5 digits');
    expect(rates.bodies).toEqual([]);
    await page.getByLabel('Phone').fill('+1 (305)\u00a0555-0100 x12');
    await page.getByLabel('ZIP code').fill('331320');
    await expect(page.getByLabel('ZIP code')).toHaveAccessibleDescription('A ZIP code has five digits');
    await page.getByLabel('ZIP code').fill('10118');
    await page.getByLabel('State').selectOption('FL');
    await expect(page.getByLabel('ZIP code')).toHaveAccessibleDescription(/belongs to New York/);
    await expect(me.button('Calculate shipping')).toBeDisabled();
    await page.getByLabel('ZIP code').fill('33132 - 1234');
    await expect(me.button('Calculate shipping')).toBeEnabled();
  });

  test('the toggle in mid-checkout keeps everything and says it in the other language', async ({ page }) => {
    const me = shopper(page);
    await me.goToRates(MIAMI, 2);
    await page.getByRole('radio', { name: 'FREE' }).check();
    await me.turnTo('es');
    const yo = shopper(page, 'es');
    await expect(yo.heading(yo.t.checkout_shipping_heading)).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Envío gratis' })).toBeChecked();
    await yo.button(yo.t.checkout_continue).click();
    await yo.fillCard(CARDS.good);
    await expect(page.getByText('Envío gratis', { exact: true })).toBeVisible();
    await expect(page.getByText(/Envío gratis\W+GRATIS/)).toHaveCount(0);
    await me.turnTo('en');
    await expect(me.cardNumber).toHaveValue('4242 4242 4242 4242');
    await expect(page.getByText('Free shipping', { exact: true })).toBeVisible();
    await expect(page.getByText(/Free shipping\W+FREE/)).toHaveCount(0);
    await me.payButton.click();
    await me.seeOrder();
  });
});

test.describe('shipping and session errors close the checkout, are shown and raised, and keep the cart', () => {
  test('rates answered with a message, with no words or with no prices (I5)', async ({ page }) => {
    const me = shopper(page);
    await me.startCheckout();
    await me.fillAddress(NEW_YORK);
    for (const [name, answer, words] of [
      ['a message', { status: 502, json: { message: 'The post is asleep' } }, 'The post is asleep'],
      ['a message in place of rates', { status: 200, json: { message: 'No rates here' } }, 'No rates here'],
      ['no words', { status: 500, body: '<html>' }, 'Failed to calculate shipping rates'],
      ['rates that are no prices', { json: { rates: [{ amount: 'abc' }] } }, 'Failed to calculate shipping rates'],
    ] as const) {
      await test.step(name, async () => {
        await page.route('**/api/shipping-rates', (route) => route.fulfill(answer), { times: 1 });
        await me.button('Calculate shipping').click();
        await expect(me.alert.filter({ hasText: words })).toBeFocused();
        await expect(me.toast(words)).toBeVisible();
        expect(await me.cart()).toHaveLength(1);
        // The input is still there for the next try.
        await me.button('Checkout').click();
        await expect(page.getByLabel('City')).toHaveValue('New York');
      });
    }
  });

  test('a lost connection, in Spanish on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await page.addInitScript(() => localStorage.setItem('lang', 'es'));
    const me = shopper(page, 'es');
    await page.route('**/api/shipping-rates', (route) => route.abort());
    await me.startCheckout();
    await me.fillAddress(NEW_YORK);
    await me.button(me.t.checkout_calculate).click();
    const alert = me.alert.filter({ hasText: me.t.checkout_rates_failed });
    await expect(alert).toBeFocused();
    // Above the cart button, visible at any scroll position, and above the button in the cart.
    await expect(alert).toBeInViewport({ ratio: 1 });
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect(alert).toBeInViewport({ ratio: 1 });
    await me.openCart();
    await expect(page.getByRole('dialog').getByRole('alert')).toBeInViewport({ ratio: 1 });
    await expect(me.button(me.t.shop_checkout)).toBeInViewport({ ratio: 1 });
  });

  test('the session; then an expired quote asks to choose shipping again (I3)', async ({ page }) => {
    const me = shopper(page);
    const start = '**/api/create-payment-intent';
    await page.route(start, (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
    await me.goToRates(NEW_YORK);
    await me.chooseRate();
    await expect(me.alert.filter({ hasText: 'Failed to create payment session' })).toBeFocused();
    await expect(me.toast('Failed to create payment session')).toBeVisible();
    expect(await me.cart()).toHaveLength(1);
    await me.button('Checkout').click();
    await me.button('Calculate shipping').click();
    // A cost that differs from the quote looks like an expired quote to the server.
    await page.route(start, async (route) => {
      const body = route.request().postDataJSON();
      body.shippingData.shippingCost = '0.01';
      await route.continue({ postData: JSON.stringify(body) });
    });
    await me.chooseRate();
    await expect(me.alert.filter({ hasText: 'Please choose your shipping again' })).toBeFocused();
  });
});

test.describe('payment', () => {
  test('a declined card, then a good one on the same payment (P17)', async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 740 });
    const me = shopper(page);
    const payments = watchCalls(page, '/api/create-payment-intent');
    await me.goToPayment(NEW_YORK);
    await me.pay(CARDS.declined);
    await expect(me.toast('Payment error')).toBeVisible();
    await expect(me.alert.filter({ hasText: 'Your card was declined' })).toBeVisible();
    await test.step('the toast does not lie on the alert', async () => {
      await expect(async () => {
        const alert = await me.alert.first().boundingBox();
        const toast = await page.locator('li.toast').boundingBox();
        expect(alert && toast && (alert.y + alert.height <= toast.y || toast.y + toast.height <= alert.y)).toBe(true);
      }).toPass({ timeout: 4000 });
    });
    await me.pay(CARDS.good);
    await me.seeOrder();
    expect(payments.bodies).toHaveLength(1);
  });

  test('the step on another page, in Spanish: left with Back, failed, then completed (P15, P16)', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('lang', 'es'));
    const me = shopper(page, 'es');
    await me.goToPayment(MIAMI, 2);
    const secret = await me.clientSecret();
    const notice = page.locator('main').getByText(me.t.checkout_notice_not_completed);
    await test.step('Back', async () => {
      await me.pay(CARDS.asks);
      await expect(me.button(me.t.checkout_bank_fail)).toBeVisible();
      await page.goBack();
      await expect(notice).toBeVisible();
      await expect(me.toast(me.t.shop_payment_error)).toHaveCount(0);
    });
    await test.step('failed', async () => {
      await me.pay(CARDS.asks);
      await me.button(me.t.checkout_bank_fail).click();
      await expect(me.toast(me.t.shop_payment_error)).toBeVisible();
      await expect(notice).toBeVisible();
      expect(await me.clientSecret()).toBe(secret);
    });
    await test.step('completed', async () => {
      await me.pay(CARDS.asks);
      await me.button(me.t.checkout_bank_complete).click();
      await me.seeOrder();
      expect(page.url()).toMatch(/\/shop$/);
      expect(await me.cart()).toEqual([]);
    });
  });

  test('a reload at each step continues there, with the same payment (P15)', async ({ page }) => {
    const me = shopper(page);
    const payments = watchCalls(page, '/api/create-payment-intent');
    await me.startCheckout(2);
    await me.fillAddress(MIAMI);
    await page.reload();
    await expect(page.getByLabel('City')).toHaveValue('Miami');
    await me.button('Calculate shipping').click();
    await page.getByRole('radio', { name: 'FREE' }).check();
    await page.reload();
    await expect(page.getByRole('radio', { name: 'FREE' })).toBeChecked();
    await me.button('Continue to payment').click();
    await expect(me.cardNumber).toBeVisible();
    const secret = await me.clientSecret();
    await page.reload();
    await expect(me.cardNumber).toBeVisible();
    expect(await me.clientSecret()).toBe(secret);
    await me.pay(CARDS.good);
    const number = await me.seeOrder();
    await page.reload();
    expect(await me.seeOrder()).toBe(number);
    expect(payments.bodies).toHaveLength(1);
  });

  test('a reload while the payment is under way finds the order (P15, P22)', async ({ page }) => {
    const me = shopper(page);
    await me.goToPayment(NEW_YORK);
    // The payment succeeds, but its answer never arrives.
    await page.route('**/api/sandbox-payments/*/confirm', async (route) => {
      await route.fetch();
      await page.reload();
    });
    await me.fillCard(CARDS.good);
    await me.payButton.click({ noWaitAfter: true });
    await me.seeOrder();
  });

  test('double clicks on continue and on pay make one request each, and one payment (P13)', async ({ page }) => {
    const me = shopper(page);
    const starts = watchCalls(page, '/api/create-payment-intent');
    const pays = watchCalls(page, '/api/sandbox-payments/.*/confirm');
    const confirms = watchCalls(page, '/api/confirm-order');
    const hammer = () =>
      me.payButton.evaluate((element: HTMLButtonElement) => {
        for (let i = 0; i < 5; i++) element.click();
      });
    await me.goToRates(NEW_YORK);
    await page.getByRole('radio').first().check();
    await hammer();
    await expect(me.cardNumber).toBeVisible();
    await me.fillCard(CARDS.good);
    await hammer();
    await me.seeOrder();
    expect([starts.bodies.length, pays.bodies.length, confirms.bodies.length]).toEqual([1, 1, 1]);
  });

  test('two tabs: the charge is this checkout’s cart, and only that leaves it (P14)', async ({ page, context }) => {
    const me = shopper(page);
    const starts = watchCalls(page, '/api/create-payment-intent');
    await me.goToRates(NEW_YORK);
    const other = await context.newPage();
    const they = shopper(other);
    await they.open();
    await they.add(2);
    await expect(other.getByRole('complementary').getByText('$59.97').last()).toBeVisible();
    await me.chooseRate();
    const [started] = starts.bodies as { cartItems: unknown; shippingData: { shippingCost: string } }[];
    expect(started?.cartItems).toEqual([{ id: 'box40', quantity: 1 }]);
    const total = (19.99 + Number(started?.shippingData.shippingCost)).toFixed(2);
    await expect(me.payButton).toHaveText(`Pay $${total}`);
    await me.pay(CARDS.good);
    await me.seeOrder();
    await expect(other.getByRole('complementary').getByText('$39.98').last()).toBeVisible();
    expect(await they.cart()).toEqual([{ id: 'box40', quantity: 2 }]);
    await page.reload();
    await me.seeOrder();
    expect(await me.cart()).toEqual([{ id: 'box40', quantity: 2 }]);
  });

  test.describe('with a page from before a change of prices', () => {
    for (const [language, notice] of lastInGate([
      ['en', 'Box of 40 individual sandwiches: $17.99 before, $19.99 now'],
      ['es', 'Caja de 40 galleticas con guayaba: antes $17.99, ahora $19.99'],
    ])) {
      test.describe(language, () => {
        test.use({ locale: `${language}-US` });
        test(`the stored prices are shown and charged, in ${language} (P14)`, async ({ page }) => {
          await withPrice(page, 1799);
          const me = shopper(page, language);
          const starts = watchCalls(page, '/api/create-payment-intent');
          await me.goToRates(NEW_YORK);
          const summary = page.getByRole('complementary');
          await expect(page.getByText(notice)).toBeVisible();
          await expect(summary.getByText('$19.99').first()).toBeVisible();
          await me.chooseRate();
          await expect(me.payButton).toBeVisible();
          const [started] = starts.bodies as { shippingData: { shippingCost: string } }[];
          const total = (19.99 + Number(started?.shippingData.shippingCost)).toFixed(2);
          for (const again of [false, true]) {
            if (again) await page.reload();
            await expect(summary.getByText('$19.99').first()).toBeVisible();
            await expect(summary.getByText(`$${total}`)).toBeVisible();
            await expect(me.payButton).toContainText(`$${total}`);
            await expect(page.getByText('$17.99')).toHaveCount(0);
          }
          await me.pay(CARDS.good);
          await me.seeOrder();
          await page.getByRole('link', { name: me.t.checkout_done_status }).click();
          await expect(page.getByText(`$${total}`).last()).toBeVisible();
        });
      });
    }
  });

  test('of two tabs at the card only the later payment can be paid (P14)', async ({ page, context }) => {
    const me = shopper(page);
    await me.goToPayment(NEW_YORK);
    const other = await context.newPage();
    const they = shopper(other);
    await they.goToPayment(NEW_YORK);
    await me.pay(CARDS.good);
    await expect(me.toast(me.t.shop_payment_error)).toBeVisible();
    await expect(page.getByText('This payment is closed and nothing was charged.').first()).toBeVisible();
    await they.pay(CARDS.good);
    const number = await they.seeOrder();
    await page.getByRole('button', { name: me.t.checkout_change_shipping }).click();
    await me.button(me.t.checkout_continue).click();
    await me.pay(CARDS.good);
    expect(await me.seeOrder()).not.toBe(number);
  });

  test('what another tab bought is gone from a cart elsewhere (P14)', FULL_TIER, async ({ page, context }) => {
    const me = shopper(page);
    await me.open();
    await me.add(1);
    await page.getByRole('navigation').getByRole('link', { name: 'About' }).first().click();
    await expect(page).toHaveURL(/about/);
    const they = shopper(await context.newPage());
    await they.goToPayment(NEW_YORK);
    await they.pay(CARDS.good);
    await they.seeOrder();
    await page.getByRole('navigation').getByRole('link', { name: 'Shop' }).first().click();
    await expect(page.getByText(me.t.shop_cart_empty_heading)).toBeVisible();
  });

  test('a tampered redirect_status makes no order; the secret leaves the URL (P15)', async ({ page }) => {
    const me = shopper(page);
    await me.goToPayment(NEW_YORK);
    const secret = await me.clientSecret();
    const id = secret.split('_secret_')[0];
    await page.goto(`/shop?payment_intent=${id}&payment_intent_client_secret=${secret}&redirect_status=succeeded`);
    // Beside the form, and as a toast.
    await expect(page.getByText(me.t.checkout_notice_not_completed).first()).toBeVisible();
    expect(page.url()).toMatch(/\/shop$/);
    await expect(me.heading(me.t.checkout_done_heading)).toHaveCount(0);
    await me.pay(CARDS.good);
    await me.seeOrder();
  });

  test('a returning browser needs the payment’s secret for the order’s link', async ({ page, shop }) => {
    const { clientSecret: secret, paymentIntentId: id } = await startPurchase(shop.url);
    const data = { clientSecret: secret, cardNumber: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' };
    const paid = await page.request.post(`/api/sandbox-payments/${id}/confirm`, { data });
    expect(paid.status()).toBe(200);
    const me = shopper(page);
    await me.open();
    await me.add(1);
    await test.step('a foreign payment shows no order and keeps the cart (P10, P15)', async () => {
      await page.goto('/shop?payment_intent=pi_sandbox_0123456789&redirect_status=succeeded');
      await expect(page.getByText(me.t.checkout_notice_unchecked)).toBeVisible();
      expect(page.url()).toMatch(/\/shop$/);
      await me.button(me.t.checkout_leave).click();
      await expect(me.heading(me.t.shop_intro_heading)).toBeVisible();
      expect(await me.cart()).toHaveLength(1);
    });
    await page.goto(`/shop?payment_intent=${id}&redirect_status=succeeded`);
    const number = await me.seeOrder(false);
    await expect(page.getByText(me.t.checkout_done_mail_link)).toBeVisible();
    await expect(page.getByRole('link', { name: me.t.checkout_done_status })).toHaveCount(0);
    expect(await me.cart()).toHaveLength(1);

    await page.goto(`/shop?payment_intent=${id}&payment_intent_client_secret=${secret}&redirect_status=succeeded`);
    expect(await me.seeOrder()).toBe(number);
    expect(page.url()).toMatch(/\/shop$/);
    await page.getByRole('link', { name: me.t.checkout_done_status }).click();
    await expect(page.getByText(texts.en.order_text_pending)).toBeVisible();
  });
});

test('after a failed confirm a toast says so, and the sweep makes the order (P4, P22)', async ({ browser }) => {
  const program = await startShop({ SWEEP_SECONDS: '1' });
  const context = await browser.newContext({ baseURL: program.url, locale: 'en-US' });
  try {
    const page = await context.newPage();
    await page.route('**/api/confirm-order', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
    const me = shopper(page);
    await me.goToPayment(NEW_YORK);
    await me.pay(CARDS.good);
    await expect(me.toast('Payment Successful, Order Error')).toBeVisible();
    await expect(
      me.toast(
        'Your payment was processed but we encountered an error saving your order. Please contact us at hola@donaguayaba.example with your payment confirmation.',
      ),
    ).toBeVisible();
    await expect(me.heading(me.t.checkout_payment_heading)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Processing…' })).toHaveCount(0);
    // Created by the reconciliation, not by the browser's call.
    await expect.poll(program.output).toMatch(/"event":"sweep".*"orders":1/);
    await me.button('Check my order').click();
    await me.seeOrder();
  } finally {
    await context.close();
    await program.stop();
  }
});

test('an English page wakes up and turns to the remembered Spanish', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('lang', 'es'));
  await page.goto('/shop');
  await expect(page.getByRole('heading', { name: texts.es.shop_intro_heading })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
});

for (const [language, width] of lastInGate(CASES)) {
  test(`fields filled silently in one moment lead to rates: ${language}, ${width} wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 812 });
    await page.addInitScript((lang) => localStorage.setItem('lang', lang), language);
    const me = shopper(page, language);
    await me.startCheckout();
    // Like autofill on iOS: first the value, with the element's own setter, then the events.
    await page.evaluate(
      (all) => {
        for (const [name, value] of Object.entries(all)) {
          const field = document.querySelector<HTMLInputElement>(`[name="${name}"]`);
          if (!field) throw new Error(name);
          field.value = value;
          for (const type of ['input', 'change', 'blur']) field.dispatchEvent(new Event(type, { bubbles: true }));
        }
      },
      { fullName: 'Ana Prueba', email: 'ana@example.com', phone: '3055550123', ...NEW_YORK },
    );
    await me.button(me.t.checkout_calculate).click();
    await expect(me.heading(me.t.checkout_shipping_heading)).toBeFocused();
  });
}

for (const [language, width] of lastInGate(CASES)) {
  test(`a password manager’s values without events lead to rates: ${language}, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 812 });
    await page.addInitScript((lang) => localStorage.setItem('lang', lang), language);
    const me = shopper(page, language);
    await me.startCheckout();
    const { state, ...rest } = NEW_YORK;
    await fillSilently(page, { fullName: 'Ana Prueba', email: 'ana@example.com', ...rest });
    // Typing and choosing render the form again.
    await page.getByLabel(me.t.checkout_phone).fill('3055550123');
    await page.getByLabel(me.t.checkout_state).selectOption(state);
    await expect(page.getByLabel(me.t.checkout_full_name)).toHaveValue('Ana Prueba');
    await fillSilently(page, { addressLine1: '20 West 34th Street' });
    await page.evaluate(() => document.querySelector('form')?.requestSubmit());
    await expect(me.heading(me.t.checkout_shipping_heading)).toBeFocused();
    await expect(page.getByText('20 West 34th Street')).toBeVisible();
  });
}

for (const [language, width] of lastInGate(CASES)) {
  test(`at the card offline is said, a lost answer asked for: ${language}, ${width} px`, async ({ page, context }) => {
    await page.setViewportSize({ width, height: 812 });
    await page.addInitScript((lang) => localStorage.setItem('lang', lang), language);
    const me = shopper(page, language);
    await me.goToPayment(NEW_YORK);
    const sent = watchCalls(page, '/api/');
    await me.fillCard(CARDS.good);
    await context.setOffline(true);
    await me.payButton.click();
    await expect(me.alert.filter({ hasText: me.t.checkout_offline })).toBeVisible();
    expect(sent.bodies).toEqual([]);
    await context.setOffline(false);
    // The page learns of it later than the call returns.
    await page.waitForFunction(() => navigator.onLine);
    for (const path of ['**/api/sandbox-payments/**', '**/api/confirm-order'])
      await page.route(path, (route) => route.abort());
    await me.payButton.click();
    const panel = page.getByRole('status').filter({ hasText: me.t.checkout_notice_unchecked });
    await expect(panel).toBeFocused();
    await expect(panel).toBeInViewport({ ratio: 1 });
    await page.screenshot({ path: test.info().outputPath('lost.png') });
    await page.unrouteAll();
    await me.button(me.t.checkout_check_again).click();
    await expect(me.cardNumber).toHaveValue('4242 4242 4242 4242');
    await me.payButton.click();
    await me.seeOrder();
  });
}

test('without JavaScript the shop says how to order', async ({ browser, shop }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url });
  const page = await context.newPage();
  for (const language of LANGUAGES) {
    await page.goto(`/shop?lang=${language}`);
    const words = page.locator('main noscript p');
    await expect(words).toBeVisible();
    await expect(words).toContainText(texts[language].shop_no_script.split('{')[0] ?? '-');
  }
  await context.close();
});
