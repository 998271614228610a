import { randomUUID } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { errorText } from '#server/errors.ts';
import { adminOf, shopForAll } from '#test/shop.ts';
import { storeLocations } from './schema.ts';

const shop = shopForAll();
const call = adminOf(shop);

const PATH = '/api/admin/store-locations';
const aStore = (changes: object = {}) => ({
  name: 'La Esquina',
  address: '900 W 49th St, Hialeah, FL 33012',
  storeType: 'convenience',
  latitude: 25.8651234,
  longitude: '-80.3012345',
  ...changes,
});
const publicList = async () => (await shop.app.inject('/api/store-locations')).json();

describe('store locations', () => {
  test('are made, changed and deleted, and the public list shows it at once', async () => {
    const created = await call('POST', PATH, aStore());
    expect(created.statusCode).toBe(201);
    const { id } = created.json();
    expect(created.json()).toEqual({
      ...aStore(),
      id,
      inquiryId: null,
      version: 1,
      latitude: '25.8651234',
      longitude: '-80.3012345',
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    });
    expect(await publicList()).toEqual([
      {
        id,
        name: 'La Esquina',
        storeType: 'convenience',
        address: '900 W 49th St, Hialeah, FL 33012',
        latitude: '25.8651234',
        longitude: '-80.3012345',
      },
    ]);

    const changed = await call('PATCH', `${PATH}/${id}`, aStore({ name: 'La Esquina Nueva' }));
    expect(changed.statusCode).toBe(200);
    expect((await publicList())[0].name).toBe('La Esquina Nueva');
    expect((await call('GET', PATH)).json()).toEqual([changed.json()]);

    expect((await call('DELETE', `${PATH}/${id}`)).statusCode).toBe(204);
    expect(await publicList()).toEqual([]);
    expect((await call('DELETE', `${PATH}/${id}`)).statusCode).toBe(404);
    expect((await call('PATCH', `${PATH}/${id}`, aStore())).statusCode).toBe(404);
  });

  test('need name, address and store type, and refuse blank ones', async () => {
    for (const field of ['name', 'address', 'storeType']) {
      for (const value of [undefined, null, '', '  ', 7]) {
        const answer = await call('POST', PATH, aStore({ [field]: value }));
        expect(answer.statusCode).toBe(400);
        expect(answer.json().issues).toEqual([{ path: field, message: expect.any(String) }]);
      }
    }
  });

  test('I15 take finite coordinates within the globe alone, as a number or its decimal text', async () => {
    const { db } = shop.database.connection;
    const refused = [
      91,
      -90.0001,
      '91',
      '1e400',
      '1e1',
      'NaN',
      'Infinity',
      '-Infinity',
      '',
      ' ',
      '0x10',
      null,
      true,
      [3],
      {},
      undefined,
    ];
    for (const latitude of refused) {
      expect((await call('POST', PATH, aStore({ latitude }))).statusCode).toBe(400);
    }
    for (const longitude of [180.1, '-181', 'NaN']) {
      expect((await call('POST', PATH, aStore({ longitude }))).statusCode).toBe(400);
    }
    expect(await db.select().from(storeLocations)).toEqual([]);
    for (const edge of [
      { latitude: 90, longitude: -180 },
      { latitude: '-90', longitude: '180' },
      { latitude: 0, longitude: '0' },
    ]) {
      expect((await call('POST', PATH, aStore({ ...edge, acceptPlace: true }))).statusCode).toBe(201);
    }
    await db.delete(storeLocations);
  });

  test.each([
    ['0, 0', { latitude: 0, longitude: 0 }, 'place_zero'],
    ['exchanged coordinates', { latitude: '-80.3012345', longitude: 25.8651234 }, 'place_swapped'],
    ['a longitude without its minus', { longitude: 80.3012345 }, 'place_unsigned'],
    ['a place abroad', { latitude: 23.1136, longitude: -82.3666 }, 'place_abroad'],
  ])('%s cause a question in the reader’s language, and are accepted after the answer', async (_, place, code) => {
    const { id } = (await call('POST', PATH, aStore())).json();
    for (const language of ['en', 'es'] as const) {
      for (const [method, url] of [
        ['POST', PATH],
        ['PATCH', `${PATH}/${id}`],
      ] as const) {
        const answer = await call(method, url, aStore(place), { 'accept-language': language });
        expect([answer.statusCode, answer.json()]).toEqual([409, { message: errorText(code, language) }]);
      }
    }
    expect(await publicList()).toMatchObject([{ id, latitude: '25.8651234', longitude: '-80.3012345' }]);
    const moved = await call('PATCH', `${PATH}/${id}`, aStore({ ...place, acceptPlace: true }));
    expect(moved.statusCode).toBe(200);
    // The location stays when another field is changed.
    const renamed = await call('PATCH', `${PATH}/${id}`, aStore({ ...place, name: 'La Otra' }));
    expect([renamed.statusCode, renamed.json().name]).toEqual([200, 'La Otra']);
    await call('DELETE', `${PATH}/${id}`);
  });

  test('an inquiry has one store, also when two devices add it at the same moment', async () => {
    const inquiryId = randomUUID();
    const add = () => call('POST', PATH, aStore({ inquiryId }));
    const answers = await Promise.all(Array.from({ length: 6 }, add));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    const [store, ...others] = (await call('GET', PATH)).json();
    expect([store.inquiryId, others]).toEqual([inquiryId, []]);
    for (const language of ['en', 'es'] as const) {
      const again = await call('POST', PATH, aStore({ inquiryId, name: 'Otra' }), { 'accept-language': language });
      expect([again.statusCode, again.json()]).toEqual([
        409,
        { message: errorText('store_added', language), code: 'store_added', current: store },
      ]);
    }
    // A change keeps it; after a deletion it can be added again.
    expect((await call('PATCH', `${PATH}/${store.id}`, aStore({ name: 'Nueva' }))).json().inquiryId).toBe(inquiryId);
    await call('DELETE', `${PATH}/${store.id}`);
    const back = await add();
    expect(back.statusCode).toBe(201);
    expect(await publicList()).toEqual([expect.not.objectContaining({ inquiryId: expect.anything() })]);
    await call('DELETE', `${PATH}/${back.json().id}`);
  });

  test('control: without its unique key, an inquiry gets several stores', async () => {
    const { db } = shop.database.connection;
    const inquiryId = randomUUID();
    await db.execute(sql`alter table store_locations drop constraint store_locations_inquiry_id_unique`);
    try {
      const row = { ...aStore(), latitude: '25.8', longitude: '-80.3', inquiryId };
      await Promise.all([db.insert(storeLocations).values(row), db.insert(storeLocations).values(row)]);
      expect(await db.$count(storeLocations)).toBe(2);
    } finally {
      await db.delete(storeLocations);
      await db.execute(
        sql`alter table store_locations add constraint store_locations_inquiry_id_unique unique (inquiry_id)`,
      );
    }
  });

  test('I14 take no id, time or other key from the body', async () => {
    const id = '0b5c9a52-7a0e-4c62-8d7c-1f6b3a6de001';
    const answer = await call('POST', PATH, aStore({ id, createdAt: '2000-01-01', isAdmin: true }));
    expect(answer.json().id).not.toBe(id);
    expect(answer.json().createdAt).not.toMatch(/^2000/);
    expect(answer.json()).not.toHaveProperty('isAdmin');
    await call('DELETE', `${PATH}/${answer.json().id}`);
  });

  test('I16 odd ids change nothing and are a 400 or 404', async () => {
    for (const id of ['x', '..%2F', '%00', 'null', '1 or 1=1', 'x'.repeat(10_000)]) {
      expect([400, 404]).toContain((await call('DELETE', `${PATH}/${encodeURIComponent(id)}`)).statusCode);
    }
  });

  test('are sent compressed, and not to a reader whose copy is current', async () => {
    const { db } = shop.database.connection;
    const rows = Array.from({ length: 500 }, (_, i) => ({
      ...aStore({ name: `Store ${i}` }),
      latitude: '25.0000000',
      longitude: '-80.0000000',
    }));
    await db.insert(storeLocations).values(rows);
    const get = (headers: Record<string, string> = {}) => shop.app.inject({ url: '/api/store-locations', headers });
    const plain = await get();
    expect(plain.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(plain.json()).toHaveLength(rows.length);
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
    for (const encoding of ['br', 'gzip'] as const) {
      const packed = await get({ 'accept-encoding': encoding });
      expect(packed.headers).toMatchObject({
        'content-encoding': encoding,
        'cache-control': 'no-cache',
        vary: 'accept-encoding',
      });
      expect(unpack[encoding](packed.rawPayload).toString()).toBe(plain.body);
      expect(packed.rawPayload.length).toBeLessThan(plain.body.length / 5);
      const again = await get({ 'accept-encoding': encoding, 'if-none-match': String(packed.headers.etag) });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    }

    // A change outside of every route, as by a script: the reader's copy becomes outdated.
    const known = { 'if-none-match': String(plain.headers.etag) };
    expect((await get(known)).statusCode).toBe(304);
    await db.update(storeLocations).set({ name: 'Renamed by hand' });
    expect((await get(known)).json()[0].name).toBe('Renamed by hand');
    await db.delete(storeLocations);
    expect((await get(known)).json()).toEqual([]);
  });

  test('a change that is rolled back changes nothing for readers', async () => {
    const { db } = shop.database.connection;
    const before = await shop.app.inject('/api/store-locations');
    const rolledBack = db.transaction(async (tx) => {
      await tx.insert(storeLocations).values({ ...aStore(), latitude: '25', longitude: '-80' });
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    const known = { 'if-none-match': String(before.headers.etag) };
    expect((await shop.app.inject({ url: '/api/store-locations', headers: known })).statusCode).toBe(304);
  });
});
