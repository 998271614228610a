import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { facts } from '#brand/facts.ts';
import { changedTexts } from '#server/features/texts/pages.ts';
import type { Changed } from '#shared/content/item.ts';
import { type AdminLook, brandLook, type LookFields } from '#shared/look/look.ts';
import { LOOK_PICTURES, logoSize, lookPath } from '#shared/look/pictures.ts';
import { keepHouse } from '#test/app.ts';
import { aForm, aHugePng, aPng } from '#test/media.ts';
import { adminOf, shopForEach } from '#test/shop.ts';
import { lookContent, picturesOf } from './kinds.ts';
import { readLookFile } from './service.ts';

const shop = shopForEach();
const call = adminOf(shop);

const PATH = '/api/admin/look';
const LOGO = readFileSync('brand/images/logo-stacked.svg');
const BLUE = { ...brandLook.colours, brand: '#0b4f9e' };
const read = async () => (await call('GET', PATH)).json<AdminLook>();
const put = async (fields: object) => {
  const { name, logo, colours, version } = await read();
  return call('PUT', PATH, { name, logo, colours, version, ...fields });
};
const send = (content: Buffer, name = 'logo.svg') => {
  const { payload, type } = aForm(name, content);
  return call('POST', `${PATH}/logo`, payload, { 'content-type': type });
};
const upload = async (content: Buffer = LOGO) => (await send(content)).json<{ logo: string }>().logo;
const get = (url: string) => shop.app.inject({ url });
const shown = () => lookContent(shop.deps.content.current()).look;

test('the look is the brand’s until it is saved, and a stranger reads and changes nothing', async () => {
  expect(await read()).toMatchObject({
    ...brandLook,
    published: brandLook,
    origin: 'default',
    version: 0,
    changed: [],
  });
  expect(shown()).toBeUndefined();
  const { payload, type } = aForm('logo.svg', LOGO);
  for (const [method, url, more] of [
    ['GET', PATH, {}],
    ['PUT', PATH, { payload: { ...brandLook, version: 0 } }],
    ['DELETE', `${PATH}?version=0`, {}],
    ['POST', `${PATH}/logo`, { payload, headers: { 'content-type': type } }],
  ] as const) {
    expect((await shop.app.inject({ method, url, ...more })).statusCode, method).toBe(401);
  }
});

test('a draft is private; a publish shows logo, colours and name at once; undo and reset restore the brand’s', async () => {
  const logo = await upload();
  const draft = (await put({ logo, colours: BLUE, name: 'Café Luna' })).json<Changed<AdminLook>>();
  expect(draft).toMatchObject({ logo, revision: null, origin: 'default' });
  expect(draft.changed.toSorted()).toEqual(['colours', 'logo', 'name']);
  expect([shown(), shop.deps.facts().name]).toEqual([undefined, facts.name]);

  const { revision } = (await put({ publish: true })).json<Changed<AdminLook>>();
  const pictures = picturesOf({ logo, colours: BLUE });
  expect(shown()).toEqual({
    logo: { src: lookPath(logo), ...logoSize(logo) },
    pictures,
    palette: expect.objectContaining({ brand: BLUE.brand }),
  });
  expect(shop.deps.facts().name).toBe('Café Luna');
  const texts = JSON.stringify(changedTexts(shop.deps.content.current()));
  expect(texts).toContain('Café Luna');
  expect(texts).not.toContain(facts.name);
  expect(shop.deps.look()).toMatchObject({
    brand: BLUE.brand,
    header: BLUE.ground,
    logo: { path: `/look/${pictures}-mail.png` },
  });

  expect((await call('POST', `/api/admin/revisions/${revision}/restore`)).statusCode).toBe(200);
  expect([shown(), shop.deps.facts().name]).toEqual([undefined, facts.name]);
  await put({ name: 'Café Luna', publish: true });
  const { version } = await read();
  expect((await call('DELETE', `${PATH}?version=${version}`)).json()).toMatchObject({
    ...brandLook,
    origin: 'default',
  });
  expect(shop.deps.facts().name).toBe(facts.name);
});

test('a logo and all its pictures are served with their sizes, for good, and run nothing', async () => {
  const logo = await upload();
  await put({ logo });
  const pictures = picturesOf({ logo, colours: brandLook.colours });
  for (const [name, [width, height]] of Object.entries(LOOK_PICTURES)) {
    const answer = await get(`/look/${pictures}-${name}`);
    expect(answer.headers, name).toMatchObject({
      'content-type': name.endsWith('jpg') ? 'image/jpeg' : 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    expect(await sharp(answer.rawPayload).metadata(), name).toMatchObject({ width, height });
  }
  const { headers, body } = await get(lookPath(logo));
  expect(headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  expect(body).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 720 700" width="720" height="700">/);
  const again = await shop.app.inject({ url: lookPath(logo), headers: { 'if-none-match': String(headers.etag) } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  for (const missing of [
    '0123456789abcdef-9x9.svg',
    `${pictures}-icon-49.png`,
    '..%2f..%2fetc%2fpasswd',
    'x.svg',
    `${logo}.gz`,
  ]) {
    expect((await get(`/look/${missing}`)).statusCode, missing).toBe(404);
  }
});

test('plain paths of icons lead to those of the published logo, and without one to the build’s', async () => {
  const paths = ['/favicon.svg', '/apple-touch-icon.png', '/icon-192.png', '/icon-512.png', '/og-image.jpg'];
  const logo = await upload();
  await put({ logo });
  for (const path of paths) expect((await get(path)).statusCode, path).toBe(404);
  await put({ publish: true });
  for (const path of paths) {
    const { statusCode, headers } = await get(path);
    expect([statusCode, headers['cache-control']], path).toEqual([302, 'no-cache']);
    expect((await get(String(headers.location))).statusCode, path).toBe(200);
  }
});

test('a picture of a logo loses everything but its pixels; what is not a logo is refused with a message', async () => {
  const noisy = await sharp(await aPng(400, 200))
    .withExif({ IFD0: { Make: 'Guayaphone' } })
    .png()
    .toBuffer();
  const logo = await upload(noisy);
  expect(logo).toMatch(/^[0-9a-f]{16}-400x200\.png$/);
  const stored = (await get(lookPath(logo))).rawPayload;
  expect((await sharp(stored).metadata()).exif).toBeUndefined();
  expect(stored.includes('Guayaphone')).toBe(false);
  const clear = await sharp({ create: { width: 60, height: 60, channels: 4, background: '#0000' } })
    .png()
    .toBuffer();
  const jpeg = await sharp(await aPng())
    .jpeg()
    .toBuffer();
  for (const [content, code, status] of [
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script/></svg>'), '<script>', 400],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>'), 'empty', 400],
    [clear, 'empty', 400],
    [await aPng(1_400, 100), '12 times', 400],
    [jpeg, 'SVG', 415],
    [Buffer.from('<html><svg></svg></html>'), 'SVG', 400],
    [Buffer.from('GIF89a<svg>'), 'SVG', 415],
    [Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), LOGO]), 'damaged', 400],
    [noisy.subarray(0, 200), 'damaged', 400],
    [aHugePng(30_000, 30_000, { isEmpty: true }), 'megapixels', 413],
    [Buffer.alloc(0), 'empty', 400],
    [Buffer.alloc(6 * 1024 * 1024), '5 MB', 413],
  ] as const) {
    const answer = await send(content);
    expect([answer.statusCode, answer.json().message]).toEqual([status, expect.stringContaining(code)]);
  }
});

test('colours that cannot be read are kept as a draft and refused at a publish, with the nearest that works', async () => {
  const colours = { ...brandLook.colours, brand: '#ff8fa0' };
  expect((await put({ colours })).statusCode).toBe(200);
  for (const answer of [await put({ publish: true }), await call('POST', '/api/admin/publish', {})]) {
    expect(answer.statusCode).toBe(400);
    expect(answer.json().issues).toMatchObject([
      { path: 'colours.brand', message: expect.stringMatching(/#[0-9a-f]{6}/) },
    ]);
  }
  expect(shown()).toBeUndefined();
  const [, nearest] = /(#[0-9a-f]{6})/.exec((await put({ publish: true })).json().issues[0].message) ?? [];
  expect((await put({ colours: { ...colours, brand: nearest }, publish: true })).statusCode).toBe(200);
  expect(shown()?.palette?.brand).toBe(nearest);
});

test('what does not fit is refused with its field: name, logo, colours, version', async () => {
  const wrong: [Partial<Record<keyof LookFields, unknown>>, string][] = [
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(41) }, 'name'],
    [{ name: 'a {brand}' }, 'name'],
    [{ name: 'a\nb' }, 'name'],
    [{ logo: '0123456789abcdef-9x9.svg' }, 'logo'],
    [{ logo: '../../etc/passwd' }, 'logo'],
    [{ colours: { ...BLUE, ink: 'red;}' } }, 'colours.ink'],
    [{ colours: {} }, 'colours.ground'],
  ];
  for (const [fields, path] of wrong) {
    const answer = await put({ ...fields, publish: true });
    expect([answer.statusCode, answer.json().issues?.[0].path]).toEqual([400, path]);
  }
  await put({ name: 'One' });
  const stale = await call('PUT', PATH, { ...brandLook, name: 'Two', version: 0, publish: true });
  expect([stale.statusCode, stale.json().current.name]).toEqual([409, 'One']);
  expect((await call('DELETE', `${PATH}?version=0`)).statusCode).toBe(409);
  expect(shop.deps.facts().name).toBe(facts.name);
});

test('two uploads of one logo at once are one file, and two publishes at once are one revision each', async () => {
  const [a, b] = await Promise.all([upload(), upload()]);
  expect(a).toBe(b);
  const { version } = await read();
  const both = await Promise.all(
    ['#0b4f9e', '#7a1f6a'].map((brand) =>
      call('PUT', PATH, { ...brandLook, logo: a, colours: { ...brandLook.colours, brand }, version, publish: true }),
    ),
  );
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  expect(shown()?.logo?.src).toBe(lookPath(a));
});

test('a logo that no look has is forgotten after a day; one of a draft or a past revision is kept', async () => {
  const DAY = 24 * 3_600_000;
  const [unused, drafted, past] = [
    await upload(await aPng(90, 90)),
    await upload(await aPng(100, 90)),
    await upload(await aPng(110, 90)),
  ];
  await put({ logo: past, publish: true });
  await put({ logo: drafted, publish: false });
  shop.clock.advance(DAY / 2);
  await keepHouse(shop);
  expect(await readLookFile(shop.deps, unused)).not.toBeNull();
  shop.clock.advance(DAY);
  await keepHouse(shop);
  expect(await readLookFile(shop.deps, unused)).toBeNull();
  const made = [past, drafted].flatMap((logo) => {
    const set = picturesOf({ logo, colours: brandLook.colours });
    return [`${set}-share.jpg`, `${set}-icon-48.png`];
  });
  for (const kept of [drafted, past, ...made]) {
    expect(await readLookFile(shop.deps, kept), kept).not.toBeNull();
  }
});
