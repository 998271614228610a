import { expect, test } from 'vitest';
import { forgetOldPictures } from '#server/features/media/service.ts';
import type { AdminProduct, CatalogueItem } from '#shared/catalogue/products.ts';
import type { Revision, Unpublished } from '#shared/content/content.ts';
import type { Media } from '#shared/content/media.ts';
import { mediaPath, mediaRef } from '#shared/content/picture-ref.ts';
import { signIn } from '#test/admin.ts';
import { aForm, aPng } from '#test/media.ts';
import { adminOf, shopForEach } from '#test/shop.ts';

const shop = shopForEach();
const call = adminOf(shop);

const ALT = { en: 'Crackers on a plate', es: 'Galleticas en un plato' };
async function upload(alt = ALT): Promise<Media> {
  const { payload, type } = aForm('plate.png', await aPng());
  const headers = { ...(await signIn(shop)), 'content-type': type };
  const added = await shop.app.inject({ method: 'POST', url: '/api/admin/media', payload, headers });
  const { id, version } = added.json<Media>();
  return (await call('PATCH', `/api/admin/media/${id}`, { alt, version })).json<Media>();
}
const findPicture = async (id: string) => (await call('GET', `/api/admin/media/${id}`)).json<Media>();
const find = async (id: string) => {
  const found = (await call('GET', '/api/admin/products')).json<AdminProduct[]>().find((each) => each.id === id);
  if (!found) throw new Error(`There is no ${id}`);
  return found;
};
const patch = async (id: string, fields: object) => {
  const { version } = await find(id);
  return call('PATCH', `/api/admin/products/${id}`, { version, ...fields });
};
const catalogue = async () => (await shop.app.inject('/api/catalogue')).json<CatalogueItem[]>();
const publishAll = async () => (await call('POST', '/api/admin/publish', {})).json<{ revision: Revision | null }>();
const unpublished = async () => (await call('GET', '/api/admin/changes')).json<{ unpublished: Unpublished[] }>();
const restore = (id: number) => call('POST', `/api/admin/revisions/${id}/restore`);
const fileOf = ({ id, hash }: Media) => shop.app.inject(mediaPath(id, hash, 240, 'jpg'));

test('a product shows an uploaded picture once it has alt texts in both languages', async () => {
  const picture = await upload({ en: 'Crackers on a plate', es: '' });
  const name = mediaRef(picture.id);
  const saved = (await patch('box40', { images: [name, 'box40Box'] })).json<AdminProduct>();
  expect(saved).toMatchObject({ images: [name, 'box40Box'], changed: ['images'], missing: ['images'] });
  const refused = await patch('box40', { images: [name], publish: true });
  expect([refused.statusCode, refused.json().issues]).toEqual([400, [{ path: 'images', message: expect.any(String) }]]);

  const { version } = await find('box40');
  const { alt } = (
    await call('PATCH', `/api/admin/media/${picture.id}`, { alt: ALT, focal: [10, 90], version: picture.version })
  ).json<Media>();
  // A picture's description does not change the version of a product being edited.
  expect(await find('box40')).toMatchObject({ missing: [], version });
  expect((await publishAll()).revision?.changes[0]?.fields).toEqual(['images', 'pictures']);
  const { hash, width, height, widths } = picture;
  const [product] = shop.deps.catalogue().products;
  expect(product?.pictures).toEqual({ [name]: { hash, width, height, widths, alt, focal: [10, 90] } });
  expect((await catalogue())[0]?.images[0]).toBe(mediaPath(picture.id, hash, 240, 'jpg'));
  expect((await find('box40')).changed).toEqual([]);
  expect((await findPicture(picture.id)).uses).toEqual([{ kind: 'product', id: 'box40', name: expect.any(String) }]);
});

test('an alt text of a public picture is a draft until published, and can be reverted', async () => {
  const picture = await upload();
  const name = mediaRef(picture.id);
  await patch('box40', { images: [name], publish: true });
  const other = { en: 'Crackers', es: 'Galleticas' };
  await call('PATCH', `/api/admin/media/${picture.id}`, { alt: other, version: picture.version });
  const shown = () => shop.deps.catalogue().products[0]?.pictures[name]?.alt;
  expect(shown()).toEqual(ALT);
  expect((await find('box40')).changed).toEqual(['images']);
  expect((await unpublished()).unpublished).toMatchObject([{ kind: 'product', id: 'box40', fields: ['pictures'] }]);
  // A price that is published at once publishes nothing else.
  await patch('box40', { priceCents: 2222, publish: true });
  expect(shown()).toEqual(ALT);
  const { revision } = await publishAll();
  expect([shown(), revision?.changes[0]?.fields]).toEqual([other, ['pictures']]);
  expect((await restore(revision?.id ?? 0)).statusCode).toBe(200);
  expect(shown()).toEqual(ALT);
  // Without its last uploaded picture, a product keeps no facts of it.
  await patch('box40', { images: ['box40Box'], publish: true });
  expect([shop.deps.catalogue().products[0]?.pictures, (await find('box40')).changed]).toEqual([{}, []]);
});

test('an unknown picture is refused at its field; a stale version is reported first', async () => {
  const images = ['box40Box', mediaRef('0'.repeat(16))];
  const refused = await patch('box40', { images });
  expect([refused.statusCode, refused.json().issues[0].path]).toEqual([400, 'images.1']);
  expect((await call('PATCH', '/api/admin/products/box40', { images, version: 7 })).statusCode).toBe(409);
  expect((await call('POST', '/api/admin/products', { images })).statusCode).toBe(400);
  for (const wrong of [
    'media:',
    'media:../../x',
    'media:0B5C9A527A0E4C62',
    'noPicture',
    'https://evil.example/x.jpg',
  ]) {
    expect((await patch('box40', { images: [wrong] })).statusCode, wrong).toBe(400);
  }
});

test('a picture that a product shows, also as a draft, is not deleted; the answer says which', async () => {
  const picture = await upload();
  const remove = () => call('DELETE', `/api/admin/media/${picture.id}`);
  await patch('box40', { images: [mediaRef(picture.id)] });
  const refused = await remove();
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'picture_used']);
  expect(refused.json().current.uses).toMatchObject([{ kind: 'product', id: 'box40' }]);
  expect(refused.json().message).toContain('Box of 40');
  await publishAll();
  await patch('box40', { images: ['box40Box'] });
  // It is still public.
  expect((await remove()).statusCode).toBe(409);
  const { revision } = await publishAll();
  expect((await remove()).statusCode).toBe(204);
  // The revision that showed it may be restored, so its files stay.
  shop.clock.advance(2 * 3_600_000);
  await forgetOldPictures(shop.deps);
  expect((await restore(revision?.id ?? 0)).statusCode).toBe(200);
  expect((await catalogue())[0]?.images).toEqual([mediaPath(picture.id, picture.hash, 240, 'jpg')]);
  expect((await fileOf(picture)).statusCode).toBe(200);
});

test('a picture that is deleted while a product begins to show it stays; one that nothing shows goes', async () => {
  const [used, unused] = [await upload(), await upload()];
  for (const { id } of [used, unused]) expect((await call('DELETE', `/api/admin/media/${id}`)).statusCode).toBe(204);
  expect((await patch('box40', { images: [mediaRef(used.id)] })).statusCode).toBe(200);
  shop.clock.advance(2 * 3_600_000);
  await forgetOldPictures(shop.deps);
  expect((await call('GET', '/api/admin/media')).json<Media[]>().map(({ id }) => id)).toEqual([used.id]);
  expect([(await fileOf(used)).statusCode, (await fileOf(unused)).statusCode]).toEqual([200, 404]);
});
