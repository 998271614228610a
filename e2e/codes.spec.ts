import type { Page } from '@playwright/test';
import decodeQr from 'qr/decode.js';
import sharp from 'sharp';
import type { DiscountCode } from '#shared/checkout/codes.ts';
import { LANGUAGES } from '#shared/core/language.ts';
import type { Order } from '#shared/orders/admin-orders.ts';
import {
  adminCall,
  expect,
  expectAccessible,
  expectToast,
  failCalls,
  openVisit,
  test,
  toastOf,
} from './admin-fixtures.ts';
import { FULL_TIER, lastInGate } from './cases.ts';
import { CARDS, NEW_YORK, shopper, watchCalls } from './shop-page.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, allowConsole: [/Failed to load resource/] });

const makeCode = (page: Page, url: string, code: object) =>
  adminCall<DiscountCode>(page, 'POST', `${url}/api/admin/codes`, {
    code: 'GUAVA10',
    kind: 'percent',
    value: 10,
    ...code,
  });

test('the owner makes a code on a phone; link, order, mail, page and CSV agree', async ({
  page,
  browser,
  own: { url },
}) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto(`${url}/admin/codes?lang=en`);
  await page.getByRole('button', { name: 'New code' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Code', { exact: true }).fill('guava10');
  await form.getByLabel('Percent').fill('10');
  await expect(form.getByRole('status').last()).toContainText('Who types GUAVA10 gets: 10 % off.');
  await expectAccessible(page);
  const answerAgain = await failCalls(page, '**/api/admin/codes', ['POST']);
  await form.getByRole('button', { name: 'Make it' }).click();
  await expect(form.getByRole('alert')).toHaveText('That did not work. We are unavailable for a moment.');
  await expect(toastOf(page)).toHaveCount(0);
  await answerAgain();
  await form.getByRole('button', { name: 'Make it' }).click();
  await expectToast(page, 'GUAVA10 is ready');
  await expect(page.getByRole('main')).toContainText('GUAVA10');
  for (const name of [/link of GUAVA10/i, /^End.*GUAVA10/, /^Delete.*GUAVA10/]) {
    await expect(page.getByRole('button', { name })).toBeVisible();
  }
  for (const width of [375, 360, 320]) {
    await page.setViewportSize({ width, height: 812 });
    for (const button of await page.getByRole('main').getByRole('listitem').first().getByRole('button').all()) {
      // A word is not broken into a column of letters.
      expect((await button.boundingBox())?.height, `${await button.textContent()} at ${width}`).toBeLessThan(52);
    }
  }
  await page.setViewportSize({ width: 375, height: 812 });
  await expectAccessible(page);

  const visit = await openVisit(browser, url);
  const me = shopper(visit);
  await visit.goto('/?code=guava10');
  await me.startCheckout(2);
  // The link's code is in its field and already in the total.
  const field = visit.getByLabel(me.t.checkout_code);
  await expect(field).toHaveValue('guava10');
  await expect(visit.getByText(me.t.checkout_code_takes.replace('{amount}', '$4.00'))).toBeVisible();
  await me.fillAddress(NEW_YORK);
  await me.button(me.t.checkout_calculate).click();
  const summary = visit.getByRole('complementary');
  await expect(summary).toContainText('−$4.00');
  await me.button(me.t.checkout_continue).click();
  await expect(summary).toContainText('−$4.00');
  await me.pay(CARDS.good);
  await me.seeOrder();
  await visit.getByRole('link', { name: me.t.checkout_done_status }).click();
  await expect(visit.getByRole('main')).toContainText('−$4.00');
  expect(await visit.evaluate(() => localStorage.getItem('code'))).toBe('""');

  const [order] = await adminCall<Order[]>(page, 'GET', `${url}/api/admin/orders`);
  const shipping = Number(order?.shippingCost);
  expect(order).toMatchObject({ discount: '4.00', discountCode: 'GUAVA10' });
  expect(Number(order?.totalAmount)).toBeCloseTo(39.98 - 4 + shipping);
  const csv = await (await page.request.get(`${url}/api/admin/orders.csv`)).text();
  const untaxed = '"0.00","not registered in NY"';
  expect(csv).toContain(`"4.00","GUAVA10","${order?.shippingCost}",${untaxed},"${order?.totalAmount}"`);
  const mails = await adminCall<{ id: string; subject: string }[]>(page, 'GET', `${url}/api/admin/emails`);
  const mail = await (await page.request.get(`${url}/api/admin/emails/${mails.at(-1)?.id}`)).text();
  expect(mail).toContain('−$4.00');
  await page.reload();
  const [code] = await adminCall<DiscountCode[]>(page, 'GET', `${url}/api/admin/codes`);
  expect(code).toMatchObject({ uses: 1, costCents: 400, revenueCents: Math.round(Number(order?.totalAmount) * 100) });
});

test('in a shop without such a discount the cart asks for none', async ({ browser, own: { url } }) => {
  const visit = await openVisit(browser, url, { viewport: { width: 375, height: 812 } });
  const calls = watchCalls(visit, '/api/codes/check');
  const me = shopper(visit);
  await me.open();
  await me.add(2);
  await me.openCart();
  await visit
    .getByRole('dialog')
    .getByRole('button', { name: /^Increase/ })
    .first()
    .click();
  await expect(visit.getByRole('dialog')).toContainText(`${me.t.shop_cart_total}$59.97`);
  // Longer than the pause before a question.
  await visit.waitForTimeout(1_000);
  expect(calls.bodies).toEqual([]);
});

test('a discount without a code goes from the admin to the receipt; one that ends is told before', async ({
  page,
  browser,
  own: { url },
}) => {
  await makeCode(page, url, {});
  await page.goto(`${url}/admin/codes?lang=en`);
  await page.getByRole('button', { name: 'New code' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('How shoppers get it').selectOption('By itself, without a code');
  await form.getByLabel('Name that shoppers see (English)').fill('Three Kings Day');
  await form.getByLabel('Name that shoppers see (Spanish)').fill('Día de Reyes');
  await form.getByLabel('Percent').fill('20');
  await form.getByRole('checkbox', { name: /40/ }).check();
  await expect(form.getByRole('status').last()).toContainText('Every cart gets by itself: 20 % off. It is only for');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Make it' }).click();
  await expectToast(page, 'Three Kings Day is ready');
  await expect(page.getByRole('main')).toContainText('without a code · only');

  const visit = await openVisit(browser, url, { locale: 'es-US' });
  const me = shopper(visit, 'es');
  // The pages follow the owner's change.
  await expect(async () => {
    await me.open();
    expect(await visit.evaluate(() => document.getElementById('content')?.textContent)).toContain('hasDiscount');
  }).toPass();
  await me.add(1);
  const sidebar = visit.getByRole('complementary');
  await expect(sidebar).toContainText(`Día de Reyes−$4.00${me.t.shop_cart_total}$15.99`);
  const button = me.button(me.t.shop_checkout).filter({ visible: true });
  const place = await button.boundingBox();
  await visit
    .getByRole('button', { name: /^Aumentar/ })
    .first()
    .click();
  await expect(sidebar).toContainText(`Día de Reyes−$8.00${me.t.shop_cart_total}$31.98`);
  await visit
    .getByRole('button', { name: /^Reducir/ })
    .first()
    .click();
  await expect(sidebar).toContainText(`Día de Reyes−$4.00${me.t.shop_cart_total}$15.99`);
  expect(await button.boundingBox()).toEqual(place);
  // The cart in the bar of another page says the same.
  await visit.goto('/about');
  await visit.getByRole('button', { name: /^Carrito/ }).click();
  await expect(visit.getByRole('dialog')).toContainText(`Día de Reyes−$4.00${me.t.shop_cart_total}$15.99`);
  await expectAccessible(visit);
  await me.open();
  await me.button(me.t.shop_checkout).filter({ visible: true }).click();
  const summary = visit.getByRole('complementary');
  const row = `${me.t.checkout_summary_discount} (Día de Reyes)−$4.00`;
  await expect(summary).toContainText(row);
  // A code that gives less does not take its place.
  await visit.getByText(me.t.checkout_code_ask).click();
  await visit.getByLabel(me.t.checkout_code).fill('guava10');
  await me.button(me.t.checkout_code_apply).click();
  const stays = me.t.checkout_code_stays.replace('{name}', 'Día de Reyes').replace('{amount}', '$4.00');
  await expect(visit.getByText(stays)).toBeVisible();
  await expectAccessible(visit);
  await visit.getByLabel(me.t.checkout_code).fill('');
  await me.fillAddress(NEW_YORK);
  await me.button(me.t.checkout_calculate).click();
  await expect(summary).toContainText(row);

  // It ends, is told, and comes back before the payment.
  const codes = await adminCall<DiscountCode[]>(page, 'GET', `${url}/api/admin/codes`);
  const own = codes.find(({ isAutomatic }) => isAutomatic);
  const change = async (endsAt: string | null, version = own?.version) =>
    adminCall<DiscountCode>(page, 'PATCH', `${url}/api/admin/codes/${own?.id}`, { endsAt, version });
  const ended = await change(new Date(Date.now() - 1_000).toISOString());
  await me.button(me.t.checkout_continue).click();
  const fell = me.t.checkout_repriced_discount.replace('{before}', '$4.00').replace('{after}', '$0.00');
  await expect(visit.getByText(fell)).toBeVisible();
  await expect(summary).not.toContainText('−$4.00');
  await change(null, ended.version);
  await me.button(me.t.checkout_continue).click();
  await expect(visit.getByText(me.t.checkout_notice_repriced)).toBeVisible();
  await expect(summary).toContainText(row);
  await me.pay(CARDS.good);
  await me.seeOrder();
  await expect(visit.getByRole('complementary')).toContainText(row);
  await visit.getByRole('link', { name: me.t.checkout_done_status }).click();
  await expect(visit.getByRole('main')).toContainText('(Día de Reyes)');
});

for (const language of lastInGate(LANGUAGES)) {
  test(
    `a code is typed, refused with its reason, and replaced: ${language}`,
    FULL_TIER,
    async ({ page, browser, own: { url } }) => {
      await makeCode(page, url, {});
      await makeCode(page, url, { code: 'MUCH', minimum: 20_000 });
      const visit = await openVisit(browser, url, { locale: `${language}-US` });
      await visit.setViewportSize({ width: 375, height: 812 });
      const me = shopper(visit, language);
      await me.startCheckout(1);
      const field = visit.getByLabel(me.t.checkout_code);
      await expect(field).toBeHidden();
      await visit.getByText(me.t.checkout_code_ask).click();
      await field.fill('nobody');
      await field.press('Enter');
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(field).toBeFocused();
      await expectAccessible(visit);
      await field.fill('much');
      await me.button(me.t.checkout_code_apply).click();
      await expect(visit.getByText(/\$200/)).toBeVisible();
      // The typed code was not checked yet: the rates check it.
      await field.fill('guava10');
      await me.fillAddress(NEW_YORK);
      await me.button(me.t.checkout_calculate).click();
      await expect(me.heading(me.t.checkout_shipping_heading)).toBeFocused();
      await visit.locator('summary').filter({ hasText: me.t.checkout_summary }).click();
      await expect(visit.getByText(/−.?2.00/).filter({ visible: true })).toBeVisible();
      expect(await visit.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await expectAccessible(visit);
    },
  );
}

test(
  'a used or ended code is left out when the payment starts, with the reason',
  FULL_TIER,
  async ({ page, browser, own: { url } }) => {
    const code = await makeCode(page, url, { limitPerPerson: 1 });
    const end = { version: code.version, endsAt: new Date(Date.now() - 1_000).toISOString() };
    for (const [name, discount, email] of [
      ['its first use', '2.00', 'yolanda@example.com'],
      ['a second use', '0.00', 'yolanda@example.com'],
      ['ended since the rates', '0.00', 'another@example.com'],
    ] as const) {
      await test.step(name, async () => {
        const visit = await openVisit(browser, url);
        const me = shopper(visit);
        await visit.goto('/shop?code=GUAVA10');
        await me.startCheckout();
        await me.fillAddress(NEW_YORK);
        await visit.getByLabel(me.t.checkout_email, { exact: true }).fill(email);
        await me.button(me.t.checkout_calculate).click();
        // The rates do not know the buyer yet.
        await expect(visit.getByRole('complementary')).toContainText('−$2.00');
        if (name.startsWith('ended')) await adminCall(page, 'PATCH', `${url}/api/admin/codes/${code.id}`, end);
        await me.button(me.t.checkout_continue).click();
        if (discount === '0.00') {
          await expect(visit.getByText(me.t.checkout_code_left_out.replace('{code}', 'GUAVA10'))).toBeVisible();
          await expect(visit.getByRole('complementary')).not.toContainText('−$2.00');
          await expectAccessible(visit);
          await me.button(me.t.checkout_continue).click();
        }
        await me.pay(CARDS.good);
        await me.seeOrder();
        const [order] = await adminCall<Order[]>(page, 'GET', `${url}/api/admin/orders`);
        expect(order).toMatchObject({ discount, discountCode: discount === '0.00' ? null : 'GUAVA10' });
      });
    }
  },
);

test('cards of a code are printed; their QR code leads to it', FULL_TIER, async ({ page, own: { url } }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', 'true');
  });
  await makeCode(page, url, { minimum: 2_000, endsAt: '2036-03-01T00:00:00-05:00' });
  await page.goto(`${url}/admin/codes?lang=es`);
  await page.getByRole('button', { name: 'Imprimir tarjetas con GUAVA10' }).click();
  await expect(page.locator('html[data-printed]')).toHaveCount(1);
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 816, height: 1056 });
  const cards = page.locator('.code-card');
  await expect(cards).toHaveCount(8);
  const card = cards.first();
  await expect(card.locator('[lang=en]')).toHaveText(/10 % off your order.*\$20\.00 or more.*March 1, 2036/);
  await expect(card.locator('[lang=es]')).toHaveText(/10 % de descuento.*\$20\.00 o más.*1 de marzo de 2036/);
  await expect(card).toContainText('GUAVA10');
  const { data, info } = await sharp(await card.getByRole('img', { name: /code=/ }).screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const read = decodeQr({ width: info.width, height: info.height, data });
  expect(read).toBe(`${url}/shop?code=GUAVA10&ref=qr`);
  // No card is cut off, and none is on a second sheet.
  for (const box of await Promise.all((await cards.all()).map((each) => each.boundingBox()))) {
    expect((box?.y ?? 9_999) + (box?.height ?? 0)).toBeLessThanOrEqual(1056);
  }
  expect(await card.evaluate((node) => node.scrollHeight <= node.clientHeight)).toBe(true);
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(cards).toHaveCount(0);
  const visit = await page.context().newPage();
  await visit.goto(read);
  await expect.poll(() => visit.evaluate(() => localStorage.getItem('code'))).toBe('"GUAVA10"');
});
