import { expect, test } from 'vitest';
import { images } from '#brand/images.ts';
import { places } from '#brand/places.ts';
import type { Changed } from '#shared/content/item.ts';
import type { Media } from '#shared/content/media.ts';
import { mediaRef } from '#shared/content/picture-ref.ts';
import { type AdminPictureSlot, PICTURE_SLOT_IDS } from '#shared/content/picture-slots.ts';
import { LANGUAGES } from '#shared/core/language.ts';
import { aForm, aPng } from '#test/media.ts';
import { adminOf, shopForEach } from '#test/shop.ts';
import { slotContent, slotKind } from './kinds.ts';

const shop = shopForEach();
const call = adminOf(shop);

const PATH = '/api/admin/places';
const list = async () => (await call('GET', PATH)).json<AdminPictureSlot[]>();
const read = async (id = 'hero') => (await list()).find((slot) => slot.id === id) as AdminPictureSlot;
const put = async (fields: object, id = 'hero') =>
  call('PUT', `${PATH}/${id}`, { version: (await read(id)).version, ...fields });
const shown = () => slotContent(shop.deps.content.current()).places;
const upload = async () => {
  const { payload, type } = aForm('tray.png', await aPng(400, 300));
  return (await call('POST', '/api/admin/media', payload, { 'content-type': type })).json<Media>();
};
const ALT = { en: 'A tray of pastries', es: 'Una bandeja de pasteles' };

test('every slot of the brand is listed with its picture, and a stranger reads and changes none', async () => {
  const all = await list();
  expect(all.map(({ id }) => id)).toEqual(Object.keys(places));
  for (const slot of all) {
    expect(slot).toMatchObject({ isCustom: false, changed: [], version: 0, picture: slot.default });
    expect(slot.picture).toBe(places[slot.id as keyof typeof places].name);
  }
  expect(shown()).toBeUndefined();
  expect((await shop.app.inject({ url: PATH })).statusCode).toBe(401);
  const forged = { method: 'PUT' as const, url: `${PATH}/hero`, payload: { picture: 'contact', version: 0 } };
  expect((await shop.app.inject(forged)).statusCode).toBe(401);
});

test('a draft is private; a publish shows it; undo and reset restore the brand’s own', async () => {
  const draft = (await put({ picture: 'storyKitchen' })).json<Changed<AdminPictureSlot>>();
  expect(draft).toMatchObject({ picture: 'storyKitchen', changed: ['picture'], isCustom: false, revision: null });
  expect(shown()).toBeUndefined();

  const published = (await put({ picture: 'storyKitchen', publish: true })).json<Changed<AdminPictureSlot>>();
  expect(published).toMatchObject({ changed: [], isCustom: true, default: 'hero' });
  expect(shown()).toEqual({ names: { hero: 'storyKitchen' }, pictures: {} });

  const undone = await call('POST', `/api/admin/revisions/${published.revision}/restore`);
  expect(undone.statusCode).toBe(200);
  expect(shown()).toBeUndefined();

  await put({ picture: 'ingredients', publish: true }, 'about');
  await put({ picture: 'contact' }, 'about');
  const { version } = await read('about');
  const reset = await call('DELETE', `${PATH}/about?version=${version}`);
  expect(reset.json()).toMatchObject({ picture: places.about.name, isCustom: false, changed: [] });
  expect(shown()).toBeUndefined();
});

test('an uploaded picture can be published once described, and cannot be deleted while it is used', async () => {
  const { id, version } = await upload();
  const picture = mediaRef(id);
  expect((await put({ picture })).json()).toMatchObject({ changed: ['picture', 'pictures'] });
  const refused = await put({ picture, publish: true });
  expect([refused.statusCode, refused.json().issues[0].path]).toEqual([400, 'picture']);
  expect(shown()).toBeUndefined();

  await call('PATCH', `/api/admin/media/${id}`, { alt: ALT, version });
  expect((await put({ picture, publish: true })).statusCode).toBe(200);
  expect(shown()?.names).toEqual({ hero: picture });
  expect(shown()?.pictures[picture]).toMatchObject({ alt: ALT });

  const now = (await call('GET', '/api/admin/media')).json<Media[]>().find((each) => each.id === id);
  expect(now?.uses).toEqual([{ kind: slotKind.kind, id: 'hero', name: 'hero' }]);
  expect((await call('DELETE', `/api/admin/media/${id}?version=${now?.version}`)).statusCode).toBe(409);
});

test('a slot without a picture of the brand shows none until the owner gives one, and none after a reset', async () => {
  const picture = 'storyKitchen';
  expect(await read('aboutFounder')).toMatchObject({ picture: '', default: '' });
  expect((await put({ picture: '', publish: true }, 'aboutFounder')).statusCode).toBe(400);
  await put({ picture, publish: true }, 'aboutFounder');
  expect(shown()).toEqual({ names: { aboutFounder: picture }, pictures: {} });
  const { version } = await read('aboutFounder');
  expect((await call('DELETE', `${PATH}/aboutFounder?version=${version}`)).statusCode).toBe(200);
  expect(shown()).toBeUndefined();
});

test('an unknown picture, an unknown slot and a stale version are refused, and change nothing', async () => {
  expect((await put({ picture: 'media:0123456789abcdef' })).statusCode).toBe(400);
  expect((await put({ picture: 'nobody' })).statusCode).toBe(400);
  for (const id of ['nowhere', 'constructor', '__proto__']) {
    const payload = { picture: 'hero', version: 0 };
    expect([400, 404]).toContain((await call('PUT', `${PATH}/${id}`, payload)).statusCode);
    expect([400, 404]).toContain((await call('DELETE', `${PATH}/${id}?version=0`)).statusCode);
  }
  await put({ picture: 'storyKitchen' });
  const stale = await call('PUT', `${PATH}/hero`, { picture: 'ingredients', version: 0, publish: true });
  expect([stale.statusCode, stale.json().current.picture]).toEqual([409, 'storyKitchen']);
  expect(shown()).toBeUndefined();
});

test('a picture that a later brand no longer has is replaced by the brand’s own', () => {
  const saved = (picture: string) => ({
    items: new Map([[slotKind.kind, new Map([['hero', { picture, pictures: {} }]])]]),
  });
  expect(slotContent(saved('soldLastYear') as never)).toEqual({});
  expect(slotContent(saved('media:0123456789abcdef') as never)).toEqual({});
  expect(slotContent(saved(places.hero.name) as never)).toEqual({});
  expect(slotContent(saved('contact' in images ? 'contact' : 'ingredients') as never).places?.names.hero).toBeDefined();
  expect(PICTURE_SLOT_IDS.length).toBeGreaterThan(10);
  for (const language of LANGUAGES) expect(images.hero.alt[language]).not.toBe('');
});
