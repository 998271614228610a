import type { Page } from '@playwright/test';
import { LANGUAGES } from '#shared/core/language.ts';
import { FULL_TIER, inTurns, lastInGate } from './cases.ts';
import { expect, test } from './fixtures.ts';
import { CARDS, NEW_YORK, shopper } from './shop-page.ts';

/** Visible controls and texts under the resting toast, except those below the open cart. */
const coveredThings = (page: Page) =>
  page.evaluate(async () => {
    const toast = document.querySelector('li.toast');
    if (!toast) return ['no toast is shown'];
    await Promise.all(toast.getAnimations().map((animation) => animation.finished));
    const box = toast.getBoundingClientRect();
    if (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight) return ['out of view'];
    const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
    const shown = toast.closest('dialog') ?? document;
    const selector = 'a, button, input, label, select, textarea, summary, h1, h2, h3, main ol li, [role="alert"]';
    return [...shown.querySelectorAll(selector)]
      .filter((element) => !toast.contains(element) && element.checkVisibility())
      .filter((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        // Content scrolled under the bar is already covered.
        const seenFrom = element.closest('header') ? top : Math.max(top, bar);
        return left < box.right && right > box.left && seenFrom < box.bottom && bottom > Math.max(box.top, seenFrom);
      })
      .map((element) => element.getAttribute('aria-label') ?? element.textContent);
  });

for (const [language, [width, height]] of lastInGate(
  inTurns([
    [1440, 900],
    [1280, 720],
    [1024, 768],
    [768, 1024],
    [360, 640],
    [375, 740],
  ] as const),
)) {
  test(`toasts appear where they cover nothing important: ${language}, ${width} × ${height}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height });
    await page.addInitScript((lang) => localStorage.setItem('lang', lang), language);
    const me = shopper(page, language);
    await me.open();
    const add = page.getByRole('button', { name: me.t.shop_add_to_cart });
    await add.first().click();
    await expect(me.toast(me.t.shop_added_toast)).toBeVisible();
    expect(await coveredThings(page)).toEqual([]);
    await page.evaluate(() => scrollTo(0, 0));
    await expect.poll(() => coveredThings(page)).toEqual([]);
    if (width >= 1024) return;
    // In the open cart, which makes the rest of the page inert.
    await me.openCart();
    await expect(page.locator('li.toast[data-state=open]')).toHaveCount(0);
    await page.getByRole('dialog').getByRole('button', { name: me.t.shop_add_to_cart }).click();
    await expect(page.getByRole('dialog').locator('li.toast')).toContainText(me.t.shop_added_toast);
    expect(await coveredThings(page)).toEqual([]);
    await page.locator('li.toast button').click();
    await expect(page.locator('li.toast')).toHaveCount(0);
  });
}

for (const language of lastInGate(LANGUAGES)) {
  test(`a toast speaks the language of the page, also when that changes: from ${language}`, async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await page.addInitScript((lang) => localStorage.setItem('lang', lang), language);
    const [me, other] = [shopper(page, language), shopper(page, language === 'en' ? 'es' : 'en')];
    await me.open();
    await me.add(1);
    await expect(me.toast(me.t.shop_added_toast)).toBeVisible();
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^E[NS]/ })
      .click();
    await expect(page.locator('li.toast')).toContainText(other.t.shop_added_toast);
    await expect(page.locator('li.toast')).not.toContainText(me.t.shop_added_toast);
  });

  test(`at 99 pieces adding does nothing, and the toast says so: ${language}`, async ({ page }) => {
    await page.addInitScript((lang) => {
      localStorage.setItem('lang', lang);
      localStorage.setItem('cart', '[{"id":"box40","quantity":98}]');
    }, language);
    const me = shopper(page, language);
    await me.open();
    await me.add(1);
    await expect(me.toast(me.t.shop_added_toast)).toBeVisible();
    await page.getByRole('button', { name: me.t.shop_add_to_cart }).first().click();
    await expect(me.toast(me.t.shop_most_title)).toBeVisible();
    await expect(page.locator('li.toast')).toContainText('99');
    await expect(page.getByText(me.t.shop_added_toast)).toHaveCount(0);
    expect(await me.cart()).toEqual([{ id: 'box40', quantity: 99 }]);
  });
}

test('a toast is gone when the step or the page changes', async ({ page }) => {
  // Its five seconds do not pass meanwhile.
  await page.clock.install();
  await page.setViewportSize({ width: 768, height: 1024 });
  const me = shopper(page);
  await me.open();
  await page.clock.pauseAt(Date.now() + 60_000);
  const shown = page.locator('li.toast[data-state="open"]');
  await me.add(1);
  await expect(shown).toHaveCount(1);
  // The frame that shows each press.
  await page.getByRole('button', { name: me.t.shop_cart_open }).click();
  await page.clock.runFor(100);
  await me.button(me.t.shop_checkout).click();
  await page.clock.runFor(100);
  await expect(me.heading(me.t.checkout_address_heading)).toBeFocused();
  await expect(shown).toHaveCount(0);
  await me.button(me.t.checkout_leave).click();
  await me.add(1);
  await expect(shown).toHaveCount(1);
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL(/about/);
  await expect(shown).toHaveCount(0);
});

test('one is visible at a time, for five seconds (the specification, 9)', FULL_TIER, async ({ page }) => {
  await page.clock.install();
  await page.setViewportSize({ width: 1440, height: 900 });
  const me = shopper(page);
  await me.open();
  await page.clock.pauseAt(Date.now() + 60_000);
  const shown = page.locator('li.toast');
  await me.add(1);
  await expect(shown).toContainText(me.t.shop_added_toast);
  await page.getByRole('complementary').getByRole('button', { name: me.t.shop_add_to_cart }).click();
  await expect(shown).toHaveCount(1);
  await expect(shown).toContainText('double');
  await page.clock.runFor(4_900);
  await expect(shown).toHaveAttribute('data-state', 'open');
  await page.clock.runFor(200);
  await expect(shown).toHaveCount(0);
});

for (const path of lastInGate(['/about', '/shop'])) {
  test(`the first F8 on ${path} focuses the region, before its code is loaded`, async ({ page }) => {
    await page.goto(path);
    // Hydrated: a scripted tap on the toggle is neither a key nor a pointer event, so the toasts are not loaded yet.
    await page
      .getByRole('button', { name: /^ES|español/i })
      .first()
      .evaluate((toggle: HTMLElement) => toggle.click());
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    await page.keyboard.press('F8');
    await expect(page.getByRole('region', { name: /F8/ }).getByRole('list')).toBeFocused();
  });
}

test('F8 focuses the toasts; a swipe right of more than 50 pixels closes one', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const me = shopper(page);
  await me.open();
  await me.add(1);
  const shown = page.locator('li.toast');
  await expect(shown).toContainText(me.t.shop_added_toast);
  await page.keyboard.press('F8');
  // Its timer stops while it has the focus.
  await expect(page.getByRole('region', { name: /F8/ }).getByRole('list')).toBeFocused();
  const swipe = async (pixels: number) => {
    const { x, y } = (await shown.boundingBox()) ?? { x: 0, y: 0 };
    await page.mouse.move(x + 100, y + 30);
    await page.mouse.down();
    await page.mouse.move(x + 100 + pixels, y + 30, { steps: 10 });
    await page.mouse.up();
  };
  await swipe(45);
  await expect(shown).toHaveAttribute('data-swipe', 'cancel');
  await expect(shown).toHaveAttribute('data-state', 'open');
  for (const [width, widest] of [
    [1440, 420],
    [768, 420],
    [375, 375],
  ] as const) {
    await test.step(`the region is at most ${widest} pixels wide in a window of ${width}`, async () => {
      await page.setViewportSize({ width, height: 900 });
      const region = page.getByRole('region', { name: /F8/ }).getByRole('list');
      await expect.poll(async () => (await region.boundingBox())?.width).toBe(widest);
    });
  }
  await swipe(60);
  await expect(shown).toHaveCount(0);
});

for (const [language, [width, height]] of lastInGate(
  inTurns([
    [375, 812],
    [360, 640],
    [1440, 900],
  ] as const),
)) {
  test(`a payment's toast leaves the order's number and the next steps free: ${language}, ${width} wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.addInitScript((lang) => localStorage.setItem('lang', lang), language);
    const me = shopper(page, language);
    await me.goToPayment(NEW_YORK);
    await me.pay(CARDS.good);
    const number = page.getByText(await me.seeOrder());
    await expect(me.toast(me.t.checkout_success_title)).toBeVisible();
    await expect.poll(() => coveredThings(page)).toEqual([]);
    const [at, toast] = [await number.boundingBox(), await page.locator('li.toast').boundingBox()];
    expect(at && toast && (at.y + at.height <= toast.y || toast.y + toast.height <= at.y)).toBe(true);
  });
}

test('a toast neither covers the button that pays nor moves while a pointer is down', async ({ page, context }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  const me = shopper(page, 'es');
  await page.addInitScript(() => localStorage.setItem('lang', 'es'));
  await me.goToPayment(NEW_YORK);
  await context.setOffline(true);
  await me.pay(CARDS.good);
  const region = page.getByRole('region', { name: /F8/ }).getByRole('list');
  await expect(me.toast(me.t.shop_payment_error)).toBeVisible();
  // Its five seconds stop while the window is in the background.
  await page.evaluate(() => dispatchEvent(new Event('blur')));
  const isClear = () =>
    page.evaluate(() => {
      const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
      const [toast, pay] = [box('li.toast'), box('form [type=submit]')];
      return toast && pay && (toast.top >= pay.bottom || toast.bottom <= pay.top);
    });
  // At each scroll position where the button is in view.
  for (const top of [420, 500, 580, 660, 740, 820]) {
    await page.evaluate((y) => {
      scrollTo(0, y);
      dispatchEvent(new Event('scrollend'));
    }, top);
    await expect.poll(isClear).toBe(true);
  }
  await page.mouse.move(1, 1);
  await page.mouse.down();
  // Over the button, as a scroll may leave it.
  await region.evaluate((list) => {
    const [toast, pay] = ['li.toast', 'form [type=submit]'].map((selector) => document.querySelector(selector));
    const top = (element: Element | null | undefined) => element?.getBoundingClientRect().top ?? 0;
    const now = Number.parseFloat(list.style.translate.split(' ')[1] ?? '0');
    list.style.translate = `0px ${now + top(pay) - top(toast)}px`;
    dispatchEvent(new Event('scrollend'));
  });
  expect(await isClear()).toBe(false);
  await page.mouse.up();
  await expect.poll(isClear).toBe(true);
});
