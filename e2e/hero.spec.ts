import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from './fixtures.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** The least that graphics have to stand out (WCAG 2.2, 1.4.11). */
const LEAST_CONTRAST = 3;
const SIDE = 64;

const plain = (background: string) =>
  sharp({ create: { width: SIDE, height: SIDE, channels: 3, background } })
    .png()
    .toBuffer();

/** Dark and bright squares, the hardest ground to read on. */
const busy = () => {
  const pixels = Buffer.alloc(SIDE * SIDE * 3, 12);
  for (let i = 0; i < SIDE * SIDE; i++) {
    if (((i >> 2) + Math.floor(i / SIDE / 4)) % 2) pixels.fill(250, i * 3, i * 3 + 2);
  }
  return sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 3 } })
    .png()
    .toBuffer();
};

const luminance = (rgb: readonly number[]) => {
  const [r = 0, g = 0, b = 0] = rgb.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** The contrast between the heading's colour, which the logo has too, and the darkest place below the logo's words. */
async function contrastBelowLogo(page: Page): Promise<number> {
  const heading = page.locator('#hero-heading');
  const color = await heading.evaluate((element) => getComputedStyle(element).color);
  const box = await page.locator('.hero-logo').boundingBox();
  if (!box) throw new Error('no logo');
  await page.locator('.hero-text').evaluate((element) => {
    element.style.visibility = 'hidden';
  });
  const clip = { ...box, y: box.y + box.height / 2, height: box.height / 2 };
  const { data } = await sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let darkest = 1;
  for (let i = 0; i < data.length; i += 3) darkest = Math.min(darkest, luminance([...data.subarray(i, i + 3)]));
  return (darkest + 0.05) / (luminance((color.match(/\d+/g) ?? []).map(Number)) + 0.05);
}

for (const width of [360, 375, 768, 1440]) {
  test(`the logo stands out on any picture of the hero, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    for (const [name, picture] of Object.entries({ white: plain('#fff'), black: plain('#000'), busy: busy() })) {
      const body = await picture;
      await page.route(/\/assets\/images\//, (route) => route.fulfill({ body, contentType: 'image/png' }));
      await page.goto('/');
      await page.waitForLoadState('networkidle');
      expect(await contrastBelowLogo(page), name).toBeGreaterThan(LEAST_CONTRAST);
    }
  });
}
