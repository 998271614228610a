import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { orders } from '#server/features/orders/schema.ts';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { anOrder } from '#test/orders.ts';
import { mayBeNear } from './keyset.ts';
import { chooseRare, searchWords } from './search.ts';

describe('the index is used', () => {
  const shares = new Map(Object.entries({ street: 1, miami: 0.9, perez: 0.15, yolanda: 0.02, 33199: 0.005 }));
  const cases: [string, string[], string[]][] = [
    ['for a single word, however common', ['street'], ['street']],
    ['for the rarer of two common ones', ['street', 'miami'], ['miami']],
    ['not for a word that all rows have', ['street', 'yolanda'], ['yolanda']],
    ['for two that spare many rows together', ['perez', 'yolanda'], ['yolanda', 'perez']],
    ['no more once few rows are left', ['street', 'perez', 'yolanda', '33199'], ['33199', 'yolanda']],
    ['for the one that nobody knows', ['street', 'nobody'], ['nobody']],
  ];
  test.each(cases)('%s', (_, words, chosen) => expect(chooseRare(words, shares)).toEqual(chosen));
});

test('the next rows are examined first, unless too few of them will match', () => {
  // 51 of the next 5,100 are one in a hundred; the safety factor is four.
  expect([null, 1, 0.01, 0.0026, 0.0024, 0].map((share) => mayBeNear(share, 51))).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
  expect(mayBeNear(0.0004, 6)).toBe(true);
  expect(mayBeNear(0.0002, 6)).toBe(false);
});

describe('in a table where nearly all rows have a word', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
    // No order number contains any of the words.
    const id = (n: number) => `ffffffff-0000-4000-8000-${String(n).padStart(12, '0')}`;
    const eva = { customerName: 'Eva', city: 'Miami' };
    const most = Array.from({ length: 60 }, (_, i) => anOrder({ ...eva, id: id(i) }));
    const ana = { customerName: 'Ana Vega', addressLine1: '127 Palm Avenue', phone: '786-555-0199' };
    const two = ['Miami', 'Hialeah'].map((city, i) => anOrder({ ...ana, id: id(60 + i), city }));
    await database.connection.db.insert(orders).values([...most, ...two]);
  });
  afterAll(() => database.remove());

  const found = async (q: string) => {
    const { db } = database.connection;
    const query = db
      .select({ city: orders.city })
      .from(orders)
      .where((await searchWords(db, orders, q)).found);
    return { asked: query.toSQL().params[0], cities: (await query).map(({ city }) => city).sort() };
  };

  test('the rarer words are looked up, and all have to match', async () => {
    expect(await found('miami ana')).toEqual({ asked: "('ana':*)", cities: ['Miami'] });
    expect(await found('mia an 12')).toMatchObject({ asked: "('an':*)", cities: ['Miami'] });
    expect((await found('ana miami nobody')).cities).toEqual([]);
    expect((await found('ana')).cities).toEqual(['Hialeah', 'Miami']);
    expect((await found('#')).cities).toEqual([]);
  });

  test('the share of rows with several words is estimated; that of one word is not', async () => {
    const { db } = database.connection;
    const share = async (q: string) => (await searchWords(db, orders, q)).share;
    expect(await share('miami eva')).toBeCloseTo(60 / 62);
    expect(await share('hialeah ana')).toBeCloseTo(1 / 62);
    expect(await share('eva hialeah')).toBe(0);
    expect(await share('hialeah')).toBeNull();
  });

  test('a number in parts is looked up by its rarest part or as a whole', async () => {
    const asked = "('555':* & '0199':*) | ('7865550199':*)";
    expect(await found('(786) 555-0199')).toEqual({ asked, cities: ['Hialeah', 'Miami'] });
  });
});
