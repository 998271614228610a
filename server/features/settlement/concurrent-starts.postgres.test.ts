import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startTestApp } from '#test/app.ts';
import { paidSandbox } from '#test/makers.ts';
import { savePaymentId } from './repository.ts';
import { checkouts } from './schema.ts';

const WAITS = sql`datname = current_database() and wait_event_type = 'Lock' and query like 'with "saved"%'`;

test('a checkout that waited for another start of the same content is not older than itself', async () => {
  const shop = await startTestApp();
  const { db } = shop.deps;
  const { paymentId } = await paidSandbox(shop);
  const [row] = await db.select().from(checkouts).where(eq(checkouts.paymentIntentId, paymentId));
  if (!row) throw new Error('No checkout');
  const other = new pg.Client(shop.database.url);
  await other.connect();
  await other.query('begin');
  await other.query(`update checkouts set created_at = created_at + interval '1 second' where id = $1`, [row.id]);
  const saving = savePaymentId(db, row.id, paymentId);
  await expect.poll(() => db.$count(sql`pg_stat_activity`, WAITS)).toBe(1);
  await other.query('commit');
  const saved = await saving;
  expect(saved?.checkout.createdAt.getTime()).toBe(row.createdAt.getTime() + 1000);
  expect(saved?.older).toEqual([]);
  await other.end();
  await shop.close();
});
