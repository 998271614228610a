import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import sharp from 'sharp';
import { emailLogo, look } from '#brand/emails/look.ts';
import { images } from '#brand/images.ts';
import { places } from '#brand/places.ts';
import {
  PICTURE_FORMATS,
  PICTURE_QUALITY,
  PICTURE_WIDTHS,
  type PictureFormat,
} from '#shared/content/picture-formats.ts';
import { BRAND_FOLDER } from './brand-folder.ts';
import { DRAFTS } from './build-stamp.ts';

const MASTERS = `${BRAND_FOLDER}/images`;
/** `IMAGE_CACHE` is shared by several clones, which may have different encoders. */
const CACHE = process.env.IMAGE_CACHE ? join(process.env.IMAGE_CACHE, `vips-${sharp.versions.vips}`) : '.cache/images';
const PUBLIC = 'client/.public/assets/images';
const BUILT = 'dist/client/assets/images';
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

/** At first a shop only has to be open: the same quality at the least effort. */
const DRAFT_QUALITY = {
  avif: { ...PICTURE_QUALITY.avif, effort: 0 },
  webp: { ...PICTURE_QUALITY.webp, effort: 0 },
  jpg: { ...PICTURE_QUALITY.jpg, mozjpeg: false },
};
type Options = (typeof PICTURE_QUALITY)[PictureFormat] | (typeof DRAFT_QUALITY)[PictureFormat];
/** One width of a picture, and the formats that it lacks. */
type Size = { name: string; file: string; width: number; hash: string };
const outputOf = ({ name, hash, width }: Size, format: PictureFormat) => `${name}-${hash}-${width}.${format}`;
const cachedPath = (size: Size, format: PictureFormat) => join(CACHE, outputOf(size, format));

/**
 * Encodes AVIF, WebP and JPEG in several widths; results are cached by content, so that only changed masters are
 * encoded.
 *
 * @param areDrafts encodes quickly into larger files, which `finishImages` replaces: a third of the time
 */
export async function buildImages({ areDrafts = false } = {}): Promise<void> {
  const sizes = sizesOf(await writeImageManifest());
  mkdirSync(CACHE, { recursive: true });
  rmSync(PUBLIC, { recursive: true, force: true });
  mkdirSync(PUBLIC, { recursive: true });
  await forEachSize(sizes, async (size) => {
    const missing = missingFormats(size);
    const master = missing.length > 0 ? await shrink(size) : null;
    for (const format of PICTURE_FORMATS) {
      const output = join(PUBLIC, outputOf(size, format));
      const isMissing = master !== null && missing.includes(format);
      if (isMissing && areDrafts) writeFileSync(output, await encode(master, format, DRAFT_QUALITY[format]));
      else copyFileSync(isMissing ? await cache(size, format, master) : cachedPath(size, format), output);
    }
  });
  // The preview picture of shared links keeps its own size and name: crawlers need one plain JPEG.
  copyFileSync(join(MASTERS, images[places.share.name].file), 'client/.public/og-image.jpg');
  copyFileSync(join(MASTERS, 'favicon.svg'), 'client/.public/favicon.svg');
  await writeEmailLogo('client/.public');
  await buildIcons();
}

/** Replaces the drafts in a built site; the next start serves the result. */
async function finishImages(): Promise<void> {
  await forEachSize(sizesOf(await writeImageManifest()), async (size) => {
    const missing = missingFormats(size);
    const master = missing.length > 0 ? await shrink(size) : null;
    for (const format of PICTURE_FORMATS) {
      const finished =
        master && missing.includes(format) ? await cache(size, format, master) : cachedPath(size, format);
      const built = join(BUILT, outputOf(size, format));
      copyFileSync(finished, `${built}.part`);
      renameSync(`${built}.part`, built);
    }
  });
  rmSync(DRAFTS, { force: true });
}

const sizesOf = (manifest: Record<string, Entry>): Size[] =>
  Object.entries(images).flatMap(([name, { file }]) => {
    const { hash = '', widths = [] } = manifest[name] ?? {};
    return widths.map((width) => ({ name, file, width, hash }));
  });

/** An encoder uses one processor, so as many pictures are encoded in parallel. */
async function forEachSize(sizes: Size[], work: (size: Size) => Promise<void>): Promise<void> {
  const rest = sizes.values();
  const next = async () => {
    for (const size of rest) await work(size);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, next));
}

const missingFormats = (size: Size): PictureFormat[] =>
  PICTURE_FORMATS.filter((format) => !existsSync(cachedPath(size, format)));

/** The picture in this width, uncompressed, so that it is decoded once for all formats; TIFF keeps the colour profile. */
const shrink = ({ file, width }: Size): Promise<Buffer> =>
  sharp(join(MASTERS, file)).resize({ width }).keepIccProfile().tiff({ compression: 'none' }).toBuffer();

const encode = (master: Buffer, format: PictureFormat, options: Options): Promise<Buffer> =>
  sharp(master)
    .keepIccProfile()
    .toFormat(format === 'jpg' ? 'jpeg' : format, options)
    .toBuffer();

/** @returns the file's path */
async function cache(size: Size, format: PictureFormat, master: Buffer): Promise<string> {
  const path = cachedPath(size, format);
  // Whole at once, because another clone may read it.
  const part = `${path}.${process.pid}`;
  writeFileSync(part, await encode(master, format, PICTURE_QUALITY[format]));
  renameSync(part, path);
  return path;
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

if (import.meta.main) {
  // After the shop's first answers, and behind them.
  setPriority(constants.priority.PRIORITY_LOW);
  await setTimeout(10_000);
  await finishImages();
}
