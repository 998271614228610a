import { expect, test } from 'vitest';
import type { Changes } from '#shared/admin/admin.ts';
import type { AdminProduct } from '#shared/catalogue/products.ts';
import type { Revision } from '#shared/content/content.ts';
import { adminOf, shopForEach } from '#test/shop.ts';

const shop = shopForEach();
const call = adminOf(shop);

const products = async () => (await call('GET', '/api/admin/products')).json<AdminProduct[]>();
const find = async (id: string) => (await products()).find((product) => product.id === id);
const unpublished = async () => (await call('GET', '/api/admin/changes')).json<Changes>().unpublished;
const discard = (id: string, version?: number, kind = 'product') =>
  call('DELETE', `/api/admin/drafts/${kind}/${id}${version === undefined ? '' : `?version=${version}`}`);
const savePrice = async (id: string, priceCents: number) => {
  const version = (await find(id))?.version;
  const answer = await call('PATCH', `/api/admin/products/${id}`, { priceCents, version });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<AdminProduct>();
};

test('a discarded draft leaves what is public, makes no revision, and no other draft goes with it', async () => {
  const before = await find('box40');
  const { version } = await savePrice('box40', 2100);
  await savePrice('box20double', 2200);
  expect((await unpublished()).find(({ id }) => id === 'box40')).toMatchObject({ version, fields: ['priceCents'] });
  const answer = await discard('box40', version);
  expect([answer.statusCode, answer.body]).toEqual([204, '']);
  const after = await find('box40');
  expect(after).toMatchObject({ changed: [], priceCents: before?.priceCents, published: before?.published });
  expect((await unpublished()).map(({ id }) => id)).toEqual(['box20double']);
  expect((await call('GET', '/api/admin/revisions')).json<Revision[]>()).toEqual([]);
});

test('an item that was never public is gone with its draft', async () => {
  const { id, version } = (await call('POST', '/api/admin/products', {})).json<AdminProduct>();
  expect(await find(id)).toBeDefined();
  expect((await discard(id, version)).statusCode).toBe(204);
  expect(await find(id)).toBeUndefined();
});

test('a draft that was changed since is not discarded', async () => {
  const { version } = await savePrice('box40', 2100);
  await savePrice('box40', 2300);
  const answer = await discard('box40', version);
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({ code: 'stale_version' });
  expect(await find('box40')).toMatchObject({ priceCents: 2300, changed: ['priceCents'] });
});

test('without a draft, or of an unknown kind, there is nothing to discard', async () => {
  expect((await discard('box40')).statusCode).toBe(404);
  expect((await discard('nothing')).statusCode).toBe(404);
  expect((await discard('box40', undefined, 'order')).statusCode).toBe(404);
  expect((await discard('box40', undefined, 'Product')).statusCode).toBe(400);
  const { version } = await savePrice('box40', 2100);
  const anonymous = { method: 'DELETE' as const, url: `/api/admin/drafts/product/box40?version=${version}` };
  expect((await shop.app.inject(anonymous)).statusCode).toBe(401);
  expect(await find('box40')).toMatchObject({ changed: ['priceCents'] });
});
