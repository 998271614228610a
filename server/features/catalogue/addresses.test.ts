import { expect, test } from 'vitest';
import { listChangesOf } from '#server/features/content/repository.ts';
import type { AdminProduct } from '#shared/catalogue/products.ts';
import { productPath } from '#shared/content/page-address.ts';
import { type PageAddresses, pageAddresses } from '#shared/content/page-addresses.ts';
import { adminOf, shopForEach } from '#test/shop.ts';
import { SITE_PAGES } from './live-catalogue.ts';

const shop = shopForEach();
const call = adminOf(shop);

const PATH = '/api/admin/products';
const list = async () => (await call('GET', PATH)).json<AdminProduct[]>();
const publish = async (id: string, fields: object) => {
  const version = (await list()).find((product) => product.id === id)?.version;
  const answer = await call('PATCH', `${PATH}/${id}`, { ...fields, version, publish: true });
  expect(answer.statusCode, answer.body).toBe(200);
};

/** The addresses for rendering the pages of the newest revision, or of an earlier one. */
async function addresses(until?: number): Promise<PageAddresses> {
  const snapshot = shop.deps.content.current();
  const history = await listChangesOf(shop.deps.db, { ...SITE_PAGES.remembered, until: until ?? snapshot.revision });
  const { products, knownSlugs } = SITE_PAGES.contentOf(snapshot, history);
  return pageAddresses(productPath, products, knownSlugs?.products);
}

test('an earlier address of a brand product leads to the owner’s, in each language, after every change', async () => {
  expect(await addresses()).toMatchObject({ moved: {}, gone: [] });
  await publish('box40', { slug: { en: 'forty', es: 'cuarenta' } });
  await publish('box40', { priceCents: 2199 });
  await publish('box40', { slug: { en: 'the-forty', es: 'la-de-cuarenta' } });
  expect((await addresses()).moved).toEqual({
    '/product/box-of-40-individual-sandwiches': '/product/the-forty',
    '/product/caja-de-40-galleticas-con-guayaba': '/product/la-de-cuarenta',
    '/product/forty': '/product/the-forty',
    '/product/cuarenta': '/product/la-de-cuarenta',
  });
});

test('an address that was reverted by undo stays known', async () => {
  await publish('box40', { slug: { en: 'forty', es: 'cuarenta' } });
  const [revision] = (await call('GET', '/api/admin/revisions')).json<{ id: number }[]>();
  expect((await call('POST', `/api/admin/revisions/${revision?.id}/restore`)).statusCode).toBe(200);
  expect((await addresses()).moved).toEqual({
    '/product/forty': '/product/box-of-40-individual-sandwiches',
    '/product/cuarenta': '/product/caja-de-40-galleticas-con-guayaba',
  });
  // The pages of an earlier revision do not contain later changes.
  expect((await addresses(0)).moved).toEqual({});
});

test.each(['hidden', 'archived'])(
  'all addresses of a product that is %s are gone until it is shown again',
  async (state) => {
    await publish('box40', { slug: { en: 'forty', es: 'cuarenta' } });
    await publish('box40', { state });
    expect((await addresses()).gone.sort()).toEqual([
      '/product/box-of-40-individual-sandwiches',
      '/product/caja-de-40-galleticas-con-guayaba',
      '/product/cuarenta',
      '/product/forty',
    ]);
    await publish('box40', { state: 'live' });
    const { moved, gone } = await addresses();
    expect([Object.keys(moved).length, gone]).toEqual([2, []]);
  },
);

test('a draft has no address, not even a gone one; a deleted product has (N18, S20)', async () => {
  const [{ name: _, slug: __, id: ___, version: ____, ...box } = {} as AdminProduct] = await list();
  const { origin, changed, published, missing, onHand, available, ...fields } = box;
  const created = await call('POST', PATH, { ...fields, name: { en: 'Mango', es: 'De mango' }, state: 'draft' });
  const { id } = created.json<AdminProduct>();
  await call('POST', '/api/admin/publish', {});
  expect(await addresses()).toMatchObject({ moved: {}, gone: [] });
  await publish(id, { state: 'live' });
  const version = (await list()).find((product) => product.id === id)?.version;
  expect((await call('DELETE', `${PATH}/${id}?version=${version}`)).statusCode).toBe(204);
  expect((await addresses()).gone).toEqual(['/product/mango', '/product/de-mango']);
});
