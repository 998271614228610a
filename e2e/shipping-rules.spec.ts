import type { ShippingRatesAnswer } from '#shared/checkout/checkout.ts';
import type { AdminShippingRules } from '#shared/shipping/rules.ts';
import { adminCall, expect, expectAccessible, test } from './admin-fixtures.ts';
import { FULL_TIER, lastInGate } from './cases.ts';
import { NEW_YORK, shopper } from './shop-page.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const shopPage = async (url: string, language: string) =>
  (await fetch(`${url}/shop`, { headers: { 'accept-language': language } })).text();

async function ratesToAtlanta(url: string): Promise<string[]> {
  const answer = await fetch(`${url}/api/shipping-rates`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      items: [{ id: 'box40', quantity: 2 }],
      shippingAddress: { addressLine1: '55 Trinity Ave', city: 'Atlanta', state: 'GA', zipCode: '30303' },
    }),
  });
  return ((await answer.json()) as ShippingRatesAnswer).rates.map(({ amount }) => amount);
}

test('a free-shipping rule made on a phone is on page and quote', FULL_TIER, async ({ page, own: shop }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  const { url } = shop;
  expect(await ratesToAtlanta(url)).not.toContain('0.00');
  await page.goto(`${url}/admin/site?lang=en`);
  await page.getByRole('button', { name: 'Change the shipping rules' }).click();
  await expect(page).toHaveURL(/\/admin\/site\/shipping-rules/);
  await expect(page.getByText('Free on orders over $25 to Florida')).toBeVisible();
  await page.getByLabel('Items cost more than').fill('30');
  await expect(
    page.getByText(
      'An order of exactly $30.00 pays shipping; it is free from $30.01 on. For $30.00 to ship free too, write 29.99.',
    ),
  ).toBeVisible();
  await page.getByLabel('Up to, in pounds').first().fill('20');
  await page.getByText('States chosen: 1').click();
  await page.getByRole('checkbox', { name: 'Florida' }).uncheck();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  // An error is shown at its field.
  await expect(page.getByText('Choose at least one state')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Florida' }).check();
  await page.getByRole('checkbox', { name: 'Georgia' }).check();
  await expect(page.getByText('Free on orders over $30 and up to 20 lb to Florida and Georgia')).toBeVisible();
  await page.getByText('USPS Ground Advantage').click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Back to the first rules')).toBeVisible();

  expect(await shopPage(url, 'en')).toContain(
    'Free shipping on orders over $30 and up to 20 lb within Florida and Georgia',
  );
  expect(await shopPage(url, 'es')).toContain(
    'Envío gratis en pedidos de más de $30 y de hasta 20 lb dentro de la Florida y Georgia',
  );
  expect(await ratesToAtlanta(url)).toContain('0.00');

  await page.goto(`${url}/admin/site?lang=en`);
  await page.getByRole('button', { name: /^Undo/ }).first().click();
  await expect(async () => expect(await shopPage(url, 'en')).toContain('on orders over $25 within Florida')).toPass();
  expect(await ratesToAtlanta(url)).not.toContain('0.00');
  const { origin } = await adminCall<AdminShippingRules>(page, 'GET', `${url}/api/admin/shipping-rules`);
  expect(origin).toBe('default');

  // Nothing ships free, so pages do not mention it.
  await page.getByRole('button', { name: 'Change the shipping rules' }).click();
  await page.getByRole('checkbox', { name: 'Some orders ship free' }).uncheck();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Back to the first rules')).toBeVisible();
  for (const language of ['en', 'es']) expect(await shopPage(url, language)).not.toMatch(/Free shipping|Envío gratis/);
});

for (const [language, width] of lastInGate([
  ['en', 1440],
  ['es', 375],
])) {
  test(`a heat rule leaves fast services alone: ${language}, ${width} px`, FULL_TIER, async ({ page, own: shop }) => {
    const words = {
      en: {
        add: 'Add a heat rule',
        fast: 'Only services of 2 days or less',
        early: 'Leaves only from Monday to Wednesday',
        states: 'States: all',
        publish: 'Publish',
        missing: 'Choose what happens in these months.',
        published: 'Back to the first rules',
      },
      es: {
        add: 'Agregar una regla de calor',
        fast: 'Solo servicios de 2 días o menos',
        early: 'Sale solo de lunes a miércoles',
        states: 'Estados: todos',
        publish: 'Publicar',
        missing: 'Escoge qué pasa en esos meses.',
        published: 'Volver a las primeras reglas',
      },
    }[language];
    await page.setViewportSize({ width, height: 900 });
    const { url } = shop;
    await page.goto(`${url}/admin/site/shipping-rules?lang=${language}`);
    await page.getByRole('button', { name: words.add }).click();
    await page.getByRole('checkbox', { name: words.early }).uncheck();
    await page.getByRole('button', { name: words.publish, exact: true }).click();
    await expect(page.getByText(words.missing)).toBeVisible();
    await page.getByRole('checkbox', { name: words.early }).check();
    await page.getByRole('checkbox', { name: words.fast }).check();
    // The test runs in any month.
    const months = page.locator('fieldset').filter({ has: page.getByRole('checkbox', { name: /^(May|mayo)$/ }) });
    for (const month of await months.getByRole('checkbox').all()) await month.check();
    // Away from the bar and the toast at the bottom, which stays while the pointer is on it.
    const states = page.getByText(words.states);
    await states.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await states.click();
    await page.getByRole('checkbox', { name: /York/ }).last().check();
    await expectAccessible(page);
    await page.getByRole('button', { name: words.add }).scrollIntoViewIfNeeded();
    await page.screenshot({ path: test.info().outputPath(`heat-form-${language}.png`) });
    await page.getByRole('button', { name: words.publish, exact: true }).click();
    await expect(page.getByText(words.published)).toBeVisible();

    const me = shopper(page, language);
    await page.goto(`${url}/?lang=${language}`);
    await page.goto(`${url}/shop`);
    await me.add(1);
    await me.openCart();
    await me.button(me.t.shop_checkout).click();
    await me.fillAddress(NEW_YORK);
    await me.button(me.t.checkout_calculate).click();
    await expect(me.heading(me.t.checkout_shipping_heading)).toBeFocused();
    await expect(page.getByText(me.t.checkout_heat_fast)).toBeVisible();
    await expect(page.getByText(me.t.checkout_heat_week)).toBeVisible();
    // Two services are fast enough, and the dearer one arrives no sooner.
    await expect(page.getByRole('radio')).toHaveCount(1);
    await expectAccessible(page);
    await page.screenshot({ path: test.info().outputPath(`heat-rates-${language}.png`), fullPage: true });
  });
}
