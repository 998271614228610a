import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { AppDeps } from '#server/feature.ts';
import { SITE_PAGES } from '#server/features/catalogue/live-catalogue.ts';
import type { ContentSnapshot, LiveContent } from '#server/features/content/live-content.ts';
import { listRevisions } from '#server/features/content/service.ts';
import { brandContent } from '#shared/catalogue/brand-products.ts';
import type { AdminProduct, CatalogueItem, PageContent } from '#shared/catalogue/products.ts';
import type { Revision } from '#shared/content/content.ts';
import { asAdmin } from '#test/admin.ts';
import { startTestApp } from '#test/app.ts';
import { adminOf, shopForEach } from '#test/shop.ts';

const shop = shopForEach();
const call = adminOf(shop);

const PATH = '/api/admin/products';
const SODIUM = { id: 'sodium', amount: '130 mg', dailyPercent: 6, level: 0 } as const;
const catalogue = async (language = 'en') =>
  (await shop.app.inject(`/api/catalogue?lang=${language}`)).json<CatalogueItem[]>();
const list = async () => (await call('GET', PATH)).json<AdminProduct[]>();
const find = async (id: string) => {
  const product = (await list()).find((each) => each.id === id);
  if (!product) throw new Error(`There is no ${id}`);
  return product;
};
const patch = async (id: string, fields: object) => {
  const { version } = await find(id);
  return call('PATCH', `${PATH}/${id}`, { version, ...fields });
};
const revisions = async () => (await call('GET', '/api/admin/revisions')).json<Revision[]>();
const priceOf = async (id: string) => (await catalogue()).find((item) => item.id === id)?.price;

/** All fields that a product needs to be sold. */
async function aWholeProduct(changes: object = {}) {
  const { name: _, slug: __, id: ___, ...box } = await find('box40');
  const { version, origin, changed, published, missing, onHand, available, ...fields } = box;
  return { ...fields, name: { en: 'Box of mango', es: 'Caja de mango' }, state: 'live', ...changes };
}

describe('the catalogue', () => {
  test('is the brand’s until something is saved, in the language asked for', async () => {
    const [box, double] = await catalogue();
    expect(box).toMatchObject({
      id: 'box40',
      slug: 'box-of-40-individual-sandwiches',
      name: 'Box of 40 individual sandwiches',
      size: '40 x 1.10 oz',
      price: '19.99',
      unitPrice: '0.45',
      allergens: ['wheat'],
      availability: 'in_stock',
    });
    expect(double?.id).toBe('box20double');
    expect((await catalogue('es'))[0]).toMatchObject({
      slug: 'caja-de-40-galleticas-con-guayaba',
      name: 'Caja de 40 galleticas con guayaba',
      allergens: ['trigo'],
    });
    const spanish = { 'accept-language': 'es-US,es;q=0.9' };
    const answer = await shop.app.inject({ url: '/api/catalogue', headers: spanish });
    expect(answer.json<CatalogueItem[]>()[0]?.name).toBe('Caja de 40 galleticas con guayaba');
    expect(await list()).toMatchObject([
      { id: 'box40', state: 'live', version: 0, origin: 'default', priceCents: 1999, changed: [], missing: [] },
      { id: 'box20double', state: 'live', version: 0, origin: 'default', onHand: null },
    ]);
  });

  test('a reader’s valid copy is not sent again, and gets another tag after a publish', async () => {
    const first = await shop.app.inject('/api/catalogue');
    const headers = { 'if-none-match': String(first.headers.etag) };
    expect((await shop.app.inject({ url: '/api/catalogue', headers })).statusCode).toBe(304);
    await patch('box40', { priceCents: 2199, publish: true });
    const after = await shop.app.inject({ url: '/api/catalogue', headers });
    expect([after.statusCode, after.headers.etag === first.headers.etag]).toEqual([200, false]);
  });
});

describe('a change', () => {
  test('is a private draft until it is published (N18, S20)', async () => {
    const saved = await patch('box40', { priceCents: 2499, name: { en: 'Forty', es: 'Cuarenta' } });
    expect(saved.json()).toMatchObject({ priceCents: 2499, version: 1, published: { priceCents: 1999 } });
    expect(saved.json().changed.sort()).toEqual(['name', 'priceCents']);
    expect(await priceOf('box40')).toBe('19.99');
    expect((await call('GET', '/api/admin/changes')).json().unpublished).toEqual([
      {
        kind: 'product',
        version: 1,
        id: 'box40',
        name: 'Forty',
        fields: expect.arrayContaining(['name', 'priceCents']),
        before: { name: expect.objectContaining({ en: 'Box of 40 individual sandwiches' }), priceCents: 1999 },
        after: { name: { en: 'Forty', es: 'Cuarenta' }, priceCents: 2499 },
      },
    ]);
    const { revision } = (await call('POST', '/api/admin/publish', {})).json<{ revision: Revision }>();
    expect(revision).toMatchObject({
      id: 1,
      author: 'admin',
      changes: [{ kind: 'product', id: 'box40', before: { priceCents: 1999 }, after: { priceCents: 2499 } }],
    });
    expect(await priceOf('box40')).toBe('24.99');
    expect(await find('box40')).toMatchObject({ origin: 'custom', changed: [] });
    expect((await call('GET', '/api/admin/changes')).json().unpublished).toEqual([]);
    expect((await call('POST', '/api/admin/publish', {})).json()).toEqual({ revision: null });
    expect(await revisions()).toEqual([revision]);
  });

  test('with publish makes exactly its fields public and leaves the other drafts', async () => {
    await patch('box40', { size: { en: 'new', es: 'nuevo' }, priceCents: 3000 });
    const answer = await patch('box40', { priceCents: 2199, publish: true });
    expect(answer.json()).toMatchObject({ priceCents: 2199, changed: ['size'], published: { priceCents: 2199 } });
    // With the revision, for undo.
    expect(answer.json().revision).toBe(1);
    expect((await patch('box40', { priceCents: 2199, publish: true })).json().revision).toBeNull();
    const [box] = await catalogue();
    expect([box?.price, box?.size]).toEqual(['21.99', '40 x 1.10 oz']);
    expect((await revisions()).map(({ changes }) => changes.map(({ fields }) => fields))).toEqual([[['priceCents']]]);
  });

  test('needs the version that it changes; a stale one is reported first, with the stored state', async () => {
    const { version } = await find('box40');
    expect((await call('PATCH', `${PATH}/box40`, { priceCents: 2100 })).statusCode).toBe(400);
    expect((await call('PATCH', `${PATH}/box40`, { priceCents: 2100, version })).statusCode).toBe(200);
    for (const publish of [false, true]) {
      const stale = await call('PATCH', `${PATH}/box40`, { priceCents: 2200, version, publish });
      expect([stale.statusCode, stale.json().code]).toEqual([409, 'stale_version']);
      expect(stale.json().current).toEqual(await find('box40'));
    }
    expect((await call('PATCH', `${PATH}/nothing`, { priceCents: 2100, version: 0 })).statusCode).toBe(404);
    for (const priceCents of [0, -1, 1.5, '1999', 1e9]) {
      expect((await patch('box40', { priceCents })).statusCode).toBe(400);
    }
  });

  test('of ten at once from the same version one is kept, drafts and publishes alike', async () => {
    for (const publish of [false, true]) {
      const { version } = await find('box20double');
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, i) =>
          call('PATCH', `${PATH}/box20double`, { priceCents: 3000 + i, version, publish }),
        ),
      );
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
        200,
        ...Array.from({ length: 9 }, () => 409),
      ]);
    }
    // Control: each based on the version that it read, all ten succeed, and none is lost.
    const before = (await revisions()).length;
    for (let i = 0; i < 10; i++)
      expect((await patch('box20double', { priceCents: 4000 + i, publish: true })).statusCode).toBe(200);
    expect((await revisions()).length - before).toBe(10);
  });

  test('that hides is never refused, also from an old version; the product is gone from the shop at once', async () => {
    await patch('box40', { priceCents: 2500 });
    const answer = await call('PATCH', `${PATH}/box40`, { state: 'hidden', publish: true, version: 0 });
    expect(answer.statusCode).toBe(200);
    expect((await catalogue()).map(({ id }) => id)).toEqual(['box20double']);
    // The control: any other change based on that version is refused.
    expect((await call('PATCH', `${PATH}/box40`, { state: 'live', publish: true, version: 0 })).statusCode).toBe(409);
  });

  test('of a name reaches the shop in both languages', async () => {
    await patch('box40', { name: { en: 'The forty', es: 'La de cuarenta' }, publish: true });
    expect([(await catalogue())[0]?.name, (await catalogue('es'))[0]?.name]).toEqual(['The forty', 'La de cuarenta']);
  });
});

test('a label value that is not allowed is refused with the nearest allowed one; saved ones stay', async () => {
  const { nutrition } = await find('box40');
  const label = { ...nutrition, calories: 152 };
  const body = { version: 0, nutrition: label };
  const refused = await call('PATCH', `${PATH}/box40`, body);
  const message = 'The rounding rules of labels do not allow 152. The nearest they allow is 150.';
  expect([refused.statusCode, refused.json()]).toEqual([
    400,
    { message, issues: [{ path: 'nutrition.calories', message }] },
  ]);
  const rows = { ...label, nutrients: nutrition?.nutrients.with(4, { ...SODIUM, amount: '142 mg' }) };
  const spanish = await call('PATCH', `${PATH}/box40`, { ...body, nutrition: rows }, { 'accept-language': 'es' });
  expect(spanish.json().issues).toMatchObject([
    { path: 'nutrition.calories', message: expect.stringMatching(/Lo más cercano .* 150\.$/) },
    { path: 'nutrition.nutrients.4.amount', message: expect.stringMatching(/no permiten 142 mg\. .* 140 mg\.$/) },
  ]);
  expect((await find('box40')).nutrition?.calories).toBe(150);

  // Saved by an earlier version of the shop.
  await patch('box40', { priceCents: 2099, publish: true });
  await shop.deps.db.execute(
    sql`update content_items set published = jsonb_set(published, '{nutrition,calories}', '152') where id = 'box40'`,
  );
  expect((await find('box40')).nutrition?.calories).toBe(152);
  expect((await patch('box40', { priceCents: 2199, publish: true })).statusCode).toBe(200);
});

describe('a new product', () => {
  test('is a draft without facts, lists what is missing, and is sold once it is complete', async () => {
    const created = await call('POST', PATH, { name: { en: 'Box of mango', es: '' } });
    expect(created.statusCode).toBe(201);
    const { id, missing, slug } = created.json<AdminProduct>();
    expect(slug).toEqual({ en: 'box-of-mango', es: '' });
    expect(missing).toEqual(
      expect.arrayContaining(['name.es', 'description.en', 'priceCents', 'allergens', 'nutrition', 'ingredients']),
    );
    // Listed in the order of the form.
    const fields = [...new Set(missing.map((path) => path.split('.')[0]))];
    expect(fields.slice(0, 6)).toEqual(['name', 'size', 'description', 'slug', 'priceCents', 'images']);
    expect(fields.at(-1)).toBe('shelfLifeDays');
    const refused = await patch(id, { state: 'live', publish: true });
    expect(refused.statusCode).toBe(400);
    const paths = refused.json<{ issues: { path: string }[] }>().issues.map(({ path }) => path);
    expect(paths.sort()).toEqual([...missing].sort());
    expect((await catalogue()).map((item) => item.id)).toEqual(['box40', 'box20double']);

    const whole = await aWholeProduct({ priceCents: 2599 });
    expect((await patch(id, { ...whole, publish: true })).json()).toMatchObject({ missing: [], changed: [] });
    expect((await catalogue())[2]).toMatchObject({ id, slug: 'box-of-mango', price: '25.99' });
    expect((await catalogue('es'))[2]?.slug).toBe('caja-de-mango');
  });

  test('is not published without servings that can be worked out or were stated; one that is sold already is', async () => {
    const { nutrition } = await find('box40');
    const cup = { ...nutrition, servingSize: '1 cup' };
    const draft = await aWholeProduct({ state: 'draft', nutrition: cup });
    const { id } = (await call('POST', PATH, draft)).json<AdminProduct>();
    const refused = await patch(id, { state: 'live', publish: true });
    expect(refused.json().issues).toMatchObject([{ path: 'nutrition.servings.count' }]);
    const servings = { count: 3.5, isAbout: true };
    await patch(id, { nutrition: { ...cup, servings }, state: 'live', publish: true });
    expect(await find(id)).toMatchObject({ published: { state: 'live' }, nutrition: { servings }, missing: [] });
    // Saved by an earlier version of the shop.
    await shop.deps.db.execute(
      sql`update content_items set published = published #- '{nutrition,servings}' where id = ${id}`,
    );
    expect(await find(id)).toMatchObject({ missing: ['nutrition.servings.count'] });
    expect((await patch(id, { priceCents: 2999, publish: true })).statusCode).toBe(200);
  });

  test('waits for a publish of its own: it is in no list of changes, and is not published with the others', async () => {
    const draft = await aWholeProduct({ state: 'draft' });
    const { id } = (await call('POST', PATH, draft)).json<AdminProduct>();
    await patch('box40', { priceCents: 2299 });
    const { unpublished } = (await call('GET', '/api/admin/changes')).json();
    expect(unpublished.map((item: { id: string }) => item.id)).toEqual(['box40']);
    await call('POST', '/api/admin/publish', {});
    expect(await find(id)).toMatchObject({ published: null, state: 'draft' });
    expect(await priceOf('box40')).toBe('22.99');
    // The control: one that is to be sold is published with the others.
    await patch(id, { state: 'live' });
    await call('POST', '/api/admin/publish', {});
    expect(await find(id)).toMatchObject({ published: { state: 'live' } });
  });

  test('needs an address of its own, and the species of nuts, in both languages', async () => {
    const { slug } = await find('box40');
    const { id } = (await call('POST', PATH, {})).json<AdminProduct>();
    const body = {
      ...(await aWholeProduct()),
      slug,
      allergens: ['treeNuts'],
      allergenSpecies: { treeNuts: { en: 'almond', es: '' } },
    };
    const refused = await patch(id, { ...body, publish: true });
    expect(
      refused
        .json<{ issues: { path: string }[] }>()
        .issues.map(({ path }) => path)
        .sort(),
    ).toEqual(['allergenSpecies.treeNuts.es', 'slug.en', 'slug.es']);
  });

  test('a draft is deleted for good; a published product comes back by undo', async () => {
    const { id } = (await call('POST', PATH, await aWholeProduct())).json<AdminProduct>();
    expect((await call('DELETE', `${PATH}/${id}?version=0`)).statusCode).toBe(409);
    expect((await call('DELETE', `${PATH}/${id}`)).statusCode).toBe(204);
    expect((await call('DELETE', `${PATH}/${id}`)).statusCode).toBe(404);
    expect(await revisions()).toEqual([]);

    const second = (await call('POST', PATH, await aWholeProduct())).json<AdminProduct>().id;
    await patch(second, { publish: true });
    expect(await catalogue()).toHaveLength(3);
    await call('DELETE', `${PATH}/${second}`);
    expect(await catalogue()).toHaveLength(2);
    const [removal] = await revisions();
    expect((await call('POST', `/api/admin/revisions/${removal?.id}/restore`)).statusCode).toBe(200);
    expect((await catalogue())[2]).toMatchObject({ id: second, name: 'Box of mango' });
  });

  test('of the brand’s files follows them again when it is deleted', async () => {
    await patch('box40', { priceCents: 2199, publish: true });
    expect(await find('box40')).toMatchObject({ origin: 'custom' });
    expect((await call('DELETE', `${PATH}/box40`)).statusCode).toBe(204);
    expect(await find('box40')).toMatchObject({ origin: 'default', priceCents: 1999 });
    expect(await priceOf('box40')).toBe('19.99');
  });
});

describe('undo', () => {
  test('reverts exactly what the revision changed, down to the brand’s own if nothing else remains', async () => {
    await patch('box40', { priceCents: 2199, publish: true });
    await patch('box40', { size: { en: 'forty', es: 'cuarenta' }, publish: true });
    const first = await call('POST', '/api/admin/revisions/1/restore');
    expect(first.json().revision).toMatchObject({ id: 3, restores: 1, changes: [{ fields: ['priceCents'] }] });
    expect((await catalogue())[0]).toMatchObject({ price: '19.99', size: 'forty' });
    await call('POST', '/api/admin/revisions/2/restore');
    expect(await find('box40')).toMatchObject({ origin: 'custom', size: { en: '40 x 1.10 oz' } });
    await call('DELETE', `${PATH}/box40`);

    await patch('box20double', { priceCents: 2199, publish: true });
    const [latest] = await revisions();
    await call('POST', `/api/admin/revisions/${latest?.id}/restore`);
    expect(await find('box20double')).toMatchObject({ origin: 'default', priceCents: 1999 });
  });

  test('is refused with a list of later changes, and changes nothing', async () => {
    await patch('box40', { priceCents: 2199, size: { en: 'a', es: 'b' }, publish: true });
    await patch('box40', { priceCents: 2299, publish: true });
    const before = await listRevisions(shop.deps);
    const refused = await call('POST', '/api/admin/revisions/1/restore');
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      code: 'changed_since',
      current: { changes: [{ kind: 'product', id: 'box40', fields: ['priceCents'] }] },
    });
    expect(await listRevisions(shop.deps)).toEqual(before);
    expect((await catalogue())[0]).toMatchObject({ price: '22.99', size: 'a' });
    expect((await call('POST', '/api/admin/revisions/99/restore')).statusCode).toBe(404);
    expect((await call('POST', '/api/admin/revisions/x/restore')).statusCode).toBe(400);
  });

  test('of a new product makes it a draft again, with all that was typed', async () => {
    const { id } = (await call('POST', PATH, await aWholeProduct())).json<AdminProduct>();
    await patch(id, { publish: true });
    await call('POST', '/api/admin/revisions/1/restore');
    expect(await catalogue()).toHaveLength(2);
    expect(await find(id)).toMatchObject({ name: { en: 'Box of mango' }, published: null, priceCents: 1999 });
  });
});

describe('the order', () => {
  test('is a draft too, is published with the rest, and must name every product', async () => {
    const turned = await call('PUT', `${PATH}/order`, { ids: ['box20double', 'box40'] });
    expect(turned.json<AdminProduct[]>().map(({ id }) => id)).toEqual(['box20double', 'box40']);
    expect((await catalogue()).map(({ id }) => id)).toEqual(['box40', 'box20double']);
    await call('POST', '/api/admin/publish', {});
    expect((await catalogue()).map(({ id }) => id)).toEqual(['box20double', 'box40']);
    const { id } = (await call('POST', PATH, {})).json<AdminProduct>();
    const stale = await call('PUT', `${PATH}/order`, { ids: ['box40', 'box20double'] });
    expect([stale.statusCode, stale.json().current]).toEqual([409, { ids: ['box20double', 'box40', id] }]);
    await call('PUT', `${PATH}/order`, { ids: ['box40', 'box20double', id], publish: true });
    expect((await catalogue()).map((item) => item.id)).toEqual(['box40', 'box20double']);
  });
});

test('products are found by name in both languages, id, address and barcode number', async () => {
  const found = async (q: string) =>
    (await call('GET', `/api/admin/find?q=${encodeURIComponent(q)}`))
      .json<{ products: { id: string }[] }>()
      .products.map(({ id }) => id);
  const { gtin } = await find('box40');
  expect(await found('individual sandw')).toEqual(['box40']);
  expect(await found('GALLETICAS')).toContain('box40');
  for (const q of ['box40', 'caja-de-40', gtin]) expect(await found(q), q).toEqual(['box40']);
  expect(await found('durian')).toEqual([]);
  expect(await found('%%')).toEqual([]);
});

test('a preview shows what is saved, a draft only on request, and publishes and stores nothing', async () => {
  const asked: { path: string; language: string; content: PageContent }[] = [];
  const parts = ({ content }: AppDeps) => ({
    content: {
      ...boundTo(content),
      preview: async (snapshot: ContentSnapshot, path: string, language: string) => {
        asked.push({ path, language, content: { ...brandContent(), ...SITE_PAGES.contentOf(snapshot, []) } });
        return path === '/nowhere' ? null : PAGE;
      },
    },
  });
  const own = await startTestApp({ parts });
  try {
    const admin = await asAdmin(own);
    const { id } = (await admin('POST', PATH, { ...(await aWholeProduct()), state: 'draft' })).json<AdminProduct>();
    await admin('PATCH', `${PATH}/box40`, { version: 0, priceCents: 2222 });
    const answer = await admin('GET', '/api/admin/preview?path=/shop&lang=es');
    expect(answer.statusCode).toBe(200);
    expect(asked.at(-1)).toMatchObject({ path: '/shop', language: 'es' });
    expect(asked.at(-1)?.content.products.map((product) => [product.id, product.priceCents])).toEqual([
      ['box40', 2222],
      ['box20double', expect.any(Number)],
    ]);
    await admin('GET', `/api/admin/preview?path=/shop&item=product:${id}`);
    expect(asked.at(-1)?.content.products.map((product) => product.id)).toContain(id);
    expect((await admin('GET', '/api/admin/preview?path=/shop&item=product:none')).statusCode).toBe(404);
    expect((await admin('GET', '/api/admin/preview?path=/nowhere')).statusCode).toBe(404);
    for (const path of ['//evil.example', 'shop', '/shop?x', '/<b>', '']) {
      expect((await admin('GET', `/api/admin/preview?path=${encodeURIComponent(path)}`)).statusCode, path).toBe(400);
    }
    // The preview is inert: no script, no form, no foreign frame, not cached and not indexed.
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-frame-options': 'SAMEORIGIN',
      'x-robots-tag': 'noindex, nofollow',
      'content-type': 'text/html; charset=utf-8',
    });
    const policy = String(answer.headers['content-security-policy']);
    for (const rule of ["script-src 'none'", "form-action 'none'", "frame-ancestors 'self'", "default-src 'self'"]) {
      expect(policy.split('; ')).toContain(rule);
    }
    expect(answer.body).not.toMatch(/<script|"priceCents"/);
    expect(answer.body).toContain('Vista previa');
    expect(answer.body).toContain('href="/api/admin/preview?path=%2Fabout&amp;lang=es#us"');
    expect(answer.body).toContain('href="https://elsewhere.example/"');
    expect(answer.body).toContain('src="/assets/a.webp"');
    expect((await own.app.inject('/api/catalogue')).json<CatalogueItem[]>().map(({ price }) => price)).not.toContain(
      '22.22',
    );
    expect((await admin('GET', '/api/admin/revisions')).json()).toEqual([]);
  } finally {
    await own.close();
  }
});

const PAGE = `<!doctype html><html lang="es"><head><title>Tienda</title><script type="module" src="/start.js"></script></head>
<body><div id="root"><a class="x" href="/about#us">Us</a> <a href="https://elsewhere.example/">Else</a>
<img src="/assets/a.webp" alt=""></div><script type="application/json" id="content">{"priceCents":1}</script></body></html>`;

/** An object with private fields, bound so that its methods can be destructured. */
function boundTo(content: LiveContent): LiveContent {
  return {
    current: () => content.current(),
    refresh: () => content.refresh(),
    render: (...request) => content.render(...request),
    preview: (...request) => content.preview(...request),
    claim: (...set) => content.claim(...set),
    onNewer: (listener) => content.onNewer(listener),
  };
}

test('nothing of it is answered without a session (N18, S20)', async () => {
  for (const [method, url] of [
    ['GET', PATH],
    ['POST', PATH],
    ['PATCH', `${PATH}/box40`],
    ['DELETE', `${PATH}/box40`],
    ['PUT', `${PATH}/order`],
    ['POST', '/api/admin/publish'],
    ['GET', '/api/admin/revisions'],
    ['POST', '/api/admin/revisions/1/restore'],
    ['GET', '/api/admin/preview?path=/shop'],
  ] as const) {
    expect((await shop.app.inject({ method, url })).statusCode).toBe(401);
  }
});

test('a publish and its product survive a backup, and are read at the next start', async () => {
  await patch('box40', { priceCents: 2199, publish: true });
  const next = await startTestApp({ database: shop.database });
  expect(next.deps.catalogue()).toMatchObject({ revision: 1 });
  expect(next.deps.catalogue().find('box40')?.priceCents).toBe(2199);
  await next.close();
});
