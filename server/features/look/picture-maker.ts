import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import sharp, { type Sharp } from 'sharp';

// Checks a logo, or makes the pictures of a look from it, in a separate process that opens no database and then exits.
// The server starts it through the converter of pictures. It reads a line with the order, then the logo, from stdin. It
// writes the files to stdout, and the code of a refusal to stderr.

type Colours = { ground: string; brand: string; accent: string };
/** `logo` checks it, and rewrites a picture; `set` makes the icons and the pictures of shared links and mails. */
export type PictureOrder = { type: 'svg' | 'png' } & (
  | { make: 'logo' }
  | { make: 'set'; colours: Colours; mail: { width: number; height: number } }
);
type Made = { name: string; bytes: Buffer };

const MAX_PIXELS = 25_000_000;
/** The longer side of a stored picture. */
const LOGO_PIXELS = 1_600;
const MAX_RATIO = 12;
const SHARE = { width: 1200, height: 630 };
/** The band at the bottom of the picture of shared links, and the line above it, in pixels. */
const BAND = 44;
const LINE = 10;

/** Size in pixels and the logo's share of it; a maskable icon keeps the logo inside the middle 80 %. */
const ICONS = [
  ['icon-48.png', 48, 0.94],
  ['icon-180.png', 180, 0.78],
  ['icon-192.png', 192, 0.86],
  ['icon-512.png', 512, 0.86],
  ['icon-maskable-512.png', 512, 0.62],
] as const;

class Refusal extends Error {}

// Only these decoders. A drawing was rewritten by svg.ts before, so it refers to nothing.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadSvgBuffer'] });
sharp.cache(false);
sharp.concurrency(1);

type Logo = { bytes: Buffer; type: 'svg' | 'png'; width: number; height: number };

async function open(bytes: Buffer, type: 'svg' | 'png'): Promise<Logo> {
  const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (format !== type) throw new Refusal('logo_type');
  if (width * height > MAX_PIXELS) throw new Refusal('picture_pixels');
  if (width / height > MAX_RATIO || height / width > MAX_RATIO) throw new Refusal('logo_shape');
  return { bytes, type, width, height };
}

/** The logo inside of a box; a drawing is drawn at this size, not enlarged. */
function inside({ bytes, type, width, height }: Logo, box: { width: number; height: number }): Sharp {
  const scale = Math.min(box.width / width, box.height / height);
  const density = type === 'svg' ? Math.min(20_000, Math.max(1, 72 * scale)) : 72;
  return sharp(bytes, { density, limitInputPixels: MAX_PIXELS, failOn: 'error' }).resize({ ...box, fit: 'inside' });
}

async function refuseBlank(logo: Logo): Promise<void> {
  const { data } = await inside(logo, { width: 400, height: 400 })
    .ensureAlpha()
    .extractChannel(3)
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (!data.some((alpha) => alpha > 24)) throw new Refusal('logo_blank');
}

/** A picture is rewritten, without anything but its pixels. */
async function check(logo: Logo): Promise<{ width: number; height: number; files: Made[] }> {
  await refuseBlank(logo);
  if (logo.type === 'svg') return { width: 0, height: 0, files: [] };
  const { data, info } = await sharp(logo.bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .resize({ width: LOGO_PIXELS, height: LOGO_PIXELS, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, files: [{ name: 'logo.png', bytes: data }] };
}

const plain = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } });

async function makeSet(logo: Logo, colours: Colours, mail: { width: number; height: number }): Promise<Made[]> {
  const files: Made[] = [];
  for (const [name, size, share] of ICONS) {
    const side = Math.round(size * share);
    const mark = await inside(logo, { width: side, height: side }).png().toBuffer();
    const icon = plain(size, size, colours.ground).composite([{ input: mark }]);
    files.push({ name, bytes: await icon.png({ palette: true }).toBuffer() });
  }
  files.push({ name: 'share.jpg', bytes: await makeShare(logo, colours) });
  // The background is part of the picture, because dark modes may change the one behind it.
  const doubled = await inside(logo, { width: 2 * mail.width, height: 2 * mail.height })
    .png()
    .toBuffer();
  const head = plain(2 * mail.width, 2 * mail.height, colours.ground).composite([{ input: doubled }]);
  files.push({ name: 'mail.png', bytes: await head.png({ palette: true }).toBuffer() });
  return files;
}

async function makeShare(logo: Logo, { ground, brand, accent }: Colours): Promise<Buffer> {
  const { width, height } = SHARE;
  const { data, info } = await inside(logo, { width: 820, height: 380 }).png().toBuffer({ resolveWithObject: true });
  const free = height - BAND - LINE;
  const bar = (tall: number, colour: string) => plain(width, tall, colour).png().toBuffer();
  return plain(width, height, ground)
    .composite([
      { input: data, left: Math.round((width - info.width) / 2), top: Math.round((free - info.height) / 2) },
      { input: await bar(LINE, accent), left: 0, top: free },
      { input: await bar(BAND, brand), left: 0, top: free + LINE },
    ])
    .jpeg({ quality: 88, chromaSubsampling: '4:4:4', mozjpeg: true })
    .toBuffer();
}

try {
  const given = await buffer(process.stdin);
  const end = given.indexOf('\n');
  const order = JSON.parse(given.toString('utf8', 0, end)) as PictureOrder;
  const logo = await open(given.subarray(end + 1), order.type);
  const made =
    order.make === 'logo'
      ? await check(logo)
      : { width: logo.width, height: logo.height, files: await makeSet(logo, order.colours, order.mail) };
  const { files, ...size } = made;
  const hash = createHash('sha256');
  for (const { bytes } of files) hash.update(bytes);
  const head = {
    ...size,
    hash: hash.digest('hex').slice(0, 16),
    widths: [],
    files: files.map(({ name, bytes }) => ({ name, length: bytes.length })),
  };
  process.stdout.write(`${JSON.stringify(head)}\n`);
  for (const { bytes } of files) process.stdout.write(bytes);
} catch (error) {
  const code = error instanceof Refusal ? error.message : /pixel limit/.test(String(error)) ? 'picture_pixels' : null;
  process.stderr.write(JSON.stringify({ code: code ?? 'logo_broken', reason: String(error).slice(0, 500) }));
  process.exitCode = 1;
}
