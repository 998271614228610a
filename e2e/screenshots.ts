import { mkdirSync } from 'node:fs';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { publicPaths } from '#scripts/budget.ts';
import { build } from '#scripts/build.ts';
import { isBuilt } from '#scripts/build-stamp.ts';
import { LANGUAGES } from '#shared/core/language.ts';
import { ensureBrowser } from '#test/browser.ts';
import { startProgram } from '#test/program.ts';
import { takeGuidePictures } from './guide-screenshots.ts';

// Every public page in both languages, on a phone and a desktop; two of them, small, for the README. Then the owner's
// guide: `npm run lab -- screenshots guide` takes only that part.
const PATHS = [...publicPaths(), '/nothing-here'];
const SIZES = [
  { width: 375, height: 740 },
  { width: 1440, height: 900 },
];
const OUT = '.cache/screenshots';
const KEPT = { 'home-en-1440': 'docs/images/home.jpg', 'product-es-375': 'docs/images/producto-telefono.jpg' };

const onlyGuide = process.argv.includes('guide');
if (!isBuilt()) await build();
mkdirSync(OUT, { recursive: true });
mkdirSync('docs/images', { recursive: true });
const program = await startProgram();
const browser = await chromium.launch({ executablePath: ensureBrowser(), args: ['--no-sandbox', '--disable-gpu'] });
try {
  for (const language of onlyGuide ? [] : LANGUAGES) {
    for (const viewport of SIZES) {
      // Without animations, which a full-page screenshot would interrupt.
      const context = await browser.newContext({ viewport, locale: `${language}-US`, reducedMotion: 'reduce' });
      const page = await context.newPage();
      for (const path of PATHS) {
        await page.goto(program.url + path, { waitUntil: 'networkidle' });
        // Lazy pictures load when they are near, so scroll past all of them.
        await page.evaluate(async () => {
          for (const image of document.images) {
            image.loading = 'eager';
            await image.decode().catch(() => {});
          }
        });
        const name = `${path === '/' ? 'home' : path.slice(1).replaceAll('/', '-')}-${language}-${viewport.width}`;
        await page.screenshot({ path: `${OUT}/${name}.png`, fullPage: true });
        const kept = KEPT[name as keyof typeof KEPT];
        if (kept) {
          const first = sharp(await page.screenshot());
          await first
            .resize({ width: Math.min(viewport.width, 1000) })
            .jpeg({ quality: 78, mozjpeg: true })
            .toFile(kept);
        }
      }
      await context.close();
    }
  }
  console.log(`${await takeGuidePictures(browser)} pictures in docs/images/guide`);
} finally {
  await browser.close();
  await program.stop();
}
if (!onlyGuide)
  console.log(`${LANGUAGES.length * SIZES.length * PATHS.length} pictures in ${OUT}, two of them in docs/images`);
process.exit(0);
