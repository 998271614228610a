import { type SQL, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { connectDatabase, type Executor } from '#server/db/connect.ts';
import { applyMigrations, listKnown, rowsOf } from '#server/db/migration-state.ts';
import { prepareEngine } from '#test/engine.ts';
import { anOrder, linesOf } from '#test/orders.ts';
import { orderLines, orders } from '../schema.ts';

/** The number of the migration that merges the stats into one table. */
const ONE_TABLE = 46;

/** The totals by day: before the migration from their own table, afterwards from the part `all`. */
const DAYS = {
  before: sql`select day::text, status, sum(orders)::int as orders, sum(revenue)::text as revenue, sum(returned)::text as returned
    from order_days group by 1, 2 order by 1, 2`,
  after: sql`select day::text, status, sum(orders)::int as orders, sum(revenue)::text as revenue, sum(returned)::text as returned
    from order_day_parts where part = 'all' group by 1, 2 order by 1, 2`,
};
const UNITS = {
  before: sql`select day::text, status, product_id as key, sum(units)::int as units from order_day_units group by 1, 2, 3
    having sum(units) <> 0 order by 1, 2, 3`,
  after: sql`select day::text, status, key, sum(units)::int as units from order_day_parts where part = 'product' group by 1, 2, 3
    having sum(units) <> 0 order by 1, 2, 3`,
};
const partsWhere = (
  condition: SQL,
) => sql`select part, day::text, key, status, sum(orders)::int as orders, sum(units)::int as units,
    sum(revenue)::text as revenue, sum(tax)::text as tax, sum(returned)::text as returned
  from order_day_parts where ${condition} group by 1, 2, 3, 4 having sum(orders) <> 0 order by 1, 2, 3, 4`;
const parts = partsWhere(sql`part <> 'all'`);

async function write(tx: Executor): Promise<void> {
  const made = ['2026-03-01', '2026-03-02'].flatMap((day, i) =>
    (['pending', 'shipped', 'cancelled'] as const).map((status, j) =>
      anOrder({
        status,
        createdAt: new Date(`${day}T17:00:00Z`),
        email: `${i}${j}@shopper.example`,
        ...{
          totalAmount: `${50 + i}.0${j}`,
          refundedAmount: '1.50',
          tax: '0.70',
          source: 'bodega',
          discountCode: 'TEN',
        },
        items: JSON.stringify([
          { id: 'box40', name: 'Box', quantity: 1 + j, price: '19.99' },
          { id: 'gone', name: 'Gone', quantity: 1, price: '5.00' },
        ]),
      }),
    ),
  );
  await tx.insert(orders).values(made);
  // An instance of an early version writes orders without lines, such as the last one here.
  await tx.insert(orderLines).values(made.slice(0, -1).flatMap(linesOf));
}

test('the migration to one table keeps what the two tables before it said, and counts on', async () => {
  const engine = await prepareEngine({ isEmpty: true });
  const { dataDir, env } = engine.options;
  const connection = await connectDatabase({ databaseUrl: env.DATABASE_URL, dataDir, isMaintenance: true });
  await connection.db.transaction(async (tx) => {
    await applyMigrations(tx, 0, ONE_TABLE);
    await write(tx);
    // As from two connections: an order is added in one slot and subtracted in another.
    await tx.execute(
      sql`create or replace function figures_slot() returns smallint language sql as 'select 3::smallint'`,
    );
    await tx.execute(sql`update orders set status = 'delivered' where status = 'shipped'`);
    const kept = await rowsOf(tx, parts);
    const days = await rowsOf<{ orders: number }>(tx, DAYS.before);
    const units = await rowsOf(tx, UNITS.before);

    await applyMigrations(tx, ONE_TABLE, listKnown().length);
    expect(await rowsOf(tx, parts)).toEqual(kept);
    const withOrders = (rows: { orders: number }[]) => rows.filter((row) => row.orders !== 0);
    expect(withOrders(await rowsOf(tx, DAYS.after))).toEqual(withOrders(days));
    expect(withOrders(days)).toHaveLength(6);
    expect(await rowsOf(tx, UNITS.after)).toEqual(units);

    // All orders move a day, including the one that had no lines.
    await tx.execute(sql`update orders set status = 'pending', created_at = created_at + interval '1 day'`);
    const moved = partsWhere(sql`true`);
    const counted = await rowsOf(tx, moved);
    await tx.execute(sql`delete from order_day_parts`);
    await tx.execute(sql`select count_all_order_parts(shop_time_zone())`);
    expect(counted).toEqual(await rowsOf(tx, moved));
  });
  await connection.close();
  await engine.remove();
});
