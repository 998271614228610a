import sharp from 'sharp';
import type { CatalogueItem } from '#shared/catalogue/products.ts';
import { aPhonePhoto } from '#test/media.ts';
import { buy, expect, expectToast, test } from './admin-fixtures.ts';
import { FULL_TIER } from './cases.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, allowConsole: [/Blocked script execution|status of 415/] });

test(
  'a photo goes from a phone’s camera to the product’s page and a purchase',
  FULL_TIER,
  async ({ page, own: shop }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await page.goto(`${shop.url}/admin/products/box40?lang=en`);
    await page.getByRole('button', { name: 'Add a picture' }).click();
    const photo = { name: 'IMG_2041.jpg', mimeType: 'image/jpeg', buffer: await aPhonePhoto() };
    // A refused file shows its reason, and stops nothing else.
    const drawing = { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') };
    await page.locator('input[type=file]').setInputFiles([photo, drawing]);
    const picker = page.getByRole('dialog', { name: 'Pictures' });
    await expect(picker.getByText(/SVG/).last()).toBeVisible();
    const described = picker.getByRole('button', { name: 'Not described yet: IMG_2041.jpg' });
    await described.click();
    await page.getByLabel('Alt text (English)').fill('A box on a kitchen table');
    await page.getByLabel('Alt text (Spanish)').fill('Una caja en la mesa de la cocina');
    await page.getByRole('button', { name: 'Save description' }).click();
    await picker.getByRole('button', { name: 'Add chosen pictures (1)' }).click();
    for (const place of [4, 3, 2]) await page.getByRole('button', { name: `Move Picture ${place} up` }).click();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expectToast(page, 'Published');

    const [box] = (await (await fetch(`${shop.url}/api/catalogue?lang=es`)).json()) as CatalogueItem[];
    await page.goto(`${shop.url}/product/${box?.slug}?lang=es`);
    const picture = page.getByRole('img', { name: 'Una caja en la mesa de la cocina' }).first();
    await expect(picture).toBeVisible();
    // Upright, although the camera stored it sideways, and without its location.
    const shown = await picture.evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      return { source: image.currentSrc, isUpright: image.naturalHeight > image.naturalWidth };
    });
    expect(shown.isUpright).toBe(true);
    const file = await page.request.get(shown.source);
    expect(file.headers()['cache-control']).toContain('immutable');
    expect((await sharp(await file.body()).metadata()).exif).toBeUndefined();
    await buy(shop.url, { cart: [{ id: 'box40', quantity: 1 }] });
  },
);
