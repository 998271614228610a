import { expect, type Page } from '@playwright/test';
import enCheckout from '#brand/texts/en/checkout.json' with { type: 'json' };
import enShop from '#brand/texts/en/shop.json' with { type: 'json' };
import esCheckout from '#brand/texts/es/checkout.json' with { type: 'json' };
import esShop from '#brand/texts/es/shop.json' with { type: 'json' };
import type { Language } from '#shared/core/language.ts';
import { localized } from '#test/localized.ts';
import { filledTexts } from '#test/texts.ts';

export const texts = localized(
  filledTexts({ ...enShop, ...enCheckout }, 'en'),
  filledTexts({ ...esShop, ...esCheckout }, 'es'),
);

export const NEW_YORK = { addressLine1: '350 Fifth Avenue', city: 'New York', state: 'NY', zipCode: '10118' };
export const MIAMI = { addressLine1: '100 Biscayne Blvd', city: 'Miami', state: 'FL', zipCode: '33132' };
export const CARDS = { good: '4242424242424242', declined: '4000000000000002', asks: '4000002500003155' };

/** A shopper's actions in the shop, in one of its languages. */
export function shopper(page: Page, language: Language = 'en') {
  const t = texts[language];
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const heading = (name: string) => page.getByRole('heading', { name, exact: true });
  const toast = (title: string) => page.getByRole('region').getByText(title, { exact: true }).first();
  const isNarrow = () => (page.viewportSize()?.width ?? 0) < 1024;

  const self = {
    t,
    button,
    heading,
    toast,
    payButton: page.locator('form button[type=submit]'),
    cardNumber: page.getByLabel(t.checkout_card_number),
    /** The alert that is visible at this width. */
    alert: page.getByRole('alert').filter({ visible: true }),

    async open() {
      await page.goto('/shop');
      await expect(heading(t.shop_intro_heading)).toBeVisible();
    },
    /** Adds boxes of the first size to a cart with enough space, and waits until they are in it. */
    async add(boxes: number) {
      const before = await self.cart();
      for (let i = 0; i < boxes; i++) await page.getByRole('button', { name: t.shop_add_to_cart }).first().click();
      // A press before hydration takes effect afterwards, and moves what is below the new line.
      if (boxes > 0) await expect.poll(() => self.cart()).not.toEqual(before);
    },
    async openCart() {
      if (isNarrow()) await page.getByRole('button', { name: t.shop_cart_open }).click();
      await expect(heading(t.shop_cart_heading)).toBeVisible();
    },
    async startCheckout(boxes = 1) {
      await self.open();
      await self.add(boxes);
      await self.openCart();
      await button(t.shop_checkout).click();
      await expect(heading(t.checkout_address_heading)).toBeFocused();
    },
    /** Presses the toggle of the language that the page is to have. */
    turnTo: (to: Language) =>
      page
        .getByRole('button', { name: new RegExp(`^${to}\\b`, 'i') })
        .first()
        .click(),
    async fillAddress(place: typeof NEW_YORK) {
      await page.getByLabel(t.checkout_full_name).fill('Yolanda Pérez');
      await page.getByLabel(t.checkout_email, { exact: true }).fill('yolanda@example.com');
      await page.getByLabel(t.checkout_phone).fill('3055550100');
      await page.getByLabel(t.checkout_address_line1, { exact: true }).fill(place.addressLine1);
      await page.getByLabel(t.checkout_city).fill(place.city);
      await page.getByLabel(t.checkout_state).selectOption(place.state);
      await page.getByLabel(t.checkout_zip).fill(place.zipCode);
    },
    async goToRates(place: typeof NEW_YORK, boxes = 1) {
      await self.startCheckout(boxes);
      await self.fillAddress(place);
      await button(t.checkout_calculate).click();
      await expect(heading(t.checkout_shipping_heading)).toBeFocused();
    },
    /** Takes the first rate. */
    async chooseRate() {
      await page.getByRole('radio').first().check();
      await button(t.checkout_continue).click();
    },
    async goToPayment(place: typeof NEW_YORK, boxes = 1) {
      await self.goToRates(place, boxes);
      await self.chooseRate();
      await expect(self.cardNumber).toBeVisible();
    },
    async fillCard(number: string) {
      await self.cardNumber.fill(number);
      await page.getByLabel(t.checkout_card_expiry).fill('1234');
      await page.getByLabel(t.checkout_card_cvc).fill('123');
    },
    async pay(number: string) {
      await self.fillCard(number);
      await self.payButton.click();
    },
    /** Waits for the success panel. @param isProven the buyer's proof shows the short number too. @returns the id */
    async seeOrder(isProven = true): Promise<string> {
      await expect(heading(t.checkout_done_heading)).toBeFocused();
      const number = page.getByText(/^[0-9A-F]{8}$/);
      await expect(number).toBeVisible();
      await expect(page.getByText(/^#\d{4,}$/)).toHaveCount(isProven ? 1 : 0);
      return (await number.textContent()) ?? '';
    },
    cart: () => page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '[]') as unknown[]),
    /** The payment stored in this tab. */
    clientSecret: () =>
      page.evaluate(
        () => (JSON.parse(sessionStorage.getItem('checkout') ?? '{}').checkout?.payment?.clientSecret ?? '') as string,
      ),
  };
  return self;
}

/** Records the calls of the page to a path, with their bodies. */
export function watchCalls(page: Page, path: string): { bodies: unknown[] } {
  const seen: { bodies: unknown[] } = { bodies: [] };
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname.match(path))
      seen.bodies.push(request.postDataJSON());
  });
  return seen;
}
