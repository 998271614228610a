import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { emailLogo, look } from '#brand/emails/look.ts';
import { images } from '#brand/images.ts';
import { places } from '#brand/places.ts';
import { PICTURE_QUALITY, PICTURE_WIDTHS } from '#shared/content/picture-formats.ts';
import { BRAND_FOLDER } from './brand-folder.ts';

const MASTERS = `${BRAND_FOLDER}/images`;
/** `IMAGE_CACHE` is shared by several clones, which may have different encoders. */
const CACHE = process.env.IMAGE_CACHE ? join(process.env.IMAGE_CACHE, `vips-${sharp.versions.vips}`) : '.cache/images';
const PUBLIC = 'client/.public/assets/images';
const MANIFEST = 'client/.images/manifest.ts';
type Entry = { width: number; height: number; hash: string; widths: number[] };

/** Writes the facts of each picture for the markup: size, widths and the hash in its URL. Fast. */
export async function writeImageManifest(): Promise<Record<string, Entry>> {
  const manifest: Record<string, Entry> = {};
  for (const [name, { file }] of Object.entries(images)) {
    const bytes = readFileSync(join(MASTERS, file));
    const { width, height } = await sharp(bytes).metadata();
    const hash = createHash('sha256')
      .update(bytes)
      .update(JSON.stringify([PICTURE_WIDTHS, PICTURE_QUALITY]))
      .digest('hex')
      .slice(0, 10);
    manifest[name] = { width, height, hash, widths: PICTURE_WIDTHS.filter((w) => w <= width) };
  }
  mkdirSync('client/.images', { recursive: true });
  writeFileSync(
    MANIFEST,
    `// Made by scripts/images.ts from brand/images.
type Entry = { width: number; height: number; hash: string; widths: readonly number[] };
export const manifest: Readonly<Record<string, Entry>> = ${JSON.stringify(manifest, null, 2)};
`,
  );
  return manifest;
}

/**
 * Encodes AVIF, WebP and JPEG in several widths; results are cached by content, so that only changed masters are
 * encoded.
 */
export async function buildImages(): Promise<void> {
  const manifest = await writeImageManifest();
  mkdirSync(CACHE, { recursive: true });
  rmSync(PUBLIC, { recursive: true, force: true });
  mkdirSync(PUBLIC, { recursive: true });
  const outputs = Object.entries(images).flatMap(([name, { file }]) =>
    (manifest[name]?.widths ?? []).flatMap((width) =>
      Object.entries(PICTURE_QUALITY).map(([format, options]) => ({ name, file, width, format, options })),
    ),
  );
  const rest = outputs.values();
  // An encoder uses one processor, so as many pictures are encoded in parallel.
  const encode = async () => {
    for (const { name, file, width, format, options } of rest) {
      const output = `${name}-${manifest[name]?.hash}-${width}.${format}`;
      const cached = join(CACHE, output);
      if (!existsSync(cached)) {
        const picture = sharp(join(MASTERS, file)).resize({ width }).keepIccProfile();
        const made = await picture.toFormat(format === 'jpg' ? 'jpeg' : (format as 'avif'), options).toBuffer();
        // Whole at once, because another clone may read it.
        const part = `${cached}.${process.pid}`;
        writeFileSync(part, made);
        renameSync(part, cached);
      }
      copyFileSync(cached, join(PUBLIC, output));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, encode));
  // The preview picture of shared links keeps its own size and name: crawlers need one plain JPEG.
  copyFileSync(join(MASTERS, images[places.share.name].file), 'client/.public/og-image.jpg');
  copyFileSync(join(MASTERS, 'favicon.svg'), 'client/.public/favicon.svg');
  await writeEmailLogo('client/.public');
  await buildIcons();
}

/**
 * Mail programs show no SVG. The background is part of the picture, because dark modes may change the one behind it.
 */
async function writeEmailLogo(folder: string): Promise<void> {
  const { source, path, width, height } = emailLogo;
  await sharp(join(MASTERS, source), { density: 200 })
    .resize({ width: 2 * width, height: 2 * height, fit: 'contain', background: look.brand })
    .flatten({ background: look.brand })
    .png({ palette: true })
    .toFile(join(folder, path));
}

/** The mark as PNG, for home screens and browser tabs; a maskable icon keeps the mark inside the middle 80 %. */
async function buildIcons(): Promise<void> {
  for (const [name, size, share] of [
    ['apple-touch-icon', 180, 0.78],
    ['icon-192', 192, 0.86],
    ['icon-512', 512, 0.86],
    ['icon-maskable-512', 512, 0.62],
  ] as const) {
    const mark = await sharp(join(MASTERS, 'logo-mark.svg'), { density: 300 })
      .resize({ width: Math.round(size * share), height: Math.round(size * share), fit: 'inside' })
      .toBuffer();
    const icon = sharp({ create: { width: size, height: size, channels: 3, background: look.ground } });
    await icon
      .composite([{ input: mark }])
      .png({ palette: true })
      .toFile(`client/.public/${name}.png`);
  }
}
