import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mediaPath } from '#shared/content/picture-ref.ts';
import { localized } from '#test/localized.ts';
import { MEDIA_PATH, startMediaShop } from '#test/media-shop.ts';
import * as repository from './repository.ts';
import { mediaPieces } from './schema.ts';
import { forgetOldPictures } from './service.ts';

let shop: Awaited<ReturnType<typeof startMediaShop>>;
beforeAll(async () => {
  shop = await startMediaShop();
});
beforeEach(() => shop.forgetAll());
afterAll(() => shop.close());

describe('a picture of the library', () => {
  test('gets alt texts and a focal point; a stale change is reported first, with the stored state', async () => {
    const { id, version } = await shop.add();
    const alt = localized('Crackers', 'Galleticas');
    const changed = await shop.call('PATCH', `${MEDIA_PATH}/${id}`, { alt, focal: [20, 80], version });
    expect(changed.json()).toMatchObject({ alt, focal: [20, 80], version: version + 1 });
    const stale = await shop.call('PATCH', `${MEDIA_PATH}/${id}`, { focal: [0, 0], version });
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'stale_version']);
    expect(stale.json().current).toEqual((await shop.call('GET', `${MEDIA_PATH}/${id}`)).json());
    for (const wrong of [
      { focal: [101, 0] },
      { focal: [1.5, 0] },
      { alt: { en: 'x' } },
      { alt: localized('x'.repeat(301), '') },
    ]) {
      expect((await shop.call('PATCH', `${MEDIA_PATH}/${id}`, { ...wrong, version: version + 1 })).statusCode).toBe(
        400,
      );
    }
    expect((await shop.call('PATCH', `${MEDIA_PATH}/${'0'.repeat(16)}`, { version: 1 })).statusCode).toBe(404);
    expect((await shop.call('PATCH', `${MEDIA_PATH}/${id}`, { alt })).statusCode).toBe(400);
  });

  test('that is deleted leaves the library at once, and the database an hour later', async () => {
    const [one, other] = [await shop.add(), await shop.add()];
    expect((await shop.call('DELETE', `${MEDIA_PATH}/${one.id}?version=99`)).statusCode).toBe(409);
    expect((await shop.call('DELETE', `${MEDIA_PATH}/${one.id}?version=${one.version}`)).statusCode).toBe(204);
    expect((await shop.call('DELETE', `${MEDIA_PATH}/${one.id}`)).statusCode).toBe(404);
    expect((await shop.list()).map(({ id }) => id)).toEqual([other.id]);
    await forgetOldPictures(shop.deps);
    expect(new Set((await shop.pieces()).map(({ id }) => id))).toEqual(new Set([one.id, other.id]));
    shop.clock.advance(61 * 60_000);
    await forgetOldPictures(shop.deps);
    expect(new Set((await shop.pieces()).map(({ id }) => id))).toEqual(new Set([other.id]));
  });

  test('an interrupted upload is visible to nobody, and deleted after an hour', async () => {
    const whole = await shop.add();
    const { db } = shop.deps;
    // The state after a kill between two pieces.
    const cut = { id: 'c'.repeat(16), name: 'x', alt: localized('', ''), focal: [50, 50] as [number, number] };
    await repository.insertHidden(db, { ...cut, createdAt: shop.clock.now() });
    await repository.writeFile(db, cut.id, '240.jpg', Buffer.alloc(300_000));
    expect((await shop.list()).map(({ id }) => id)).toEqual([whole.id]);
    expect((await shop.read(mediaPath(cut.id, '0'.repeat(10), 240, 'jpg'))).statusCode).toBe(404);
    await forgetOldPictures(shop.deps);
    expect(await db.$count(mediaPieces)).toBeGreaterThan(
      (await shop.pieces()).filter(({ id }) => id === whole.id).length,
    );
    shop.clock.advance(61 * 60_000);
    await forgetOldPictures(shop.deps);
    expect(new Set((await shop.pieces()).map(({ id }) => id))).toEqual(new Set([whole.id]));
    expect((await shop.list()).map(({ id }) => id)).toEqual([whole.id]);
  });
});

describe('a file of a picture', () => {
  test('is served to everyone for good, by type, with a tag, and runs nothing', async () => {
    const { id, hash } = await shop.add();
    for (const [format, type] of [
      ['avif', 'image/avif'],
      ['webp', 'image/webp'],
      ['jpg', 'image/jpeg'],
    ] as const) {
      const url = mediaPath(id, hash, 240, format);
      const answer = await shop.read(url);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, type]);
      expect(answer.headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'content-length': String(answer.rawPayload.length),
      });
      expect((await sharp(answer.rawPayload).metadata()).width).toBe(240);
      const again = await shop.read(url, { 'if-none-match': String(answer.headers.etag) });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    }
  });

  test('of another hash, size, format or name is not there, and the master is not public', async () => {
    const { id, hash } = await shop.add();
    expect((await shop.read(mediaPath(id, hash, 240, 'jpg'))).statusCode).toBe(200);
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
      expect((await shop.read(url)).statusCode, url).toBe(404);
    }
  });
});
