import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Media } from '#shared/content/media.ts';
import { localized } from '#test/localized.ts';
import { aForm, aHugePng, aPhonePhoto, aPng } from '#test/media.ts';
import { MEDIA_PATH, startMediaShop } from '#test/media-shop.ts';
import * as repository from './repository.ts';

let shop: Awaited<ReturnType<typeof startMediaShop>>;
beforeAll(async () => {
  shop = await startMediaShop();
});
beforeEach(() => shop.forgetAll());
afterAll(() => shop.close());

describe('an upload', () => {
  test('12 megapixels are stored upright in all sizes and formats, without location or device (S19)', async () => {
    const original = await aPhonePhoto();
    // The control: the original is rotated, and contains its location.
    const before = await sharp(original).metadata();
    expect([before.width, before.height, before.orientation]).toEqual([4032, 3024, 6]);
    expect(before.exif?.includes('Guayaphone')).toBe(true);

    const picture = await shop.add(original);
    expect(picture).toMatchObject({
      name: 'photo.jpg',
      width: 1920,
      height: 2560,
      widths: [240, 480, 740, 960, 1600],
      focal: [50, 50],
      alt: localized('', ''),
      uses: [],
    });
    expect(await shop.list()).toEqual([picture]);
    const files = [...new Set((await shop.pieces()).map(({ file }) => file))];
    expect(files.length).toBe(1 + 5 * 3);
    for (const file of files) {
      const content = await repository.readFile(shop.deps.db, picture.id, picture.hash, file);
      const { exif, icc, iptc, xmp, orientation, format, width } = await sharp(content ?? undefined).metadata();
      expect([exif, icc, iptc, xmp, orientation], file).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
        undefined,
      ]);
      expect(content?.includes('Guayaphone')).toBe(false);
      if (file === 'master.jpg') continue;
      expect([`${width}`, { jpeg: 'jpg', webp: 'webp', heif: 'avif' }[format as string]]).toEqual(file.split('.'));
    }
    expect((await shop.pieces()).every(({ size }) => size <= 256 * 1024)).toBe(true);
    // Red above blue, as it was taken.
    const small = await repository.readFile(shop.deps.db, picture.id, picture.hash, '240.jpg');
    const { data, info } = await sharp(small ?? undefined)
      .raw()
      .toBuffer({ resolveWithObject: true });
    const [top, bottom] = [0, data.length - info.channels].map((at) => [data[at] ?? 0, data[at + 2] ?? 0]);
    expect([(top?.[0] ?? 0) > (top?.[1] ?? 0), (bottom?.[0] ?? 0) > (bottom?.[1] ?? 0)]).toEqual([true, false]);
    expect(info.height / info.width).toBeCloseTo(4 / 3, 1);
  });

  test('JPEG, PNG, WebP and AVIF are accepted by content, whatever the name; none is enlarged', async () => {
    const png = await aPng(200, 100);
    for (const content of [
      await sharp(png).jpeg().toBuffer(),
      png,
      await sharp(png).webp().toBuffer(),
      await sharp(png).avif().toBuffer(),
      await sharp(png).toColourspace('cmyk').jpeg().toBuffer(),
      await sharp(png).ensureAlpha(0.5).png({ palette: true }).toBuffer(),
      await sharp(png).toColourspace('b-w').png().toBuffer(),
    ]) {
      const answer = await shop.upload(content, { name: 'no picture.exe' });
      expect(answer.statusCode, answer.body).toBe(201);
      expect(answer.json()).toMatchObject({ width: 200, height: 100, widths: [200] });
    }
  });

  test('that is animated, or another kind of file as well, becomes a still picture and nothing else (S19)', async () => {
    const frame = await aPng(100, 100);
    const frames = [frame, await sharp(frame).rotate(180).png().toBuffer()];
    const animated = await sharp(frames, { join: { animated: true } })
      .webp({ delay: [50, 50] })
      .toBuffer();
    expect((await sharp(animated).metadata()).pages).toBe(2);
    const jpeg = await sharp(await aPng(100, 100))
      .jpeg()
      .toBuffer();
    const page = '<html><script>alert("evil")</script></html>';
    const polyglots = [
      Buffer.concat([jpeg, Buffer.from(page), Buffer.from('PK\x03\x04 evil archive')]),
      // In a comment of the JPEG, before its picture.
      Buffer.concat([
        jpeg.subarray(0, 2),
        Buffer.from([0xff, 0xfe, 0, page.length + 2]),
        Buffer.from(page),
        jpeg.subarray(2),
      ]),
    ];
    for (const content of [animated, ...polyglots]) {
      const { id, hash } = await shop.add(content);
      for (const file of ['master.jpg', '100.webp', '100.jpg', '100.avif']) {
        const stored = await repository.readFile(shop.deps.db, id, hash, file);
        expect(stored?.includes('evil')).toBe(false);
        expect((await sharp(stored ?? undefined).metadata()).pages ?? 1).toBe(1);
      }
    }
  });

  const truncated = async () =>
    (
      await sharp(await aPng(800, 600))
        .jpeg()
        .toBuffer()
    ).subarray(0, 1_500);
  const HEIC = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic'), Buffer.alloc(500)]);
  const SVG = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  test.each<[what: string, status: number, words: RegExp, content: () => Buffer | Promise<Buffer>]>([
    ['0 bytes', 400, /is empty/, () => Buffer.alloc(0)],
    ['25 MB', 413, /20 MB/, () => Buffer.alloc(25e6, 1)],
    ['20 MB and a byte', 413, /20 MB/, () => Buffer.alloc(20 * 1024 * 1024 + 1, 0xff)],
    ['an SVG with a script', 415, /SVG/, () => Buffer.from(SVG)],
    ['an SVG behind a mark of byte order', 415, /SVG/, () => Buffer.from(`\ufeff${SVG}`)],
    ['a page named .jpg', 415, /web page/, () => Buffer.from('<!DOCTYPE html><script>alert(1)</script>')],
    ['a HEIC', 415, /iPhone/, () => HEIC],
    [
      'a GIF',
      415,
      /JPEG, PNG, WebP or AVIF/,
      async () =>
        sharp(await aPng())
          .gif()
          .toBuffer(),
    ],
    ['a PDF', 415, /JPEG, PNG, WebP or AVIF/, () => Buffer.from('%PDF-1.7')],
    ['a truncated JPEG', 400, /damaged/, truncated],
    ['a truncated PNG', 400, /damaged/, async () => (await aPng(800, 600)).subarray(0, 200)],
    ['a PNG without data', 400, /damaged/, () => aHugePng(300, 300, { isEmpty: true })],
    ['three bytes of a JPEG', 400, /damaged/, () => Buffer.from([0xff, 0xd8, 0xff])],
    ['a WebP that is an AVI', 400, /damaged/, () => Buffer.from('RIFF\x10\0\0\0WEBPAVI garbage')],
    ['a header of 40,000 x 40,000', 413, /50 megapixels/, () => aHugePng(40_000, 40_000, { isEmpty: true })],
    ['a decompression bomb of 400 megapixels', 413, /50 megapixels/, () => aHugePng(20_000, 20_000)],
  ])('%s is refused with words that help, and leaves nothing (S19)', async (_, status, words, content) => {
    const answer = await shop.upload(await content());
    expect([answer.statusCode, answer.json().message]).toEqual([status, expect.stringMatching(words)]);
    expect([await shop.list(), await shop.pieces()]).toEqual([[], []]);
    const inSpanish = await shop.upload(await content(), { headers: { 'accept-language': 'es' } });
    expect(inSpanish.json().message).not.toBe(answer.json().message);
  });

  test('of several at once makes them all; the next person’s is not refused', async () => {
    const answers = await Promise.all([1, 2, 3].map(async (i) => shop.upload(await aPng(100 + i, 100))));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    const added = answers.map((answer) => answer.json<Media>());
    expect(new Set(added.map(({ id }) => id)).size).toBe(3);
    expect((await shop.list()).map(({ width }) => width).sort()).toEqual([101, 102, 103]);
  });

  test('needs a session and the shop’s own pages, and exactly one file; no other call takes a form', async () => {
    const { payload, type } = aForm('a.png', await aPng());
    const send = (headers: object, url = MEDIA_PATH, body: Buffer = payload) =>
      shop.app.inject({ method: 'POST', url, payload: body, headers: { 'content-type': type, ...headers } });
    expect((await send({})).statusCode).toBe(401);
    expect((await send({ cookie: shop.cookie, origin: 'https://evil.example' })).statusCode).toBe(403);
    expect((await send({ cookie: shop.cookie, 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
    const twice = Buffer.concat([payload.subarray(0, payload.length - '--picture--\r\n'.length), payload]);
    const cut = payload.subarray(0, payload.length - 30);
    for (const body of [twice, cut, Buffer.from('--picture--\r\n'), Buffer.alloc(0)]) {
      expect((await send({ cookie: shop.cookie }, MEDIA_PATH, body)).statusCode).toBe(400);
    }
    expect(
      (await send({ cookie: shop.cookie, 'content-type': 'application/json' }, MEDIA_PATH, Buffer.from('{}')))
        .statusCode,
    ).toBe(415);
    for (const url of ['/api/admin/products', '/api/shipping-rates']) {
      expect((await send({ cookie: shop.cookie }, url)).statusCode).toBe(415);
    }
    expect(await shop.list()).toEqual([]);
    expect((await send({ cookie: shop.cookie })).statusCode).toBe(201);
  });
});
