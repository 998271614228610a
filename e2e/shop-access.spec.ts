import type { Locator, Page } from '@playwright/test';
import { axeOf } from './axe.ts';
import { CASES, lastInGate } from './cases.ts';
import { expect, test } from './fixtures.ts';
import { CARDS, MIAMI, shopper } from './shop-page.ts';

test.use({ allowConsole: [/Failed to load resource/] });

async function expectNoFaults(page: Page, state: string): Promise<void> {
  // Without transitions, whose intermediate colours have no meaningful contrast.
  await page.evaluate(() => Promise.all(document.getAnimations().map((a) => a.finished.catch(() => {}))));
  const { violations } = await axeOf(page).analyze();
  expect(violations.map(({ id, nodes }) => `${state}: ${id} ${nodes.map((node) => node.target).join(' ')}`)).toEqual(
    [],
  );
}

for (const [language, width] of lastInGate(CASES)) {
  test(`no accessibility fault in any state: ${language}, ${width} wide`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    await page.addInitScript((lang) => localStorage.setItem('lang', lang), language);
    const me = shopper(page, language);
    await me.open();
    await expectNoFaults(page, 'empty cart');
    await me.add(1);
    await expect(me.toast(me.t.shop_added_toast)).toBeVisible();
    await expectNoFaults(page, 'cart and toast');
    await me.openCart();
    await expectNoFaults(page, 'cart');
    await me.button(me.t.shop_checkout).click();
    await expect(me.heading(me.t.checkout_address_heading)).toBeFocused();
    await expectNoFaults(page, 'address');
    await me.button(me.t.checkout_calculate).click({ force: true });
    await expectNoFaults(page, 'address with faults');
    await me.fillAddress(MIAMI);
    await me.button(me.t.checkout_calculate).click();
    await expect(me.heading(me.t.checkout_shipping_heading)).toBeFocused();
    await expectNoFaults(page, 'rates');
    await me.chooseRate();
    await expect(me.cardNumber).toBeVisible();
    await expectNoFaults(page, 'payment');
    await me.pay(CARDS.declined);
    await expect(me.alert.first()).toBeVisible();
    await expectNoFaults(page, 'declined');
    await me.pay(CARDS.asks);
    await expect(me.heading(me.t.checkout_bank_heading)).toBeVisible();
    await expectNoFaults(page, "the bank's page");
    await me.button(me.t.checkout_bank_complete).click();
    await me.seeOrder();
    await expectNoFaults(page, 'success');
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
}

test('buys with the keyboard alone', async ({ page }) => {
  const me = shopper(page);
  await me.open();
  const press = (key: string) => page.keyboard.press(key);
  const type = (text: string) => page.keyboard.type(text);
  async function tabTo(wanted: Locator): Promise<void> {
    for (let i = 0; i < 60; i++) {
      if (await wanted.evaluate((element) => element === document.activeElement)) return;
      await press('Tab');
    }
    throw new Error(`60 times Tab did not reach ${wanted}`);
  }
  await tabTo(page.getByRole('button', { name: /^Add to cart/ }).first());
  await press('Enter');
  await tabTo(me.button('Checkout'));
  await press('Enter');
  await expect(me.heading('Shipping address')).toBeFocused();
  for (const text of ['Yolanda Pérez', 'yolanda@example.com', '3055550100', '100 Biscayne Blvd', '', '33132']) {
    await press('Tab');
    await type(text);
  }
  // City and state follow from the ZIP code.
  await expect(page.getByLabel('City')).toHaveValue('Miami');
  await press('Enter');
  await expect(me.heading('Shipping method')).toBeFocused();
  await tabTo(page.getByRole('radio').first());
  await press('Space');
  await press('ArrowDown');
  await expect(page.getByRole('radio').nth(1)).toBeChecked();
  await press('Enter');
  await expect(me.heading('Payment')).toBeFocused();
  await tabTo(me.cardNumber);
  await type('4242424242424242');
  await press('Tab');
  await type('1234');
  await press('Tab');
  await type('123');
  await press('Enter');
  await me.seeOrder();
});

test('the cart as a sheet: focus goes in, Escape closes it and gives the focus back', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  const me = shopper(page);
  await me.open();
  await me.add(1);
  const open = page.getByRole('button', { name: /View cart/ });
  await open.click();
  await expect(page.getByRole('dialog', { name: 'Your cart' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(open).toBeFocused();
});
