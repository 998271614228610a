import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { connectDatabase } from '#server/db/connect.ts';
import { anOrder, insertOrders } from '#test/orders.ts';
import { shopForAll } from '#test/shop.ts';
import { readChanges } from './repository.ts';
import { listChanges } from './service.ts';

const shop = shopForAll();
beforeAll(async () => {
  // A line that every cursor has seen: nothing before it was deleted.
  await insertOrders(shop, [anOrder()]);
});

/** Inquiries, because orders and stores have a row that each transaction locks. */
const INSERT = `insert into wholesale_inquiries (business_name, contact_name, email, phone, store_type, location)
  values ($1, 'x', 'x@x.example', '3055550123', 'cafe', 'x') returning id`;

/** Connections that commit on demand. */
async function writers(count: number) {
  const clients = await Promise.all(
    Array.from({ length: count }, async () => {
      const client = new pg.Client({ connectionString: shop.database.url });
      await client.connect();
      return client;
    }),
  );
  return {
    begin: async (i: number, name: string): Promise<string> => {
      await clients[i]?.query('begin');
      return (await clients[i]?.query(INSERT, [name]))?.rows[0].id;
    },
    commit: async (i: number) => void (await clients[i]?.query('commit')),
    end: () => Promise.all(clients.map((client) => client.end())),
  };
}

test('a transaction that began first and ends last is reported; reading by highest number would miss it', async () => {
  const { db } = shop.deps;
  const { begin, commit, end } = await writers(2);
  // The control: a sequence's numbers, read from the highest on.
  const numbered = async (after: number) =>
    (
      (await db.execute(`select id, record from live_changes where id > ${after} order by id`)) as unknown as {
        rows: { id: string; record: string }[];
      }
    ).rows;
  const highest = async () => Number((await numbered(0)).at(-1)?.id ?? 0);

  let cursor = (await readChanges(db, null)).cursor;
  let last = await highest();
  const told: (string | null)[] = [];
  const counted: string[] = [];
  const read = async () => {
    const answer = await readChanges(db, cursor);
    cursor = answer.cursor;
    told.push(...(answer.changes ?? []).map(({ id }) => id));
    const rows = await numbered(last);
    last = Math.max(last, ...rows.map(({ id }) => Number(id)));
    counted.push(...rows.map(({ record }) => record));
  };
  const early = await begin(0, 'early');
  const late = await begin(1, 'late');
  await commit(1);
  await read();
  expect(told).toEqual([late]);
  await commit(0);
  await read();
  await read();
  expect(told).toEqual([late, early]);
  expect(counted).toEqual([late]);
  await end();
});

test('300 transactions on 12 connections that end in any order are each reported exactly once', async () => {
  const { db } = shop.deps;
  const { begin, commit, end } = await writers(12);
  let cursor = (await readChanges(db, null)).cursor;
  const told: (string | null)[] = [];
  let isWriting = true;
  const reading = (async () => {
    for (let again = true; again; ) {
      again = isWriting;
      const answer = await readChanges(db, cursor);
      cursor = answer.cursor;
      told.push(...(answer.changes ?? []).map(({ id }) => id));
    }
  })();
  const made = await Promise.all(
    Array.from({ length: 12 }, async (_, i) => {
      const ids: string[] = [];
      for (let n = 0; n < 25; n++) {
        ids.push(await begin(i, `${i}-${n}`));
        if ((i + n) % 3 === 0) await new Promise((resolve) => setTimeout(resolve, (i * 7 + n) % 11));
        await commit(i);
      }
      return ids;
    }),
  );
  isWriting = false;
  await reading;
  expect(told.toSorted()).toEqual(made.flat().toSorted());
  await end();
});

test('a long transaction does not delay other changes', async () => {
  const { db } = shop.deps;
  const { begin, commit, end } = await writers(1);
  const cursor = (await readChanges(db, null)).cursor;
  await begin(0, 'long');
  const order = anOrder();
  await insertOrders(shop, [order]);
  expect((await readChanges(db, cursor)).changes?.map(({ id }) => id)).toEqual([order.id]);
  await commit(0);
  await end();
});

test('changes of one instance are reported by the other, with the same cursors', async () => {
  const connection = await connectDatabase({ databaseUrl: shop.database.url, dataDir: '' });
  const { cursor } = await listChanges(shop.deps, undefined);
  const order = anOrder();
  await insertOrders(shop, [order]);
  expect((await listChanges({ db: connection.db }, cursor)).changes?.map(({ id }) => id)).toEqual([order.id]);
  await connection.close();
});
