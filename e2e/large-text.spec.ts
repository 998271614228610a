import type { Page } from '@playwright/test';
import { publicPaths } from '#scripts/budget.ts';
import { LANGUAGES } from '#shared/core/language.ts';
import { lastInGate } from './cases.ts';
import { expect, test } from './fixtures.ts';
import { MIAMI, shopper } from './shop-page.ts';

/** The browser's message about the missing page. */
test.use({ allowConsole: [/404 \(Not Found\)/], viewport: { width: 375, height: 740 } });

/** The effect of a text size of 200 % on a phone, whose breakpoints stay the same. */
const enlarge = (page: Page) =>
  page.evaluate(() => document.documentElement.style.setProperty('font-size', '212.5%', 'important'));

/** Words that overflow the window, which clips them. */
const cutOff = (page: Page) =>
  page.evaluate(() => {
    const range = document.createRange();
    return [...document.querySelectorAll('header *, main *, footer *')].flatMap((element) => {
      const isShown = element.getBoundingClientRect().width > 1 && !element.closest('.sr-only, [data-open=false]');
      if (!isShown || ![...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()))
        return [];
      range.selectNodeContents(element);
      const { left, right } = range.getBoundingClientRect();
      return left < -1 || right > innerWidth + 1 ? [element.textContent] : [];
    });
  });

for (const language of lastInGate(LANGUAGES)) {
  test.describe(`text at 200 % on a phone, ${language}`, () => {
    test.beforeEach(async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.addInitScript((lang) => localStorage.setItem('lang', lang), language);
    });

    test('no page cuts a word off', async ({ page }) => {
      for (const path of [...publicPaths(), '/nothing-here']) {
        await test.step(path, async () => {
          await page.goto(path);
          await expect(page.locator('html')).toHaveAttribute('lang', language);
          // The document in the shopper's language replaces the first one.
          await expect(() => page.getByRole('contentinfo').scrollIntoViewIfNeeded({ timeout: 2000 })).toPass();
          await enlarge(page);
          expect(await cutOff(page)).toEqual([]);
        });
      }
    });

    test('the checkout cuts no word off at any step', async ({ page }) => {
      const me = shopper(page, language);
      await me.startCheckout(2);
      await enlarge(page);
      // By key: Playwright clicks no `aria-disabled` button, but this one responds to a press with what is missing.
      await me.button(me.t.checkout_calculate).press('Enter');
      expect(await cutOff(page)).toEqual([]);
      await me.fillAddress(MIAMI);
      await me.button(me.t.checkout_calculate).click();
      await expect(me.heading(me.t.checkout_shipping_heading)).toBeFocused();
      expect(await cutOff(page)).toEqual([]);
      await me.chooseRate();
      await expect(me.cardNumber).toBeVisible();
      expect(await cutOff(page)).toEqual([]);
      await page.locator('summary').first().click();
      expect(await cutOff(page)).toEqual([]);
    });
  });
}
