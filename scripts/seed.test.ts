import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emails } from '#server/features/emails/schema.ts';
import { orderEvents, orders } from '#server/features/orders/schema.ts';
import { storeLocations } from '#server/features/stores/schema.ts';
import { visitDays } from '#server/features/visits/schema.ts';
import { wholesaleInquiries } from '#server/features/wholesale/schema.ts';
import { shopDay } from '#shared/shipping/ship-days.ts';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { makeSampleData } from './sample-data.ts';
import { seed, unseed } from './seed.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.remove());

const tables = [orders, orderEvents, wholesaleInquiries, storeLocations, emails, visitDays];
const counts = () => Promise.all(tables.map((table) => database.connection.db.$count(table)));

test('the seed fills a shop once, and its removal deletes exactly the same', async () => {
  const { db } = database.connection;
  await db
    .insert(storeLocations)
    .values({ name: 'Ours', address: '1 Main St', storeType: 'other', latitude: '25', longitude: '-80' });
  // The shop's own visits of a day, page, source and language that the sample has too.
  const ours = { day: shopDay(new Date()), page: '/', source: '', language: 'en', visits: 3, views: 4 };
  await db.insert(visitDays).values(ours);
  const before = await counts();

  const mark = await seed(db, new Date());
  expect(mark?.orders.length).toBeGreaterThan(100);
  expect(await seed(db, new Date())).toBeNull();
  const [orderCount] = await counts();
  expect(orderCount).toBe(mark?.orders.length);

  // A mail about a sample order is removed with the order.
  await db.insert(emails).values({
    templateKey: 'shipping_confirmation',
    language: 'en',
    to: 'a@example.com',
    subject: 's',
    html: 'h',
    text: 't',
    status: 'stored',
    messageId: randomUUID(),
    orderId: mark?.orders[0],
  });
  expect((await unseed(db))?.orders).toEqual(mark?.orders);
  expect(await counts()).toEqual(before);
  expect(await db.select().from(visitDays)).toEqual([ours]);
  expect(await unseed(db)).toBeNull();
});

test('sample people have reserved addresses and numbers only', () => {
  const { orders: made, inquiries } = makeSampleData(new Date());
  for (const { email, phone } of [...made, ...inquiries]) {
    expect(email).toMatch(/^[a-z.]+@example\.com$/);
    expect(phone).toMatch(/^\+1 305-555-01\d\d$/);
  }
});
