import './my-brand.ts';
import { eq, inArray, lte, sql } from 'drizzle-orm';
import { facts } from '#brand/facts.ts';
import { loadEnvFile, readFirstConfig } from '#server/config.ts';
import { connectDatabase, type Database, type Executor } from '#server/db/connect.ts';
import { settings } from '#server/db/settings.ts';
import { emails } from '#server/features/emails/schema.ts';
import { lineRows } from '#server/features/orders/repository.ts';
import { orderEvents, orderLines, orders } from '#server/features/orders/schema.ts';
import { storeLocations } from '#server/features/stores/schema.ts';
import { visitDays } from '#server/features/visits/schema.ts';
import { wholesaleInquiries } from '#server/features/wholesale/schema.ts';
import { explainStartFailure } from '#server/start-failure.ts';
import { makeSampleData } from './sample-data.ts';

/**
 * The ids that a seed has inserted, and the time at which it added visits, so that `--remove` deletes exactly these.
 * Marks of earlier versions have no visits.
 */
type Mark = { orders: string[]; inquiries: string[]; stores: string[]; visitsUntil?: string };
const MARK = 'sample-data';
/** Rows in one statement: PostgreSQL allows at most 65,535 parameters. */
const BATCH = 200;

/** Inserts sample stores, inquiries and orders. @returns what was inserted, or `null` when it existed already */
export async function seed(db: Database, now: Date): Promise<Mark | null> {
  const data = makeSampleData(now);
  const mark: Mark = {
    orders: data.orders.map(({ id }) => id),
    inquiries: data.inquiries.map(({ id }) => id),
    stores: data.stores.map(({ id }) => id),
    visitsUntil: now.toISOString(),
  };
  return db.transaction(async (tx) => {
    const marked = await tx.insert(settings).values({ key: MARK, value: mark }).onConflictDoNothing().returning();
    if (marked.length === 0) return null;
    await tx.insert(storeLocations).values(data.stores);
    await tx.insert(wholesaleInquiries).values(data.inquiries);
    for (const part of batches(data.orders)) {
      await tx.insert(orders).values(part);
      await tx.insert(orderLines).values(part.flatMap(({ id, lines }) => lineRows(id, lines)));
    }
    for (const part of batches(data.events)) await tx.insert(orderEvents).values(part);
    await addSampleVisits(tx, data.visits);
    return mark;
  });
}

/** Deletes exactly the sample data, with the mails about it. @returns `null` when there is none */
export async function unseed(db: Database): Promise<Mark | null> {
  return db.transaction(async (tx) => {
    const [row] = await tx.delete(settings).where(eq(settings.key, MARK)).returning();
    if (!row) return null;
    const mark = row.value as Mark;
    await removeOrders(tx, mark.orders);
    await tx.delete(emails).where(inArray(emails.inquiryId, mark.inquiries));
    await tx.delete(wholesaleInquiries).where(inArray(wholesaleInquiries.id, mark.inquiries));
    await tx.delete(storeLocations).where(inArray(storeLocations.id, mark.stores));
    if (mark.visitsUntil !== undefined) await removeSampleVisits(tx, new Date(mark.visitsUntil));
    return mark;
  });
}

/** Adds to rows that may hold the shop's own visits. */
async function addSampleVisits(tx: Executor, rows: readonly (typeof visitDays.$inferInsert)[]): Promise<void> {
  for (const part of batches(rows)) {
    await tx
      .insert(visitDays)
      .values(part)
      .onConflictDoUpdate({
        target: [visitDays.day, visitDays.page, visitDays.source, visitDays.language],
        set: {
          visits: sql`${visitDays.visits} + excluded.visits`,
          views: sql`${visitDays.views} + excluded.views`,
        },
      });
  }
}

/** Subtracts the same visits again; days that were deleted for their age are left out. */
async function removeSampleVisits(tx: Executor, until: Date): Promise<void> {
  const negative = makeSampleData(until).visits.map((row) => ({ ...row, visits: -row.visits, views: -row.views }));
  await addSampleVisits(tx, negative);
  await tx.delete(visitDays).where(lte(visitDays.views, 0));
}

async function removeOrders(tx: Executor, ids: string[]): Promise<void> {
  for (const part of batches(ids)) {
    await tx.delete(emails).where(inArray(emails.orderId, part));
    await tx.delete(orders).where(inArray(orders.id, part));
  }
}

function batches<T>(list: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / BATCH) }, (_, i) => list.slice(i * BATCH, (i + 1) * BATCH));
}

async function main(): Promise<void> {
  process.umask(0o077);
  loadEnvFile();
  const { databaseUrl, dataDir } = readFirstConfig(process.env, facts);
  const connection = await connectDatabase({ databaseUrl, dataDir });
  const isRemoval = process.argv.includes('--remove');
  const mark = await (isRemoval ? unseed(connection.db) : seed(connection.db, new Date()));
  await connection.close();
  if (mark) {
    const counts = `${mark.orders.length} orders, ${mark.inquiries.length} inquiries, ${mark.stores.length} stores`;
    console.log(
      isRemoval ? `removed ${counts}` : `added ${counts}; "npm run seed -- --remove" takes exactly these away`,
    );
  } else {
    console.log(isRemoval ? 'there is no sample data to remove' : 'the sample data is there already');
  }
}

if (import.meta.main) {
  try {
    await main();
  } catch (error) {
    console.error(explainStartFailure(error) ?? error);
    process.exit(1);
  }
}
