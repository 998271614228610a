import type { Page } from '@playwright/test';
import type { AdminProduct, CatalogueItem } from '#shared/catalogue/products.ts';
import { LANGUAGES } from '#shared/core/language.ts';
import { adminCall, buy, expect, expectAccessible, expectToast, lookAgain, test } from './admin-fixtures.ts';
import { FULL_TIER } from './cases.ts';

// The browser's message about the preview, where scripts are blocked, including axe's.
test.use({
  contextOptions: { reducedMotion: 'reduce' },
  allowConsole: [/Blocked script execution|Failed to load resource/],
});

const catalogue = async (url: string, language = 'en') =>
  (await (await fetch(`${url}/api/catalogue?lang=${language}`)).json()) as CatalogueItem[];
const shopPage = async (url: string, language: string) =>
  (await fetch(`${url}/shop`, { headers: { 'accept-language': language } })).text();
const productOf = async (page: Page, url: string, id: string) => {
  const products = await adminCall<AdminProduct[]>(page, 'GET', `${url}/api/admin/products`);
  return products.find((product) => product.id === id);
};
const fillBoth = async (page: Page, label: string, en: string, es: string) => {
  await page.getByLabel(`${label} (English)`, { exact: false }).first().fill(en);
  await page.getByLabel(`${label} (Spanish)`, { exact: false }).first().fill(es);
};

const LABEL = [
  ['Total Fat', '6'],
  ['Saturated Fat', '2.5'],
  ['Trans Fat', '0'],
  ['Cholesterol', '0'],
  ['Sodium', '130'],
  ['Total Carbohydrate', '21'],
  ['Dietary Fiber', '1'],
  ['Total Sugars', '11'],
  ['Added sugars', '9'],
  ['Protein', '2'],
  ['Vitamin D', '0'],
  ['Calcium', '20'],
  ['Iron', '0.8'],
  ['Potassium', '40'],
] as const;

test('on a phone a new product goes from an empty form to both pages and a sale', async ({ page, own: { url } }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto(`${url}/admin/products?lang=en`);
  await page.getByRole('button', { name: 'New product' }).click();
  const form = page.getByRole('form', { name: 'Product' });
  await expect(form).toBeVisible();
  const missing = page.getByRole('region', { name: 'What is missing before it can be sold' });
  // An entry links to its field.
  await missing.getByRole('button', { name: 'Price', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Price', exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Missing, and needed before it can be sold').first()).toBeVisible();
  await expectAccessible(page);

  await fillBoth(page, 'Name', 'Box of mango', 'Caja de mango');
  await expect(page.getByLabel('Page address (Spanish)')).toHaveValue('caja-de-mango');
  await fillBoth(page, 'Size in words', '12 x 1.10 oz', '12 x 1.10 oz');
  await fillBoth(page, 'Description', 'Twelve with mango', 'Doce con mango');
  await page.getByRole('textbox', { name: 'Price', exact: true }).fill('$15.50');
  await page.getByRole('button', { name: 'Add a picture' }).click();
  const picker = page.getByRole('dialog').last();
  for (let i = 0; i < 2; i++) await picker.locator('[aria-pressed="false"]').first().click();
  await picker.getByRole('button', { name: 'Add chosen pictures (2)' }).click();
  await page.getByRole('button', { name: 'Move Picture 2 up' }).click();
  await page.getByText('Barcode and tax code').click();
  for (const [label, value] of [
    ['Pieces in a pack', '12'],
    ['Ounces a piece', '1,1'],
    ['Packed weight, ounces', '20'],
    ['Length', '8'],
    ['Width', '6'],
    ['Height', '4'],
    ['Barcode number', '200000040018'],
    ['Keeps for days', '90'],
  ] as const) {
    await page.getByLabel(label).fill(value);
  }
  await page.getByRole('button', { name: 'Take 13.2 oz' }).click();
  await expect(page.getByText('This is not a valid barcode number')).toBeVisible();
  await page.getByLabel('Barcode number').fill('200000040017');
  await expect(page.getByText('This is not a valid barcode number')).toHaveCount(0);
  await page.getByRole('button', { name: 'Add an ingredient' }).click();
  await fillBoth(page, 'Ingredient 1', 'Mango paste', 'Pasta de mango');
  await page.getByRole('group', { name: 'It contains' }).getByRole('checkbox', { name: 'Wheat' }).check();
  await page.getByRole('group', { name: 'It contains' }).getByRole('checkbox', { name: 'Tree nuts' }).check();
  await fillBoth(page, 'Which tree nuts', 'almond', 'almendra');
  await page.getByLabel('Serving size').fill('1.10 oz (31 g)');
  await page.getByLabel('Calories').fill('15');
  for (const [name, amount] of LABEL) {
    await page.getByRole('textbox', { name: new RegExp(`^${name}, (g|mg|mcg)$`, 'i') }).fill(amount);
  }
  const sodium = page.getByRole('textbox', { name: 'Sodium, mg' });
  await sodium.fill('142');
  await expect(sodium).toHaveAccessibleDescription(/do not allow 142 mg\. The nearest they allow is 140 mg\.$/);
  await sodium.fill('130');
  await expect(sodium).toHaveAccessibleDescription('');
  // The label is drawn beside it, with percentages from the amounts, and warnings.
  const label = page.getByRole('region', { name: /Box of mango/ }).last();
  await expect(label).toContainText('13%');
  await expect(label).toContainText('12 servings per container');
  await page.getByLabel('Servings per container').fill('6');
  await page.getByLabel(/^The number is rounded/).check();
  await expect(label).toContainText('about 6 servings per container');
  await page.getByLabel('Servings per container').fill('');
  await expect(label).toContainText('12 servings per container');
  await expect(page.getByText(/the label says 15/)).toBeVisible();
  await page.getByLabel('Calories').fill('150');
  await expect(page.getByText(/the label says/)).toHaveCount(0);
  await expect(missing).toHaveCount(0);

  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expectToast(page, 'Published');
  await expect(page).toHaveURL(/\/admin\/products\/p\w+$/);
  const id = page.url().split('/').at(-1) ?? '';
  expect((await catalogue(url)).at(-1)).toMatchObject({
    id,
    name: 'Box of mango',
    price: '15.50',
    slug: 'box-of-mango',
  });
  expect(await shopPage(url, 'en')).toContain('Box of mango');
  expect(await shopPage(url, 'es')).toContain('Caja de mango');
  await buy(url, { cart: [{ id, quantity: 1 }] });
  const [order] = await adminCall<{ totalAmount: string; items: string }[]>(page, 'GET', `${url}/api/admin/orders`);
  expect(order?.items).toContain('Box of mango');
  await expectAccessible(page);
});

test('a price that is being typed stays while another tab publishes one', async ({ page, own: { url } }) => {
  const asked = page.waitForResponse((answer) => answer.url().endsWith('/api/admin/changes') && answer.ok());
  await page.goto(`${url}/admin/products?lang=en`);
  await asked;
  const row = page.locator('[data-row="box40"]');
  const price = row.getByRole('textbox', { name: /^Price of/ });
  await price.fill('22.75');
  const product = await productOf(page, url, 'box40');
  const change = { priceCents: 2000, version: product?.version, publish: true };
  await adminCall(page, 'PATCH', `${url}/api/admin/products/box40`, change);
  await lookAgain(page);
  await expect(row.getByText('Now $20.00')).toBeVisible();
  await expect(price).toHaveValue('22.75');
  await price.press('Escape');
  await expect(price).toHaveValue('20.00');
  await expect(row.getByText('Now $20.00')).toHaveCount(0);
});

test('an inline price is public after Enter, reverted by Undo; hidden and sold out', async ({ page, own: { url } }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${url}/admin/products?lang=en`);
  const [box] = await catalogue(url);
  const row = page.locator('[data-row="box40"]');
  const price = row.getByRole('textbox', { name: /^Price of/ });
  await price.fill('free');
  await price.press('Enter');
  await expect(row.getByText('An amount such as 19.99')).toBeVisible();
  await price.press('Escape');
  await expect(price).toHaveValue(box?.price ?? '');
  await price.fill('21.5');
  // A phone's number pad has no Enter key.
  await row.getByRole('button', { name: /^Publish the price of/ }).click();
  await expect(page.getByText(/costs \$21\.50$/).last()).toBeVisible();
  // An offer stays while the pointer is on it.
  await page.locator('[data-undo]').hover();
  expect((await catalogue(url))[0]?.price).toBe('21.50');
  for (const language of LANGUAGES) expect(await shopPage(url, language)).toContain('$21.50');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, 'Undone');
  expect((await catalogue(url))[0]?.price).toBe(box?.price);
  await expect(price).toHaveValue(box?.price ?? '');

  await row.getByRole('combobox', { name: /^Availability of/ }).selectOption('Sold out');
  await expect(page.getByText(/: Sold out$/).last()).toBeVisible();
  expect((await catalogue(url))[0]?.availability).toBe('sold_out');
  await row.getByRole('button', { name: /^Hide/ }).click();
  await expect(row.getByText('Hidden')).toBeVisible();
  await expect.poll(async () => (await catalogue(url)).map(({ id }) => id)).toEqual(['box20double']);
  await row.getByRole('button', { name: /^Put/ }).click();
  await expect(row.getByText('In the shop', { exact: true })).toBeVisible();
  expect((await catalogue(url)).map(({ id }) => id)).toEqual(['box40', 'box20double']);
  await expectAccessible(page);
});

test('the order is changed by keyboard and buttons, and taken back', FULL_TIER, async ({ page, own: { url } }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${url}/admin/products?lang=en`);
  const opener = page.locator('[data-row="box40"]').getByRole('button', { name: /^Open/ });
  await opener.focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(page.locator('[data-row]').last()).toHaveAttribute('data-row', 'box40');
  await expect(opener).toBeFocused();
  await expect(page.getByText('Now in place 2 of 2')).toBeAttached();
  await page.locator('[data-undo]').hover();
  await expect.poll(async () => (await catalogue(url)).map(({ id }) => id)).toEqual(['box20double', 'box40']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await catalogue(url)).map(({ id }) => id)).toEqual(['box40', 'box20double']);
  await page.setViewportSize({ width: 375, height: 812 });
  await page
    .locator('[data-row="box20double"]')
    .getByRole('button', { name: /^Move .* up$/ })
    .click();
  await expect.poll(async () => (await catalogue(url)).map(({ id }) => id)).toEqual(['box20double', 'box40']);
});

test('two tabs change one product: the later one sees both', FULL_TIER, async ({ page, context, own: { url } }) => {
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(`${url}/admin/products/box40?lang=en`);
    await expect(tab.getByLabel('Description (English)')).not.toHaveValue('');
  }
  await other.getByLabel('Description (English)').fill('Forty in a red box');
  await page.getByLabel('Description (English)').fill('Forty guava sandwiches');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expectToast(page, 'Draft saved');
  // A form with input does not change, but announces the change.
  await expect(other.getByText('This was changed in another tab or by somebody else.')).toBeVisible();
  await other.getByRole('button', { name: 'Save draft' }).click();
  const notice = other.getByRole('alert').filter({ hasText: 'Forty guava sandwiches' });
  await expect(notice).toBeVisible();
  await expect(other.getByLabel('Description (English)')).toHaveValue('Forty in a red box');
  await other.getByRole('button', { name: 'Save mine' }).click();
  await expectToast(other, 'Draft saved');
  expect((await productOf(page, url, 'box40'))?.description.en).toBe('Forty in a red box');
  // The first tab's form without input follows.
  await expect(page.getByLabel('Description (English)')).toHaveValue('Forty in a red box');
});

test('what is saved waits on the Site screen until it is published', FULL_TIER, async ({ page, own: { url } }) => {
  await page.goto(`${url}/admin/products/box40?lang=en`);
  await page.getByRole('textbox', { name: 'Price', exact: true }).fill('31');
  await fillBoth(page, 'Size in words', 'forty', 'cuarenta');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expectToast(page, 'Draft saved');
  await page.keyboard.press('Escape');
  await expect(page.getByText('1 change is not published')).toBeVisible();
  await expect(page.locator('[data-row="box40"]').getByText('Changes not published')).toBeVisible();
  await page.getByRole('button', { name: 'Look and publish' }).click();
  await expect(page).toHaveURL(/\/admin\/site$/);
  const waiting = page.getByRole('region', { name: '1 change is not published' });
  await expect(waiting).toContainText('$19.99 → $31.00');
  await expect(waiting).toContainText('forty / cuarenta');
  await page.getByRole('combobox', { name: 'Page' }).selectOption('/shop');
  await page.getByLabel('Press a sentence or a picture to change it').uncheck();
  const frame = page.frameLocator('iframe[title="Preview"]');
  await expect(frame.getByText('$31.00').first()).toBeVisible();
  await page.getByRole('button', { name: 'Spanish' }).click();
  await expect(frame.getByText('cuarenta').first()).toBeVisible();
  await page.getByRole('button', { name: 'Computer' }).click();
  // Its links open other previews. The test cannot press inside a frame without scripts.
  const link = frame.getByRole('link', { name: 'Nosotros' }).first();
  await expect(link).toHaveAttribute('href', '/api/admin/preview?path=%2Fabout&lang=es');
  await expect(frame.getByRole('note')).toContainText('Vista previa');
  await expectAccessible(page);
  expect((await catalogue(url))[0]?.price).toBe('19.99');

  await page.getByRole('button', { name: 'Publish all' }).click();
  const offer = page.locator('[data-never-covered]').getByText('Published: what was saved').locator('..');
  await expect(offer.getByRole('button', { name: 'Undo' })).toBeVisible();
  await expect(page.getByText('The public pages show everything you saved.')).toBeVisible();
  // It is announced once.
  await expect(page.locator('li.toast').getByText('Published')).toHaveCount(0);
  expect((await catalogue(url))[0]).toMatchObject({ price: '31.00', size: 'forty' });
  const product = await productOf(page, url, 'box40');
  const again = { version: product?.version, priceCents: 3200, publish: true };
  await adminCall(page, 'PATCH', `${url}/api/admin/products/box40`, again);
  const published = page.getByRole('region', { name: 'What was published' });
  await expect(published.getByRole('listitem')).toHaveCount(2);
  await published
    .getByRole('button', { name: /^Undo what/ })
    .last()
    .click();
  const asked = page.getByRole('alertdialog');
  await expect(asked).toContainText('$31.00 → $19.99');
  await expectAccessible(page);
  await asked.getByRole('button', { name: 'Undo' }).click();
  await expect(published.getByRole('alert')).toContainText('Price');
  // Beside the press, above the long list of publishes.
  await expect(published.locator('ol > li').last().locator('> *').nth(1)).toHaveRole('alert');
  await published
    .getByRole('button', { name: /^Undo what/ })
    .first()
    .click();
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await expect(asked).toBeHidden();
  expect((await catalogue(url))[0]).toMatchObject({ price: '32.00' });
  await published
    .getByRole('button', { name: /^Undo what/ })
    .first()
    .click();
  await asked.getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, 'Undone');
  expect((await catalogue(url))[0]).toMatchObject({ price: '31.00' });
});

test('saved changes are discarded, in the form and from the list of changes', async ({ page, own: { url } }) => {
  const price = page.getByRole('textbox', { name: 'Price', exact: true });
  const save = async (typed: string) => {
    await price.fill(typed);
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect(page.getByText('1 change is not published')).toBeVisible();
    await expect(page.locator('.form-bar')).toContainText('Draft saved');
  };
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto(`${url}/admin/products/box40?lang=en`);
  const discard = page.getByRole('button', { name: 'Discard changes…' });
  await expect(price).toHaveValue('19.99');
  await expect(discard).toHaveCount(0);
  await save('31');
  await discard.click();
  const question = page.getByRole('alertdialog', { name: 'Discard the changes to “Box of 40 individual sandwiches”?' });
  await expect(question).toContainText('$19.99 → $31.00');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(price).toHaveValue('31.00');
  await price.fill('33');
  await expect(page.locator('.form-bar')).not.toContainText('Draft saved');
  await discard.click();
  await question.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(price).toHaveValue('19.99');
  await expect(discard).toHaveCount(0);
  expect(await productOf(page, url, 'box40')).toMatchObject({ changed: [], priceCents: 1999 });

  await save('32');
  await page.goto(`${url}/admin/site?lang=en`);
  await page.getByRole('button', { name: 'Discard changes: Box of 40 individual sandwiches' }).click();
  await question.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(page.getByText('The public pages show everything you saved.')).toBeVisible();
  expect(await productOf(page, url, 'box40')).toMatchObject({ changed: [], priceCents: 1999 });
});

test('a copy is a draft, archiving asks, a deleted draft comes back', FULL_TIER, async ({ page, own: { url } }) => {
  await page.goto(`${url}/admin/products/box40?lang=en`);
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await expect(page).toHaveURL(/\/admin\/products\/p\w+$/);
  const copy = page.getByRole('complementary', { name: /\(copy\)$/ });
  await expect(copy.getByLabel('Page address (English)')).toHaveValue(/-copy$/);
  await expect(copy.getByLabel('Barcode number')).toHaveValue('');
  await copy.getByRole('button', { name: 'Delete draft…' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('It was never in the shop');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.locator('[data-row]')).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('[data-row]')).toHaveCount(3);
  await page.locator('[data-row="box20double"]').getByRole('button', { name: /^Open/ }).click();
  await page.getByRole('button', { name: 'Archive…' }).click();
  await question.getByRole('button', { name: 'Archive…' }).click();
  await expect.poll(async () => (await catalogue(url)).map(({ id }) => id)).toEqual(['box40']);
});
