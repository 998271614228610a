import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rowsOf } from '#server/db/migration-state.ts';
import type { Media } from '#shared/media.ts';
import { mediaPath } from '#shared/picture-ref.ts';
import { signIn } from '#test/admin.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { localized } from '#test/localized.ts';
import { aForm, aHugePng, aPhonePhoto, aPng } from '#test/media.ts';
import * as repository from './repository.ts';
import { media, mediaPieces } from './schema.ts';
import { forgetOldPictures } from './service.ts';

let shop: TestApp;
let cookie: string;
beforeAll(async () => {
  shop = await startTestApp();
  cookie = (await signIn(shop)).cookie;
});
beforeEach(async () => {
  await shop.deps.db.delete(media);
  await shop.deps.db.delete(mediaPieces);
});
afterAll(() => shop.close());

const PATH = '/api/admin/media';
function upload(content: Buffer, { name = 'photo.jpg', headers = {} }: { name?: string; headers?: object } = {}) {
  const { payload, type } = aForm(name, content);
  return shop.app.inject({
    method: 'POST',
    url: PATH,
    payload,
    headers: { 'content-type': type, cookie, ...headers },
  });
}
async function add(content?: Buffer): Promise<Media> {
  const answer = await upload(content ?? (await aPng()));
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<Media>();
}
const call = (method: 'GET' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
  shop.app.inject({ method, url, headers: { cookie }, ...(payload && { payload }) });
const list = async () => (await call('GET', PATH)).json<Media[]>();
const read = (url: string, headers = {}) => shop.app.inject({ url, headers });
const pieces = () =>
  rowsOf<{ id: string; file: string; size: number }>(
    shop.deps.db,
    sql`select media_id as id, file, length(bytes) as size from media_pieces`,
  );

describe('an upload', () => {
  test('of 12 megapixels stands upright, in all sizes and formats, and nothing of its place or device is kept (S19)', async () => {
    const original = await aPhonePhoto();
    // The control: it lies on its side, and tells where it was taken.
    const before = await sharp(original).metadata();
    expect([before.width, before.height, before.orientation]).toEqual([4032, 3024, 6]);
    expect(before.exif?.includes('Guayaphone')).toBe(true);

    const picture = await add(original);
    expect(picture).toMatchObject({
      name: 'photo.jpg',
      width: 1920,
      height: 2560,
      widths: [240, 480, 740, 960, 1600],
      focal: [50, 50],
      alt: localized('', ''),
      uses: [],
    });
    expect(await list()).toEqual([picture]);
    const files = [...new Set((await pieces()).map(({ file }) => file))];
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
    expect((await pieces()).every(({ size }) => size <= 256 * 1024)).toBe(true);
    // Red above blue, as it was taken.
    const small = await repository.readFile(shop.deps.db, picture.id, picture.hash, '240.jpg');
    const { data, info } = await sharp(small ?? undefined)
      .raw()
      .toBuffer({ resolveWithObject: true });
    const [top, bottom] = [0, data.length - info.channels].map((at) => [data[at] ?? 0, data[at + 2] ?? 0]);
    expect([(top?.[0] ?? 0) > (top?.[1] ?? 0), (bottom?.[0] ?? 0) > (bottom?.[1] ?? 0)]).toEqual([true, false]);
    expect(info.height / info.width).toBeCloseTo(4 / 3, 1);
  });

  test('of JPEG, PNG, WebP and AVIF is taken by its content, whatever its name; none is made larger', async () => {
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
      const answer = await upload(content, { name: 'no picture.exe' });
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
      const { id, hash } = await add(content);
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
    const answer = await upload(await content());
    expect([answer.statusCode, answer.json().message]).toEqual([status, expect.stringMatching(words)]);
    expect([await list(), await pieces()]).toEqual([[], []]);
    const inSpanish = await upload(await content(), { headers: { 'accept-language': 'es' } });
    expect(inSpanish.json().message).not.toBe(answer.json().message);
  });

  test('of several at once makes them all; the next person’s is not refused', async () => {
    const answers = await Promise.all([1, 2, 3].map(async (i) => upload(await aPng(100 + i, 100))));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    const added = answers.map((answer) => answer.json<Media>());
    expect(new Set(added.map(({ id }) => id)).size).toBe(3);
    expect((await list()).map(({ width }) => width).sort()).toEqual([101, 102, 103]);
  });

  test('needs a session and the shop’s own pages, and exactly one file; no other call takes a form', async () => {
    const { payload, type } = aForm('a.png', await aPng());
    const send = (headers: object, url = PATH, body: Buffer = payload) =>
      shop.app.inject({ method: 'POST', url, payload: body, headers: { 'content-type': type, ...headers } });
    expect((await send({})).statusCode).toBe(401);
    expect((await send({ cookie, origin: 'https://evil.example' })).statusCode).toBe(403);
    expect((await send({ cookie, 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
    const twice = Buffer.concat([payload.subarray(0, payload.length - '--picture--\r\n'.length), payload]);
    const cut = payload.subarray(0, payload.length - 30);
    for (const body of [twice, cut, Buffer.from('--picture--\r\n'), Buffer.alloc(0)]) {
      expect((await send({ cookie }, PATH, body)).statusCode).toBe(400);
    }
    expect((await send({ cookie, 'content-type': 'application/json' }, PATH, Buffer.from('{}'))).statusCode).toBe(415);
    for (const url of ['/api/admin/products', '/api/shipping-rates']) {
      expect((await send({ cookie }, url)).statusCode).toBe(415);
    }
    expect(await list()).toEqual([]);
    expect((await send({ cookie })).statusCode).toBe(201);
  });
});

describe('a picture of the library', () => {
  test('gets alt texts and a focal point; a stale change is told first, with what is saved now', async () => {
    const { id, version } = await add();
    const alt = localized('Crackers', 'Galleticas');
    const changed = await call('PATCH', `${PATH}/${id}`, { alt, focal: [20, 80], version });
    expect(changed.json()).toMatchObject({ alt, focal: [20, 80], version: version + 1 });
    const stale = await call('PATCH', `${PATH}/${id}`, { focal: [0, 0], version });
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'stale_version']);
    expect(stale.json().current).toEqual((await call('GET', `${PATH}/${id}`)).json());
    for (const wrong of [
      { focal: [101, 0] },
      { focal: [1.5, 0] },
      { alt: { en: 'x' } },
      { alt: localized('x'.repeat(301), '') },
    ]) {
      expect((await call('PATCH', `${PATH}/${id}`, { ...wrong, version: version + 1 })).statusCode).toBe(400);
    }
    expect((await call('PATCH', `${PATH}/${'0'.repeat(16)}`, { version: 1 })).statusCode).toBe(404);
    expect((await call('PATCH', `${PATH}/${id}`, { alt })).statusCode).toBe(400);
  });

  test('that is deleted leaves the library at once, and the database an hour later', async () => {
    const [one, other] = [await add(), await add()];
    expect((await call('DELETE', `${PATH}/${one.id}?version=99`)).statusCode).toBe(409);
    expect((await call('DELETE', `${PATH}/${one.id}?version=${one.version}`)).statusCode).toBe(204);
    expect((await call('DELETE', `${PATH}/${one.id}`)).statusCode).toBe(404);
    expect((await list()).map(({ id }) => id)).toEqual([other.id]);
    await forgetOldPictures(shop.deps);
    expect(new Set((await pieces()).map(({ id }) => id))).toEqual(new Set([one.id, other.id]));
    shop.clock.advance(61 * 60_000);
    await forgetOldPictures(shop.deps);
    expect(new Set((await pieces()).map(({ id }) => id))).toEqual(new Set([other.id]));
  });

  test('whose upload was cut off is seen by nobody, and is gone after an hour', async () => {
    const whole = await add();
    const { db } = shop.deps;
    // As a kill between two pieces leaves it.
    const cut = { id: 'c'.repeat(16), name: 'x', alt: localized('', ''), focal: [50, 50] as [number, number] };
    await repository.insertHidden(db, { ...cut, createdAt: shop.clock.now() });
    await repository.writeFile(db, cut.id, '240.jpg', Buffer.alloc(300_000));
    expect((await list()).map(({ id }) => id)).toEqual([whole.id]);
    expect((await read(mediaPath(cut.id, '0'.repeat(10), 240, 'jpg'))).statusCode).toBe(404);
    await forgetOldPictures(shop.deps);
    expect(await db.$count(mediaPieces)).toBeGreaterThan((await pieces()).filter(({ id }) => id === whole.id).length);
    shop.clock.advance(61 * 60_000);
    await forgetOldPictures(shop.deps);
    expect(new Set((await pieces()).map(({ id }) => id))).toEqual(new Set([whole.id]));
    expect((await list()).map(({ id }) => id)).toEqual([whole.id]);
  });
});

describe('a file of a picture', () => {
  test('is served to everyone for good, by type, with a tag, and runs nothing', async () => {
    const { id, hash } = await add();
    for (const [format, type] of [
      ['avif', 'image/avif'],
      ['webp', 'image/webp'],
      ['jpg', 'image/jpeg'],
    ] as const) {
      const url = mediaPath(id, hash, 240, format);
      const answer = await read(url);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, type]);
      expect(answer.headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'content-length': String(answer.rawPayload.length),
      });
      expect((await sharp(answer.rawPayload).metadata()).width).toBe(240);
      const again = await read(url, { 'if-none-match': String(answer.headers.etag) });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    }
  });

  test('of another hash, size, format or name is not there, and the master is not public', async () => {
    const { id, hash } = await add();
    expect((await read(mediaPath(id, hash, 240, 'jpg'))).statusCode).toBe(200);
    for (const url of [
      mediaPath(id, '0'.repeat(10), 240, 'jpg'),
      mediaPath(id, hash, 241, 'jpg'),
      mediaPath('0'.repeat(16), hash, 240, 'jpg'),
      mediaPath(id, hash, 240, 'png' as 'jpg'),
      `/media/${id}-${hash}-master.jpg`,
      `/media/${id}-${hash}-240.jpg/`,
      `/media/${id}-${hash}-240.jpg%00`,
      '/media/',
      '/media/../../etc/passwd',
    ]) {
      expect((await read(url)).statusCode, url).toBe(404);
    }
  });
});
