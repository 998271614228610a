import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import sharp, { type SharpOptions } from 'sharp';
import { PICTURE_FORMATS, PICTURE_QUALITY, PICTURE_WIDTHS, widthsOf } from '#shared/content/picture-formats.ts';

// Makes the master and all sizes of one uploaded picture, in a separate process that opens no database and then exits.
// The server starts it: the picture comes in on stdin, the files go out on stdout, the code of a refusal on stderr.

/** The longer side of the master, at most. */
const MASTER_PIXELS = 2_560;
const MAX_PIXELS = 50_000_000;

class Refusal extends Error {}

// Only these decoders: none that reads other files, runs scripts or draws SVG.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
});
sharp.cache(false);
sharp.concurrency(1);

type Made = { name: string; bytes: Buffer };
type Result = { width: number; height: number; hash: string; widths: number[]; files: Made[] };

async function convert(original: Buffer): Promise<Result> {
  const head = await sharp(original, { limitInputPixels: false }).metadata();
  if (head.width * head.height > MAX_PIXELS) throw new Refusal('picture_pixels');
  if (head.format === 'heif' && head.compression !== 'av1') throw new Refusal('picture_heic');
  const careful: SharpOptions = { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true };
  // Without `keep…` nothing but the pixels of the original is written: no location, device, thumbnail or profile.
  const { data, info } = await sharp(original, careful)
    .autoOrient()
    .resize({ width: MASTER_PIXELS, height: MASTER_PIXELS, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const pixels = () => sharp(data, { raw: { width, height, channels } });
  const master = await pixels().jpeg({ quality: 90, chromaSubsampling: '4:4:4' }).toBuffer();
  const files: Made[] = [{ name: 'master.jpg', bytes: master }];
  const widths = widthsOf(width);
  for (const wide of widths) {
    for (const format of PICTURE_FORMATS) {
      const picture = pixels().resize({ width: wide });
      const bytes = await picture.toFormat(format === 'jpg' ? 'jpeg' : format, PICTURE_QUALITY[format]).toBuffer();
      files.push({ name: `${wide}.${format}`, bytes });
    }
  }
  const hash = createHash('sha256')
    .update(master)
    .update(JSON.stringify([PICTURE_WIDTHS, PICTURE_QUALITY]))
    .digest('hex');
  return { width, height, hash: hash.slice(0, 10), widths, files };
}

try {
  const { files, ...facts } = await convert(await buffer(process.stdin));
  const head = { ...facts, files: files.map(({ name, bytes }) => ({ name, length: bytes.length })) };
  process.stdout.write(`${JSON.stringify(head)}\n`);
  for (const { bytes } of files) process.stdout.write(bytes);
} catch (error) {
  const code = error instanceof Refusal ? error.message : /pixel limit/.test(String(error)) ? 'picture_pixels' : null;
  process.stderr.write(JSON.stringify({ code: code ?? 'picture_broken', reason: String(error).slice(0, 500) }));
  process.exitCode = 1;
}
