import type { Page } from '@playwright/test';
import enStores from '#brand/texts/en/stores.json' with { type: 'json' };
import enWholesale from '#brand/texts/en/wholesale.json' with { type: 'json' };
import esStores from '#brand/texts/es/stores.json' with { type: 'json' };
import esWholesale from '#brand/texts/es/wholesale.json' with { type: 'json' };
import { publicPaths } from '#scripts/budget.ts';
import type { Language } from '#shared/core/language.ts';
import { localized } from '#test/localized.ts';
import { filledTexts } from '#test/texts.ts';
import { CASES, FULL_TIER, inTurns, lastInGate } from './cases.ts';
import { expect, test } from './fixtures.ts';
import { hydrated } from './hydrated.ts';
import { CARDS, MIAMI, NEW_YORK, shopper } from './shop-page.ts';
import { translate, translateEarly } from './translator.ts';

// React does not find text nodes that a translator has replaced, so changing text needs a separate element.
test.use({ allowConsole: [/Failed to load resource/] });

const texts = localized(
  filledTexts({ ...enStores, ...enWholesale }, 'en'),
  filledTexts({ ...esStores, ...esWholesale }, 'es'),
);
const VISIBLE = { visible: true } as const;
const localeOf = (language: Language) => (language === 'es' ? 'es-US' : 'en-US');

/** The hydrated page, with a translator active. */
async function openTranslated(page: Page, path: string) {
  await page.goto(path);
  await hydrated(page);
  await translate(page);
}

test('every translated page stays intact when it switches languages and back', async ({ page }) => {
  const words = () =>
    page.locator('#root').evaluate((root) => {
      const copy = root.cloneNode(true) as Element;
      for (const unseen of copy.querySelectorAll('noscript')) unseen.remove();
      return copy.textContent;
    });
  for (const [language, path] of inTurns(publicPaths())) {
    await test.step(`${path}, from ${language}`, async () => {
      const other = language === 'en' ? 'es' : 'en';
      const turnTo = async (to: Language) => {
        await page.getByRole('button', { name: new RegExp(`^${to}\\b`, 'i') }).click();
        await expect(page.locator('html')).toHaveAttribute('lang', to);
      };
      // The words without a translator; a product's page also says when it arrives.
      const wordsIn = async (shown: Language) => {
        await page.goto(`${path}?lang=${shown}`);
        await hydrated(page);
        if (path.startsWith('/product/'))
          await expect(page.getByText(/Arrives by|Llega a/).filter(VISIBLE)).toBeVisible();
        return words();
      };
      const turned = await wordsIn(other);
      const before = await wordsIn(language);

      await translate(page);
      await turnTo(other);
      await expect.poll(words).toBe(turned);
      await turnTo(language);
      await expect.poll(words).toBe(before);
      await expect(page.getByRole('contentinfo')).toBeVisible();
    });
  }
});

for (const [language, width] of lastInGate(CASES)) {
  test.describe(`${language}, ${width} wide`, () => {
    test.use({ locale: localeOf(language), viewport: { width, height: 812 } });

    test('a translated shop takes boxes, more and fewer of them, and none', async ({ page }) => {
      const me = shopper(page, language);
      await openTranslated(page, '/shop');
      const add = page.locator('[data-add]');
      await add.first().click();
      await add.nth(1).click();
      await expect.poll(() => me.cart()).toHaveLength(2);
      const nearlyFull = [
        { id: 'box40', quantity: 98 },
        { id: 'box20double', quantity: 1 },
      ];
      await page.evaluate((lines) => localStorage.setItem('cart', JSON.stringify(lines)), nearlyFull);
      await openTranslated(page, '/shop');
      await me.openCart();
      const cart = width < 1024 ? page.getByRole('dialog') : page.getByRole('complementary');
      const line = cart.getByRole('listitem').first();
      const named = (label: string) => line.getByRole('button', { name: label.replace('{name}', '') });
      const quantity = line.getByText(me.t.shop_cart_quantity.replace(/\{.*/, ''));
      await named(me.t.shop_cart_increase).click();
      await expect(line).toContainText(me.t.shop_cart_most.replace('{max}', '99'));
      await expect(quantity).toHaveText(me.t.shop_cart_quantity.replace('{quantity}', '99'));
      await named(me.t.shop_cart_decrease).click();
      await expect(quantity).toHaveText(me.t.shop_cart_quantity.replace('{quantity}', '98'));
      await expect(line).not.toContainText(me.t.shop_cart_most.replace('{max}', '99'));
      const remove = cart.getByRole('button', { name: me.t.shop_cart_remove.replace('{name}', '') });
      await remove.first().click();
      await remove.click();
      await expect(cart).toContainText(me.t.shop_cart_empty_heading);
      await expect(cart).toContainText(me.t.shop_cart_empty_text);
    });

    test('a translated checkout turns to the other language with all its words', async ({ page }) => {
      const other = language === 'en' ? 'es' : 'en';
      const { t } = shopper(page, other);
      await shopper(page, language).goToPayment(MIAMI);
      await translate(page);
      await page.getByRole('button', { name: new RegExp(`^${other}\\b`, 'i') }).click();
      await expect(page.getByRole('heading', { name: t.checkout_payment_heading })).toBeVisible();
      for (const words of [t.checkout_leave, t.checkout_step_address, t.checkout_summary, t.checkout_card_number])
        await expect(page.getByText(words, { exact: true }).filter({ visible: true }).first()).toBeVisible();
      await page.getByRole('button', { name: t.checkout_change_shipping }).click();
      await page.getByRole('button', { name: t.checkout_change_address }).click();
      for (const words of [t.checkout_full_name, t.checkout_gift_ask, t.checkout_code_ask])
        await expect(page.getByText(words, { exact: true })).toBeVisible();
    });

    test('a translated purchase goes on to its order, and the order to its end', async ({ page }) => {
      const me = shopper(page, language);
      const { t } = me;
      await openTranslated(page, '/shop');
      await me.add(2);
      await me.openCart();
      await me.button(t.shop_checkout).click();
      // A missing value is reported at its field, and again when it is wrong.
      await me.button(t.checkout_calculate).press('Enter');
      await expect(page.getByText(t.checkout_incomplete)).toBeVisible();
      await page.getByText(t.checkout_gift_ask).click();
      await page.getByLabel(t.checkout_gift_recipient).fill('Ana');
      await page.getByText(t.checkout_code_ask).click();
      await page.getByLabel(t.checkout_code, { exact: true }).fill('NOSUCHCODE');
      await me.button(t.checkout_code_apply).click();
      await expect(page.getByLabel(t.checkout_code, { exact: true })).toHaveAttribute('aria-invalid', 'true');
      await page.getByLabel(t.checkout_code, { exact: true }).fill('');
      await me.fillAddress(NEW_YORK);
      await page.getByLabel(t.checkout_zip).fill('1');
      await page.getByLabel(t.checkout_zip).blur();
      await expect(page.getByLabel(t.checkout_zip)).toHaveAttribute('aria-invalid', 'true');
      await me.fillAddress(NEW_YORK);
      await me.button(t.checkout_calculate).click();
      await expect(me.heading(t.checkout_shipping_heading)).toBeVisible();
      await page.getByRole('button', { name: t.checkout_change_address }).click();
      await me.fillAddress(MIAMI);
      await me.button(t.checkout_calculate).click();
      await page.getByRole('radio').last().check();
      await page.getByRole('radio', { name: t.checkout_free }).check();
      await me.button(t.checkout_continue).click();
      await expect(me.payButton).toHaveText(t.checkout_pay.replace('{amount}', '$39.98'));
      await me.pay(CARDS.declined);
      await expect(me.alert.first()).toBeVisible();
      await expect(me.payButton).toHaveText(t.checkout_pay.replace('{amount}', '$39.98'));
      await me.pay(CARDS.good);
      await expect(me.heading(t.checkout_done_heading)).toBeVisible();

      await page.getByRole('link', { name: t.checkout_done_status }).click();
      await page.getByRole('button', { name: t.order_address_open }).click();
      await page.getByLabel(t.order_address_line_1).fill('21 Calle Ocho');
      await page.getByLabel(t.order_address_city).fill('Miami');
      await page.getByLabel(t.order_address_state).fill('FL');
      await page.getByLabel(t.order_address_zip).fill('33130');
      await page.getByRole('button', { name: t.order_address_save }).click();
      await expect(page.getByText(t.order_address_done.replace('{destination}', 'Miami, FL'))).toBeVisible();
      await page.getByRole('button', { name: t.order_cancel_open }).click();
      await page.getByRole('button', { name: new RegExp(`^${t.order_cancel_press.split(' {')[0]} `) }).click();
      await expect(page.getByText(t.order_cancel_done)).toBeVisible();
      await expect(page.getByText(t.order_cancelled, { exact: true })).toBeVisible();
      await page.getByRole('button', { name: t.order_buy_again }).click();
      await expect.poll(() => me.cart()).toHaveLength(1);
      await me.button(t.checkout_done_again).click();
      await expect(me.heading(t.shop_intro_heading)).toBeVisible();
    });
  });
}

for (const [language, width] of lastInGate(CASES)) {
  test.describe(`${language}, ${width} wide`, () => {
    test.use({ locale: localeOf(language), viewport: { width, height: 900 } });
    const t = texts[language];

    test('a translated wholesale form reports, is sent, starts anew', FULL_TIER, async ({ page }) => {
      await openTranslated(page, '/wholesale');
      const form = page.locator('#inquiry');
      const send = form.getByRole('button', { name: t.inquiry_submit });
      await send.click();
      await expect(form.getByText(t.inquiry_incomplete)).toBeVisible();
      await form.getByLabel(t.inquiry_email, { exact: true }).fill('lourdes');
      await expect(form.getByText(t.inquiry_invalid_email)).toBeVisible();
      for (const [label, value] of [
        [t.inquiry_business_name, 'El Faro Market'],
        [t.inquiry_contact_name, 'Lourdes Peña'],
        [t.inquiry_email, 'lourdes@example.com'],
        [t.inquiry_phone, '305-555-0177'],
        [t.inquiry_location, 'Hialeah, FL'],
      ] as const) {
        await form.getByLabel(label, { exact: true }).fill(value);
      }
      await form.getByLabel(t.inquiry_store_type, { exact: true }).selectOption('mini-mart');
      await send.click();
      await expect(form.getByRole('heading', { name: t.inquiry_thanks_title })).toBeVisible();
      await form.getByRole('button', { name: t.inquiry_another }).click();
      await expect(send).toBeVisible();
    });

    test('a translated store finder counts, sorts, shows a place and is cleared', FULL_TIER, async ({ page }) => {
      await page.route(/^https:\/\/(maps|www)\.google\.com\//, (route) =>
        route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>map</title>' }),
      );
      const store = (id: string, name: string, address: string, latitude: string, longitude: string) => ({
        ...{ id, name, storeType: 'grocery', address, latitude, longitude },
      });
      const stores = [
        store('1', 'Bodega Ñico', '100 NW 7th St, Miami, FL 33136', '25.7790000', '-80.1960000'),
        store('2', 'Key Stop', '1100 Duval St, Key West, FL 33040', '24.5475000', '-81.7970000'),
      ];
      await page.route('**/api/store-locations', (route) => route.fulfill({ json: stores }));
      await openTranslated(page, '/wholesale');
      await page.locator('#stores').scrollIntoViewIfNeeded();
      const status = page.locator('#stores').getByRole('status').first();
      const search = page.getByLabel(t.stores_search);
      const count = (stores: number) => t.stores_count.replace('{count}', String(stores));
      await expect(status).toContainText(count(2));
      await search.fill('33040');
      await expect(status).toContainText(t.stores_sorted);
      await search.fill('99999');
      await expect(status).toContainText(t.stores_zip_unknown.slice(0, 12));
      await search.fill('nowhere');
      await expect(page.getByText(t.stores_none_match)).toBeVisible();
      await expect(status).toContainText(count(0));
      await search.fill('Key');
      await expect(status).toContainText(t.stores_count_one);
      await page.getByRole('button', { name: 'Key Stop' }).first().click();
      await expect(page.locator('#stores iframe')).toBeVisible();
      await page.getByRole('button', { name: t.stores_clear, exact: true }).click();
      await expect(status).toContainText(count(2));
    });
  });
}

test('a shop translated before hydration still adds boxes', async ({ context }) => {
  // Not the fixture's page, because React reports that the texts differ, and renders again.
  const page = await context.newPage();
  await translateEarly(page);
  await page.goto('/shop');
  const add = page.locator('[data-add]');
  await add.first().click();
  await add.nth(1).click();
  await expect.poll(() => shopper(page).cart()).toHaveLength(2);
  await expect(page.getByRole('complementary').getByRole('listitem')).toHaveCount(2);
});
