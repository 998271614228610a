import { eq, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emails } from '#server/features/emails/schema.ts';
import { orderEvents, orderLines, orders } from '#server/features/orders/schema.ts';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { localized } from '#test/localized.ts';
import { anOrder } from '#test/orders.ts';
import { insertionInto } from './insert-where.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.remove());

const WORDS = `"Ñandú" \\ ' {"a": null} [1] $1 %s\n\t🥐 <b>`;
const MOMENT = new Date('2026-11-23T08:30:00.123Z');

/** Two orders: the rows of the first are inserted as usual, those of the second by `insertionInto`. */
async function pairOfOrders() {
  const pair = [anOrder(), anOrder()] as const;
  await database.connection.db.insert(orders).values([...pair]);
  return pair.map(({ id }) => id) as [string, string];
}
const LEFT: [PgTable, string[]][] = [
  [orderLines, []],
  [orderEvents, ['id']],
  [emails, ['id', 'previousTo', 'attempts', 'priority', 'nextAttemptAt']],
];
/** Uses a prepared statement, as a checkout does. */
async function insertWhere<T extends PgTable>(table: T, rows: T['$inferInsert'][], condition: SQL): Promise<void> {
  const insertion = insertionInto(table, 'rows', LEFT.find(([each]) => each === table)?.[1] as never);
  const { db } = database.connection;
  const written = db.$with('written', {}).as(insertion.where(condition));
  await db
    .with(written)
    .select({ one: sql`1` })
    .from(sql`(select 1) as one`)
    .prepare(`write_${crypto.randomUUID()}`)
    .execute(insertion.values(rows));
}
const line = (orderId: string, position: number) => ({
  ...{ orderId, position, productId: 'box40', name: WORDS, quantity: 3, unitPriceCents: 1999 },
  names: position === 0 ? null : localized(WORDS, ''),
  components: position === 0 ? [{ id: 'guava', quantity: 2, names: localized('Guava', 'Guayaba') }] : null,
  ...{ discountCents: 1, taxCents: 0, paidBack: 0 },
});
const mail = (orderId: string, changes: Partial<typeof emails.$inferInsert> = {}) => ({
  ...({ templateKey: 'order_confirmation', language: 'es', to: 'maria@shopper.example', subject: WORDS } as const),
  ...({ html: WORDS.repeat(500), text: '', status: 'queued', messageId: `<${crypto.randomUUID()}@shop>` } as const),
  ...{ orderId, inquiryId: null, dedupeKey: null, createdAt: MOMENT },
  ...changes,
});

test('rows equal those of an ordinary insert: texts, times, nulls, JSON and defaults', async () => {
  const { db } = database.connection;
  const [usual, other] = await pairOfOrders();
  await db.insert(orderLines).values([line(usual, 0), line(usual, 1)]);
  await insertWhere(orderLines, [line(other, 0), line(other, 1)], sql`true`);
  const event = (orderId: string) => ({ orderId, kind: 'created', detail: { by: WORDS, x: null }, createdAt: MOMENT });
  await db.insert(orderEvents).values(event(usual));
  await insertWhere(orderEvents, [event(other)], sql`true`);
  await db.insert(emails).values(mail(usual));
  await insertWhere(emails, [mail(other)], sql`true`);

  const read = async (id: string) => [
    (await db.select().from(orderLines).where(eq(orderLines.orderId, id))).sort((a, b) => a.position - b.position),
    await db.select().from(orderEvents).where(eq(orderEvents.orderId, id)),
    await db.select().from(emails).where(eq(emails.orderId, id)),
  ];
  // Columns that differ between any two rows, and those set by the database's clock.
  const own = new Set(['id', 'orderId', 'messageId', 'nextAttemptAt']);
  const plain = (value: unknown) => JSON.stringify(value, (key, each) => (own.has(key) ? typeof each : each));
  const [first, second] = [await read(usual), await read(other)];
  expect(first.map((rows) => rows.length)).toEqual([2, 1, 1]);
  expect(plain(second)).toBe(plain(first));
  // A JSON null would be a value; the column must be SQL NULL.
  expect(await db.$count(orderLines, sql`${orderLines.orderId} = ${other} and ${orderLines.names} is null`)).toBe(1);
});

test('inserts nothing if the condition does not hold', async () => {
  const { db } = database.connection;
  const [id] = await pairOfOrders();
  await insertWhere(orderLines, [line(id, 0)], sql`false`);
  expect(await db.$count(orderLines, eq(orderLines.orderId, id))).toBe(0);
});

test('a lone surrogate is written as U+FFFD, and the rest unchanged', async () => {
  const { db } = database.connection;
  const [id] = await pairOfOrders();
  const torn = `María ${'🥐'.slice(0, 1)} Núñez`;
  await insertWhere(emails, [mail(id, { subject: torn })], sql`true`);
  const [row] = await db.select().from(emails).where(eq(emails.orderId, id));
  expect(row?.subject).toBe('María � Núñez');
});

test('a value for a column that the statement leaves to its default is refused', async () => {
  const insertion = insertionInto(orderEvents, 'rows', ['id']);
  const event = { orderId: crypto.randomUUID(), kind: 'created', detail: {} };
  expect(() => insertion.values([{ ...event, id: undefined }])).not.toThrow();
  expect(() => insertion.values([{ ...event, id: 7 }])).toThrow('id');
});
