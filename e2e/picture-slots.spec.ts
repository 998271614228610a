import { images } from '#brand/images.ts';
import { places } from '#brand/places.ts';
import { aPng } from '#test/media.ts';
import { expect, expectAccessible, test } from './admin-fixtures.ts';
import { FULL_TIER } from './cases.ts';

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  allowConsole: [/Blocked script execution|Failed to load resource/],
});

const [slot, { name: first }] = ['hero', places.hero] as const;
const [other] = (Object.keys(images) as (keyof typeof images)[]).filter((name) => name !== first && name !== 'ogImage');
if (!other) throw new Error('The tests’ brand has one picture');

/** The top picture of the home page. */
const shownAt = async (url: string) =>
  new RegExp(`<img[^>]*/assets/images/(\\w+)-[^>]*data-slot="${slot}"`).exec(await (await fetch(url)).text())?.[1];

test('a picture is changed on a phone, previewed, published, taken back', FULL_TIER, async ({ page, own: shop }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  const { url } = shop;
  expect(await shownAt(url)).toBe(first);
  await page.goto(`${url}/admin/site?lang=en`);
  await page.getByRole('button', { name: 'Change the pictures' }).click();
  await expect(page).toHaveURL(/\/admin\/site\/pictures/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Choose another picture: Home, on top' }).click();
  const picker = page.getByRole('dialog', { name: 'Pictures' });
  await picker.getByRole('button', { name: images[first].alt.en }).click();
  // If only one fits, another choice replaces it.
  await picker.getByRole('button', { name: images[other].alt.en }).click();
  await picker.getByRole('button', { name: 'Use this picture' }).click();
  await expect(picker).toBeHidden();
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Home, on top' }) });
  await expect(row.getByText('Changes not published')).toBeVisible();
  expect(await shownAt(url)).toBe(first);

  await row.getByRole('button', { name: 'Preview: Home, on top' }).click();
  const preview = page.getByRole('dialog', { name: 'Preview' });
  await expect(preview.locator('iframe').contentFrame().locator(`[data-slot="${slot}"]`)).toHaveAttribute(
    'src',
    new RegExp(`/${other}-`),
  );
  await page.keyboard.press('Escape');
  await expect(preview).toBeHidden();

  await row.getByRole('button', { name: 'Publish Home, on top' }).click();
  await page.locator('[data-undo]').hover();
  await expect.poll(() => shownAt(url)).toBe(other);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => shownAt(url)).toBe(first);
});

test('in the preview a press on home’s picture leads to its choice', FULL_TIER, async ({ page, own: shop }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const { url } = shop;
  await page.goto(`${url}/admin/site?lang=en`);
  await page.getByRole('button', { name: 'Computer' }).click();
  const picture = page.frameLocator('iframe').locator(`a[href*="picture-${slot}"] img`);
  await expect(picture).toBeVisible();
  await page.locator('iframe').scrollIntoViewIfNeeded();
  const box = await picture.boundingBox();
  if (!box) throw new Error('the picture is not drawn');
  // Beside the heading, whose block covers the picture.
  await page.mouse.click(box.x + box.width * 0.75, box.y + box.height * 0.5);
  await expect(page).toHaveURL(new RegExp(`/admin/site/picture-${slot}`));
  await expect(page.getByRole('dialog', { name: 'Pictures' })).toBeVisible();
});

test('publishing a new picture asks for its description only', FULL_TIER, async ({ page, own: shop }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  const { url } = shop;
  await page.goto(`${url}/admin/site/pictures?lang=es`);
  await page.getByRole('button', { name: 'Escoger otra foto: Inicio, arriba' }).click();
  const photo = { name: 'bandeja.png', mimeType: 'image/png', buffer: await aPng(600, 400) };
  await page.locator('input[type=file]').setInputFiles(photo);
  const picker = page.getByRole('dialog', { name: 'Fotos' });
  await expect(picker.getByRole('button', { name: 'bandeja.png', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await picker.getByRole('button', { name: 'Usar esta foto' }).click();
  await expect(picker).toBeHidden();
  await page.getByRole('button', { name: 'Publicar Inicio, arriba' }).click();
  const dialog = page.getByRole('dialog', { name: 'Describe esta foto' });
  const alt = { en: 'A tray of pastries', es: 'Una bandeja de pasteles' };
  await dialog.getByLabel('Texto alternativo, en inglés').fill(alt.en);
  await dialog.getByRole('button', { name: 'Guardar y publicar' }).click();
  // The other language is required first, and nothing is public yet.
  await expect(dialog.getByText('Hace falta en los dos idiomas')).toBeVisible();
  expect(await shownAt(url)).toBe(first);
  await dialog.getByLabel('Texto alternativo, en español').fill(alt.es);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Guardar y publicar' }).click();
  await expect(dialog).toBeHidden();
  await expect(async () => expect(await (await fetch(url)).text()).toContain(`alt="${alt.en}"`)).toPass();
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Inicio, arriba' }) });
  await expect(row.getByRole('button', { name: /^Publicar/ })).toHaveCount(0);
});
