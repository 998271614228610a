import { globSync, readFileSync } from 'node:fs';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { confirm, paidSandbox } from '#test/makers.ts';
import { anOrder } from '#test/orders.ts';
import { shopForAll } from '#test/shop.ts';
import { itemsText } from './lines.ts';
import { findOrderByPaymentId, updatePaidBack } from './repository.ts';
import { orderLines, orders } from './schema.ts';

const shop = shopForAll();

const stored = async (id: string) => {
  const [row] = await shop.deps.db.select({ items: orders.items }).from(orders).where(eq(orders.id, id));
  return row?.items;
};

test('an order has its lines, and the items text says the same', async () => {
  const cart = [
    { id: 'box40', quantity: 2 },
    { id: 'box20double', quantity: 1 },
  ];
  const { paymentId } = await paidSandbox(shop, { cart });
  await confirm(shop, paymentId);
  const order = await findOrderByPaymentId(shop.deps.db, paymentId);
  if (!order) throw new Error('no order');
  const { lines } = order;
  expect(lines).toMatchObject([
    { id: 'box40', quantity: 2, unitPriceCents: 1999, discountCents: 0, taxCents: 0, components: null, paidBack: 0 },
    { id: 'box20double', quantity: 1, unitPriceCents: 1999, discountCents: 0, taxCents: 0 },
  ]);
  expect(lines.map(({ names }) => typeof names?.es)).toEqual(['string', 'string']);
  expect(itemsText(lines)).toBe(await stored(order.id));
});

test('an order written by an earlier version during an update is read from its items, with its refunds', async () => {
  const order = anOrder();
  await shop.deps.db.insert(orders).values(order);
  const read = () => findOrderByPaymentId(shop.deps.db, order.stripePaymentIntentId);
  const found = await read();
  expect(found?.lines).toEqual([
    {
      ...{ id: 'box40', name: 'Box of 40', names: null, quantity: 1, unitPriceCents: 1999 },
      ...{ discountCents: 0, taxCents: 0, components: null, paidBack: 0 },
    },
  ]);
  if (!found) throw new Error('no order');
  await updatePaidBack(shop.deps.db, found, [{ id: 'box40', quantity: 1 }]);
  expect(await read()).toMatchObject({ version: found.version + 1, lines: [{ ...found.lines[0], paidBack: 1 }] });
});

test('nothing but the statement that reads orders of earlier versions reads the items text', () => {
  const readers = globSync('{client,server,shared}/**/*.{ts,tsx}').filter(
    (path) =>
      !path.includes('.test.') && /\borders\.items\b|JSON\.parse\([^)]*\bitems\b/.test(readFileSync(path, 'utf8')),
  );
  expect(readers).toEqual(['server/features/orders/repository.ts']);
});

test('the migration fills the lines of existing orders, whatever their items say', async () => {
  const { db } = shop.deps;
  const [name = ''] = globSync('server/db/migrations/*_order_lines.sql');
  const migration = readFileSync(name, 'utf8');
  const fill = migration.split('--> statement-breakpoint').at(-1) ?? '';
  const order = anOrder({
    items: JSON.stringify([
      { id: 'box40', name: 'Caja', names: { en: 'Box', es: 'Caja' }, quantity: 3, price: '19.99' },
      { id: 'old', name: 'Ñandú "q"', quantity: 1, price: 5 },
      { name: 'No id', quantity: 2 },
      { id: 'odd', name: 'Odd', names: 'x', quantity: 1, price: '1e9' },
    ]),
  });
  await db.insert(orders).values([order, anOrder({ items: '[]' })]);
  await db.delete(orderLines);
  await db.execute(sql.raw(fill));
  const rows = await db.select().from(orderLines).where(eq(orderLines.orderId, order.id)).orderBy(orderLines.position);
  const [first] = rows;
  expect(first).toEqual({
    orderId: order.id,
    position: 0,
    productId: 'box40',
    name: 'Caja',
    names: { en: 'Box', es: 'Caja' },
    components: null,
    quantity: 3,
    unitPriceCents: 1999,
    discountCents: 0,
    taxCents: 0,
    paidBack: 0,
  });
  expect(rows.slice(1).map((row) => [row.productId, row.name, row.names, row.quantity, row.unitPriceCents])).toEqual([
    ['old', 'Ñandú "q"', null, 1, 500],
    ['No id', 'No id', null, 2, 0],
    ['odd', 'Odd', null, 1, 0],
  ]);
});
