import { facts } from '#brand/facts.ts';
import type { AdminText } from '#shared/content/texts.ts';
import { LANGUAGES, type Language } from '#shared/core/language.ts';
import type { EmailPreview } from '#shared/emails/emails.ts';
import { localized } from '#test/localized.ts';
import { adminCall, expect, expectAccessible, test } from './admin-fixtures.ts';
import { FULL_TIER } from './cases.ts';
import { texts } from './shop-page.ts';

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  allowConsole: [/Blocked script execution|Failed to load resource/],
});

const documentOf = async (url: string, path: string, language: Language) =>
  (await fetch(url + path, { headers: { 'accept-language': language } })).text();

const WORDS = localized('Snack <time> & joy.', 'La merienda de siempre & ya.');
const asHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

test('a sentence is found on a phone, published and taken back', FULL_TIER, async ({ page, own: { url } }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  const [before] = await adminCall<AdminText[]>(page, 'GET', `${url}/api/admin/texts?q=home_heading`);
  if (!before) throw new Error('the list lacks the first heading');
  await page.goto(`${url}/admin/site?lang=en`);
  await page.getByRole('link', { name: 'Find a sentence' }).click();
  await expect(page).toHaveURL(/\/admin\/site\/texts/);
  await expectAccessible(page);
  // Found by words in the other language; mails have the same text.
  await page.getByRole('searchbox').fill(before.es.slice(3, 20));
  await page.getByRole('region', { name: 'Home' }).getByRole('button', { name: before.en }).click();
  await expect(page).toHaveURL(/text-home_heading/);
  const english = page.getByLabel('Sentence (English)');
  await english.fill('Only in ');
  await page.getByText('Insert a fact of the shop').first().click();
  await page.getByRole('button', { name: 'Insert Miami' }).first().click();
  await expect(english).toHaveValue('Only in {city}');
  await english.fill('{amount} {');
  await expect(page.getByText('A brace stands alone here')).toBeVisible();
  await english.fill('{amount}');
  await expect(page.getByText('This sentence does not know {amount}')).toBeVisible();
  await expectAccessible(page);
  await english.fill(WORDS.en);
  await page.getByLabel('Sentence (Spanish)').fill(WORDS.es);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Changes not published', { exact: true }).first()).toBeVisible();
  expect(await documentOf(url, '/', 'en')).not.toContain(asHtml(WORDS.en));
  await page.getByRole('button', { name: 'Preview' }).click();
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('heading', { level: 1, name: WORDS.en })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Yours', { exact: true })).toBeVisible();
  for (const language of LANGUAGES) expect(await documentOf(url, '/', language)).toContain(asHtml(WORDS[language]));

  await page.getByRole('button', { name: 'All sentences' }).click();
  await page.getByRole('searchbox').fill('');
  await page.getByLabel('Changed only').check();
  await expect(page.getByText('1 sentence', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: WORDS.en }).click();
  await page.getByRole('button', { name: 'Back to the original' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Back to the original' }).click();
  await expect(english).toHaveValue(before.en);
  expect(await documentOf(url, '/', 'en')).toContain(asHtml(before.en));
});

test('what was published is told in the admin’s language', FULL_TIER, async ({ page, own: { url } }) => {
  await page.setViewportSize({ width: 375, height: 740 });
  const words = { en: 'Sweet from {city}', es: 'Dulce de {city}' };
  const put = (path: string, data: object) =>
    adminCall<object>(page, 'PUT', `${url}/api/admin/${path}`, { ...data, version: 0, publish: true });
  await put('texts/home_heading', words);
  await put('places/hero', { picture: 'storyKitchen' });
  const name = localized('A box of forty', 'Caja grande');
  await adminCall(page, 'PATCH', `${url}/api/admin/products/box40`, { name, version: 0, publish: true });
  await page.goto(`${url}/admin/site?lang=es`);
  const published = page.getByRole('region', { name: 'Lo que se publicó' });
  const entries = published.getByRole('listitem');
  await expect(entries).toHaveCount(3);
  await expect(entries.nth(2)).toContainText(`Inicio: la frase “${words.es.replace('{city}', facts.city)}”`);
  await expect(entries.nth(2).getByText('{city}')).toHaveCount(0);
  await expect(entries.nth(1)).toContainText('Foto: Inicio, arriba');
  await expect(entries.nth(0)).toContainText(name.es);
  await entries
    .nth(2)
    .getByRole('button', { name: /^Deshacer/ })
    .click();
  await expect(entries).toHaveCount(4);
  await expect(entries.nth(3)).toContainText('Deshecho el');
  await expect(entries.nth(3).getByRole('button')).toHaveCount(0);
  await expect(entries.nth(0)).toContainText('deshizo lo publicado el');
  expect(await documentOf(url, '/', 'es')).not.toContain('Dulce de');
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath('history-es.png'), fullPage: true });
  // Undoing the undo restores it: the first entry applies again.
  await entries
    .nth(0)
    .getByRole('button', { name: /^Volver a ponerlo/ })
    .click();
  await expect(entries).toHaveCount(5);
  await expect(entries.nth(1)).toContainText('Puesto otra vez el');
  await expect(entries.nth(4).getByRole('button', { name: /^Deshacer/ })).toBeVisible();
  expect(await documentOf(url, '/', 'es')).toContain('Dulce de');
});

test('on a phone a form begins at its top, and the list stays', FULL_TIER, async ({ page, own: { url } }) => {
  await page.setViewportSize({ width: 375, height: 740 });
  await page.goto(`${url}/admin/site/texts?place=home&lang=en`);
  const top = () => page.evaluate(() => scrollY);
  const last = page.getByRole('region', { name: 'Home' }).getByRole('listitem').last().getByRole('button');
  await last.scrollIntoViewIfNeeded();
  const left = await top();
  expect(left).toBeGreaterThan(500);
  await last.click();
  await expect(page.getByLabel('Sentence (English)')).toBeVisible();
  await expect.poll(top).toBe(0);
  await page.getByLabel('Sentence (English)').fill('A long sentence of the home page. '.repeat(8));
  const [shown, whole] = await page
    .getByLabel('Sentence (English)')
    .evaluate((field) => [field.clientHeight, field.scrollHeight]);
  expect(shown).toBe(whole);
  await page.getByRole('button', { name: 'All sentences' }).click();
  await expect(last).toBeVisible();
  await expect.poll(top).toBe(left);
});

test('a shopper reads the owner’s words on the page, in lazy parts and errors', async ({ page, own: { url } }) => {
  const change = async (key: string, en: string, es: string) =>
    adminCall<AdminText>(page, 'PUT', `${url}/api/admin/texts/${key}`, { en, es, version: 0, publish: true });
  await change('shop_add_to_cart', 'Into the bag', 'A la bolsa');
  await change('shop_title', 'Boxes, {brand}', 'Cajas, {brand}');
  await change('shop_cart_quantity', '{quantity} in here', '{quantity} aquí');
  await change('shop_minimum_text', 'Not below {amount}', 'No menos de {amount}');
  await change('checkout_address_heading', 'Where to?', '¿Adónde?');
  await change('alt_hero', 'A plate by the window', 'Un plato junto a la ventana');
  await page.goto(`${url}/?lang=en`);
  await expect(page.getByAltText('A plate by the window')).toBeVisible();
  expect(await documentOf(url, '/', 'es')).toContain('alt="Un plato junto a la ventana"');
  await page.goto(`${url}/shop?lang=en`);
  await expect(page).toHaveTitle(/^Boxes, /);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.getByRole('banner').getByRole('button', { name: /^ES/ }).click();
  await expect(page.getByText('A la bolsa').first()).toBeVisible();
  await expect(page).toHaveTitle(/^Cajas, /);
  expect(requests.filter((each) => !each.includes('/assets/'))).toEqual([]);
  await page.getByText('A la bolsa').first().click();
  await page.getByRole('button', { name: texts.es.shop_checkout }).first().click();
  await expect(page.getByRole('heading', { name: '¿Adónde?' })).toBeVisible();
});

test('in the preview a press on a sentence opens its form', FULL_TIER, async ({ page, own: { url } }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto(`${url}/admin/site?lang=en`);
  await page.getByRole('combobox', { name: 'Page' }).selectOption('/shop');
  const heading = page.frameLocator('iframe').locator('a[href*="text-shop_intro_heading"]').first();
  // Without scripts, Playwright's click waits forever for an animation frame.
  const press = async () => {
    const place = async () => {
      const box = await heading.boundingBox();
      if (!box) throw new Error('the sentence is not drawn');
      return box;
    };
    // Into the middle of the window, away from the bar at its end.
    const { y } = await place();
    await page.evaluate((by) => scrollBy({ top: by, behavior: 'instant' }), y - 400);
    const box = await place();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  };
  const isOpen = async () => {
    await expect(page).toHaveURL(/\/admin\/site\/text-shop_intro_heading/);
    await expect(page.getByLabel('Sentence (English)')).toHaveValue(texts.en.shop_intro_heading);
  };
  await expect(heading).toBeVisible();
  // On a phone the menu is closed.
  await expect(page.frameLocator('iframe').locator('#site-menu')).toBeHidden();
  await press();
  await isOpen();
  // The way back leads to the same page.
  await page.getByRole('button', { name: 'All sentences' }).click();
  await page.goto(`${url}/admin/site?lang=en`);
  await expect(page.getByRole('combobox', { name: 'Page' })).toHaveValue('/shop');
  await expect(heading).toBeVisible();
  await heading.focus();
  await page.keyboard.press('Enter');
  await isOpen();
});

test('a template’s fixed words are changed and shown in its preview', FULL_TIER, async ({ page, own: { url } }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  const preview = { templateKey: 'order_cancellation', language: 'es', subject: 'S', body: '{{refundNote}}' };
  const shown = async () =>
    (await adminCall<EmailPreview>(page, 'POST', `${url}/api/admin/email-templates/preview`, preview)).html;
  await page.goto(`${url}/admin/dashboard?tab=emails&lang=en&view=templates&template=order_cancellation&language=es`);
  await page.getByRole('button', { name: 'Change these words' }).click();
  await expect(page).toHaveURL(/\/admin\/site\/texts\?place=mails/);
  await page.getByRole('button', { name: /^We have paid \{amount\} back/ }).click();
  await expectAccessible(page);
  const spanish = page.getByLabel('Sentence (Spanish)');
  await spanish.fill('Ya está.');
  await expect(page.getByText('{amount}').first()).toBeVisible();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Something is still missing', { exact: true })).toBeVisible();
  await spanish.fill('Te devolvimos <todo>: ');
  await spanish.press('End');
  await page.getByRole('button', { name: 'Insert amount' }).last().click();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Changes not published', { exact: true }).first()).toBeVisible();
  // The preview shows what is saved.
  expect(await shown()).toMatch(/Te devolvimos &lt;todo&gt;: \$\d/);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Yours', { exact: true })).toBeVisible();
  expect(await shown()).toMatch(/Te devolvimos &lt;todo&gt;: \$\d/);
  await page.getByRole('link', { name: 'Email Templates' }).click();
  await expect(page).toHaveURL(/\/admin\/emails\?view=templates/);
});
