import { expect, test } from './fixtures.ts';
import { hydrated } from './hydrated.ts';
import { shopper } from './shop-page.ts';

test('a press is painted before its long work: language, Checkout', async ({ page }) => {
  const me = shopper(page);
  await me.open();
  await me.add(1);
  await me.openCart();
  await hydrated(page);
  const checkout = await me.button(me.t.shop_checkout).elementHandle();
  const isOpenAtOnce = await checkout?.evaluate((button: HTMLElement) => {
    button.click();
    return button.isConnected && button.checkVisibility();
  });
  expect(isOpenAtOnce).toBe(true);
  await expect(me.heading(me.t.checkout_address_heading)).toBeFocused();

  const toggle = page.locator('header button[lang="es"]');
  const atOnce = await toggle.evaluate((button: HTMLElement) => {
    button.click();
    return document.documentElement.lang;
  });
  expect(atOnce).toBe('en');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
});
