import { adminCall, buy, expect, expectAccessible, openDashboard, signIn, test, unique } from './admin-fixtures.ts';
import { CASES, lastInGate } from './cases.ts';
import { NEW_YORK, shopper } from './shop-page.ts';

for (const [language, width] of lastInGate(CASES)) {
  test(`a gift from the checkout to its page, in ${language} at ${width} px`, async ({ page, shop }) => {
    await page.setViewportSize({ width, height: 900 });
    const me = shopper(page, language);
    const t = me.t;
    await page.goto(`${shop.url}/?lang=${language}`);
    await page.goto(`${shop.url}/shop`);
    await me.add(1);
    await me.openCart();
    await me.button(t.shop_checkout).click();
    await expect(me.heading(t.checkout_address_heading)).toBeFocused();
    await me.fillAddress(NEW_YORK);
    const recipient = page.getByLabel(t.checkout_gift_recipient);
    await expect(recipient).toBeHidden();
    await page.getByText(t.checkout_gift_ask, { exact: true }).click();
    await recipient.fill('Ana López');
    await page.getByLabel(t.checkout_gift_note).fill('Feliz cumpleaños, abuela.\nWith love');
    await expectAccessible(page);
    await page.screenshot({ path: test.info().outputPath(`gift-${language}.png`), fullPage: true });
    // A reload keeps the input and its open fold.
    await page.reload();
    await expect(recipient).toHaveValue('Ana López');
    await me.button(t.checkout_calculate).click();
    await expect(me.heading(t.checkout_shipping_heading)).toBeFocused();
    await me.button(t.checkout_continue).click();
    await expect(me.cardNumber).toBeVisible();
    await me.fillCard('4242424242424242');
    await me.payButton.click();
    const number = await me.seeOrder();
    await signIn(page, shop.url);
    const [order] = await adminCall<{ id: string; giftNote: string }[]>(
      page,
      'GET',
      `${shop.url}/api/admin/orders?q=${number}`,
    );
    expect(order).toMatchObject({
      customerName: 'Yolanda Pérez',
      recipientName: 'Ana López',
      giftNote: 'Feliz cumpleaños, abuela.\nWith love',
    });
  });
}

test('the slip of a gift has recipient and note but no price; the order names the buyer', async ({ page, shop }) => {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', 'true');
  });
  const fullName = unique('Regala');
  const gift = { recipientName: 'Ana López', giftNote: 'Feliz día <b>de todos</b>\nחג שמח' };
  const { orderNumber, statusUrl } = await buy(shop.url, { address: { fullName, ...gift } });
  await openDashboard(page, `tab=orders&q=${encodeURIComponent(fullName)}`);
  const row = page.getByRole('row').filter({ hasText: orderNumber });
  await expect(row).toContainText(`${fullName}Gift for Ana López`);
  await page.getByRole('button', { name: `Open order ${orderNumber}` }).click();
  const drawer = page.getByRole('complementary', { name: `Order ${orderNumber}` });
  await expect(drawer.locator('address')).toContainText('Ana López');
  await expect(drawer.getByText('Gift from')).toBeVisible();
  await expect(drawer.getByText('Feliz día <b>de todos</b>')).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath('drawer.png') });
  await drawer.getByRole('button', { name: 'Print packing slip' }).click();
  await expect(page.locator('html[data-printed]')).toHaveCount(1);
  await page.emulateMedia({ media: 'print' });
  const slip = page.locator('.slip');
  await expect(slip.locator('address')).toContainText('Ana López');
  await expect(slip).toContainText(`A gift from ${fullName}`);
  await expect(slip).toContainText('Feliz día <b>de todos</b>');
  await expect(slip).not.toContainText(/\$|19\.99/);
  await page.screenshot({ path: test.info().outputPath('slip.png'), fullPage: true });
  await page.emulateMedia({ media: 'screen' });
  await page.goto(shop.url + statusUrl);
  await expect(page.getByText('The packing slip shows no prices and has your note.')).toBeVisible();
  await expect(page.getByText('Ana López')).toHaveCount(0);
  await page.screenshot({ path: test.info().outputPath('page.png'), fullPage: true });
});
