import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { mediaRef } from '#shared/content/picture-ref.ts';
import { localized } from '#test/localized.ts';
import { adminCall, expect, test } from './admin-fixtures.ts';
import { FULL_TIER, lastInGate } from './cases.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** The minimum contrast of graphics (WCAG 2.2, 1.4.11). */
const LEAST_CONTRAST = 3;
const SIDE = 64;

const plain = (background: string) =>
  sharp({ create: { width: SIDE, height: SIDE, channels: 3, background } })
    .png()
    .toBuffer();

/** Dark and bright squares, the hardest background to read on. */
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

/**
 * Hides the text until a frame without it was drawn. It uses a rule of the document, which also applies to redrawn
 * elements: the darkest colour of the logo has a contrast of 0.45.
 */
async function hideWords(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.hero-text { visibility: hidden !important }');
    document.adoptedStyleSheets.push(sheet);
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
  });
  await expect(page.locator('#hero-heading')).toBeHidden();
}

/** The contrast between the heading's colour, which is also the logo's, and the darkest pixel below the logo's text. */
async function contrastBelowLogo(page: Page): Promise<number> {
  const heading = page.locator('#hero-heading');
  const color = await heading.evaluate((element) => getComputedStyle(element).color);
  const box = await page.locator('.hero-logo').boundingBox();
  if (!box) throw new Error('no logo');
  await hideWords(page);
  const clip = { ...box, y: box.y + box.height / 2, height: box.height / 2 };
  const { data } = await sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let darkest = 1;
  for (let i = 0; i < data.length; i += 3) darkest = Math.min(darkest, luminance([...data.subarray(i, i + 3)]));
  return (darkest + 0.05) / (luminance((color.match(/\d+/g) ?? []).map(Number)) + 0.05);
}

for (const width of lastInGate([360, 768, 1440, 375])) {
  test(`the logo is readable on any hero picture, at ${width} px`, async ({ page }) => {
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

/** Blue, with a green motif in the middle of its left third. */
const motifAtLeft = () =>
  sharp({ create: { width: 1800, height: 1200, channels: 3, background: '#1d4ed8' } })
    .composite([
      { input: { create: { width: 270, height: 400, channels: 3, background: '#00e600' } }, left: 225, top: 480 },
    ])
    .png()
    .toBuffer();

/** The displayed rectangle of the motif, in CSS pixels. */
async function motifPart(
  page: Page,
): Promise<{ left: number; right: number; top: number; bottom: number; share: number }> {
  const { data, info } = await sharp(await page.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const box = { left: info.width, right: 0, top: info.height, bottom: 0 };
  let count = 0;
  for (let i = 0; i < data.length; i += 3) {
    const [r = 0, g = 0, b = 0] = data.subarray(i, i + 3);
    if (g < 160 || r > g / 2 || b > g / 2) continue;
    const [x, y] = [(i / 3) % info.width, Math.floor(i / 3 / info.width)];
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
    count += 1;
  }
  return { ...box, share: count / ((box.right - box.left + 1) * (box.bottom - box.top + 1)) };
}

test('a motif at the left of the picture stands beside logo and words', FULL_TIER, async ({ page, own: shop }) => {
  const file = { name: 'motif.png', mimeType: 'image/png', buffer: await motifAtLeft() };
  const { id, version } = await (
    await page.request.post(`${shop.url}/api/admin/media`, { multipart: { file } })
  ).json();
  const alt = localized('A green box', 'Una caja verde');
  await adminCall(page, 'PATCH', `${shop.url}/api/admin/media/${id}`, { alt, focal: [20, 57], version });
  const change = { picture: mediaRef(id), version: 0, publish: true };
  await adminCall(page, 'PUT', `${shop.url}/api/admin/places/hero`, change);
  for (const width of [375, 768, 1440]) {
    await page.setViewportSize({ width, height: width < 1024 ? 740 : 900 });
    await page.goto(`${shop.url}/?lang=es`);
    const picture = page.getByAltText(alt.es);
    await picture.evaluate((image: HTMLImageElement) => image.decode());
    await page.screenshot({ path: test.info().outputPath(`${width}.png`) });
    const words = await page
      .locator('.hero-logo, .hero-text h1, .hero-text p, .hero-text a')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON() as DOMRect));
    await hideWords(page);
    const motif = await motifPart(page);
    // Drawn as a whole, not as scattered pixels.
    expect(motif.share, `${width}`).toBeGreaterThan(0.9);
    for (const { left, right, top, bottom } of words) {
      const isApart = motif.left >= right || motif.right <= left || motif.top >= bottom || motif.bottom <= top;
      expect(isApart, `${width}: ${JSON.stringify({ motif, words: { left, right, top, bottom } })}`).toBe(true);
    }
  }
});
