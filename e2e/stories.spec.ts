import type { Page } from '@playwright/test';
import { images } from '#brand/images.ts';
import type { AdminStory } from '#shared/content/stories.ts';
import { LANGUAGES } from '#shared/core/language.ts';
import { adminCall, expect, expectAccessible, signIn, startAdminShop, test } from './admin-fixtures.ts';
import { FULL_TIER } from './cases.ts';

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  allowConsole: [/Blocked script execution|Failed to load resource/],
});

const PHONE = { width: 375, height: 812 };
const list = (page: Page, url: string) => adminCall<AdminStory[]>(page, 'GET', `${url}/api/admin/stories`);

test('a shopper comes to the list and a recipe, each at its own address', async ({ page, shop }) => {
  await page.goto(`${shop.url}/?lang=en`);
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Stories' })).toBeVisible();
  const cards = page.getByRole('region', { name: 'Recipes and news' }).getByRole('listitem');
  await expect(cards).toHaveCount(3);
  await expect(cards.locator('img')).toHaveCount(3);
  await page.getByRole('link', { name: 'See recipes and news' }).click();
  await expect(page).toHaveURL(`${shop.url}/stories`);
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'A cortadito and what goes beside it' }).click();
  await expect(page).toHaveURL(/\/stories\/a-cortadito-and-what-goes-beside-it$/);
  await expect(page.getByRole('heading', { name: 'What goes in' })).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole('banner').locator('[aria-current]')).toHaveAttribute('href', '/stories');
  // The product that it is about goes into the cart from here.
  await page
    .getByRole('region', { name: 'In this story' })
    .getByRole('button', { name: /^Add to cart/ })
    .click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Cart: 1' })).toBeVisible();
  await page.getByRole('banner').getByRole('button', { name: /^ES/ }).click();
  await expect(page).toHaveURL(/\/stories\/un-cortadito-y-lo-que-va-al-lado$/);
  await expect(page.getByRole('heading', { name: 'Cómo se hace' })).toBeVisible();
  expect(await page.title()).toContain('Un cortadito');
  await expectAccessible(page);
  // To the shop without a new document, and back to the story.
  await page.getByRole('main').getByRole('link', { name: 'Ver las cajas' }).click();
  await expect(page).toHaveURL(/\/shop$/);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Un cortadito y lo que va al lado');
  await page.getByRole('link', { name: 'Todas las recetas y noticias' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Recetas y noticias');
  for (const width of [320, 375, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});

test('a recipe is written on a phone, published, hidden, taken back', FULL_TIER, async ({ browser }) => {
  const shop = await startAdminShop();
  const context = await browser.newContext({
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  try {
    const { url } = shop;
    await signIn(page, url);
    await page.goto(`${url}/admin/site?lang=en`);
    await page.getByRole('button', { name: 'See and write stories' }).tap();
    await expect(page.getByText('What comes back from the lunch bag')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Write a new one' }).tap();
    await expect(page).toHaveURL(/\/admin\/site\/story-new$/);
    // One that is started and left is nowhere.
    await page.getByRole('button', { name: 'Back to the list' }).tap();
    expect((await list(page, url)).length).toBe(3);
    await page.getByRole('button', { name: 'Write a new one' }).tap();
    await page.getByRole('textbox', { name: 'Title (English)' }).fill('Guava <b>toast</b>');
    await expect(page.getByRole('textbox', { name: 'Page address (English)' })).toHaveValue('guava-b-toast-b');
    await page.getByRole('textbox', { name: 'Page address (English)' }).fill('guava-toast');
    // Missing fields become errors on publishing, and the first gets the focus.
    await page.getByRole('button', { name: 'Publish', exact: true }).tap();
    await expect(page.getByRole('textbox', { name: 'Title (Spanish)' })).toBeFocused();
    const spanish = page.getByRole('button', { name: 'Spanish' });
    const write = async (language: 'English' | 'Spanish', texts: Readonly<Record<string, string>>) => {
      for (const [name, text] of Object.entries(texts)) {
        await page.getByRole('textbox', { name: `${name} (${language})` }).fill(text);
      }
    };
    await write('Spanish', { Title: 'Tostada', 'In one line': 'Pan y guayaba.', Text: 'Del **horno**.' });
    await write('Spanish', { 'How much it makes': '2', Ingredients: 'Pan\nGuayaba', Steps: 'Tuesta.\nCome.' });
    await expect(spanish).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: 'English' }).tap();
    await write('English', {
      'In one line': 'Bread and guava.',
      Text: 'From <script>alert(1)</script> the **oven**.',
    });
    await write('English', { 'How much it makes': '2', Ingredients: 'Bread\nGuava', Steps: 'Toast.\nEat.' });
    await page.getByRole('textbox', { name: 'Minutes in all' }).fill('5');
    await page.getByRole('combobox', { name: 'Product beside it' }).selectOption('box40');
    await page.getByRole('button', { name: 'Add a picture' }).tap();
    const picker = page.getByRole('dialog');
    await picker.getByRole('button', { name: images.hero.alt.en }).tap();
    await picker.getByRole('button', { name: 'Use this picture' }).tap();
    await expect(page.getByRole('button', { name: 'Choose another picture' })).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    await page.getByRole('button', { name: 'Save draft' }).tap();
    await expect(page.getByText('Draft saved').first()).toBeVisible();
    await expect(page).toHaveURL(/\/admin\/site\/story-s\w+$/);
    expect((await fetch(`${url}/stories/guava-toast`)).status).toBe(404);
    await page.getByRole('button', { name: 'Preview' }).tap();
    await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Guava <b>toast</b>' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Publish', exact: true }).tap();
    await expect(page.getByText('On the site').first()).toBeVisible();

    for (const language of LANGUAGES) {
      const answer = await fetch(`${url}/stories/guava-toast`, { headers: { 'accept-language': language } });
      expect(answer.status).toBe(200);
      const html = await answer.text();
      expect(html).not.toContain('<script>alert(1)');
      expect(html).toContain('"@type":"Recipe"');
      expect(html).toContain('data-add="box40"');
      expect(await (await fetch(`${url}/stories/${language}.atom`)).text()).toContain('/stories/guava-toast');
    }
    expect(await (await fetch(`${url}/sitemap.xml`)).text()).toContain('/stories/guava-toast');

    await page.getByRole('button', { name: 'Back to the list' }).tap();
    await page.getByRole('button', { name: 'Hide Guava' }).tap();
    await expect(page.getByRole('button', { name: /^Show Guava .* again$/ })).toBeVisible();
    expect((await fetch(`${url}/stories/guava-toast`)).status).toBe(410);
    // The undo offer of the publish may still be above it.
    await page.getByRole('button', { name: /^Undo/ }).last().tap();
    await expect(async () => expect((await fetch(`${url}/stories/guava-toast`)).status).toBe(200)).toPass();
    const [first] = await list(page, url);
    expect(first).toMatchObject({ shown: 'live', title: { en: 'Guava <b>toast</b>', es: 'Tostada' } });
    await page.getByRole('button', { name: 'Delete Guava' }).tap();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).tap();
    await expect(page.getByRole('button', { name: 'Delete Guava' })).toHaveCount(0);
    expect((await fetch(`${url}/stories/guava-toast`)).status).toBe(410);
    expect((await list(page, url)).length).toBe(3);
  } finally {
    await context.close();
    await shop.stop();
  }
});

test('a story changed in two tabs gives the later one a conflict', FULL_TIER, async ({ page, own: shop }) => {
  const { url } = shop;
  await page.goto(`${url}/admin/site/stories?lang=en`);
  await page.getByRole('button', { name: 'A party tray in fifteen minutes', exact: true }).press('Enter');
  await expect(page).toHaveURL(/story-party-tray$/);
  const title = page.getByRole('textbox', { name: 'Title (English)' });
  await title.fill('A tray for twelve');
  // A reload keeps the input.
  await page.reload();
  await expect(title).toHaveValue('A tray for twelve');
  // An edited slug stays: only one that equals the title's follows it.
  await expect(page.getByRole('textbox', { name: 'Page address (English)' })).toHaveValue('a-tray-for-twelve');
  const theirs = { title: { en: 'Another tray', es: 'Otra bandeja' }, version: 0 };
  await adminCall(page, 'PATCH', `${url}/api/admin/stories/party-tray`, theirs);
  await page.getByRole('button', { name: 'Save draft' }).press('Enter');
  await expect(page.getByText('Another tray').first()).toBeVisible();
  await expect(title).toHaveValue('A tray for twelve');
  await expectAccessible(page);
  expect((await list(page, url)).find(({ id }) => id === 'party-tray')?.title).toEqual(theirs.title);
});
