import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  ne,
  or,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import type { Executor } from '#server/db/connect.ts';
import { isStockCounted } from '#server/db/counted-stock.ts';
import { insertionInto } from '#server/db/insert-where.ts';
import { prepareOnce } from '#server/db/prepared.ts';
import { settings } from '#server/db/settings.ts';
import {
  type OrderRow,
  orderTemplates,
  type PreparedOrder,
  placedValues,
  placeOrder,
} from '#server/features/orders/service.ts';
import { checkouts } from './schema.ts';

export type Checkout = typeof checkouts.$inferSelect;
export type NewCheckout = typeof checkouts.$inferInsert;

/** A unique value, so that the attempt may have the same content again. */
const freedHash = sql`${checkouts.contentHash} || ':' || ${checkouts.id}`;

/** A start reaches the database within this time. A time further ahead was written before the clock was set back. */
const SET_BACK_SECONDS = 10;

const older = alias(checkouts, 'older');

/**
 * Another open checkout of the same attempt, started before `mine`; of two concurrent ones exactly one is the older. A
 * statement that waited for a lock has the row's new time in `mine` and its old one in `older`. Without the first
 * condition a checkout would be older than itself, and cancel its own payment.
 */
function isOlderThan(mine: { id: AnyPgColumn; attemptKey: AnyPgColumn; createdAt: AnyPgColumn }): SQL {
  return sql`${older.id} <> ${mine.id} and ${older.attemptKey} = ${mine.attemptKey} and ${older.status} = 'open'
    and (${older.createdAt}, ${older.id}) < (${mine.createdAt}, ${mine.id})`;
}

/** After the clock was set back, the newest start must not look older: the current payment would be canceled. */
function startTime(db: Executor, attemptKey: string | Placeholder, at: string | Placeholder): SQL {
  const startedAt = sql`${at}::timestamptz`;
  const last = db
    .select({ at: sql`max(${checkouts.createdAt}) + interval '1 millisecond'` })
    .from(checkouts)
    .where(eq(checkouts.attemptKey, attemptKey))
    .having(sql`max(${checkouts.createdAt}) > ${startedAt} + ${SET_BACK_SECONDS} * interval '1 second'`);
  return sql`greatest(${startedAt}, (${last}))`;
}

const newCheckout = insertionInto(checkouts, 'checkout', ['id']);
const checkoutStart = prepareOnce((db) => {
  const createdAt = startTime(db, sql.placeholder('attemptKey'), sql.placeholder('startedAt'));
  const target = [checkouts.attemptKey, checkouts.contentHash].map(({ name }) => sql.identifier(name));
  const inserted = db
    .$with('inserted', getTableColumns(checkouts))
    .as(
      sql`${newCheckout.where(sql`true`, { createdAt })} on conflict (${sql.join(target, sql`, `)}) do nothing returning *`,
    );
  return db.with(inserted).select().from(inserted).leftJoin(older, isOlderThan(inserted)).prepare('start_checkout');
});

/**
 * Inserts it, or returns the checkout of the same attempt and content, which becomes the newest start.
 *
 * @returns also the attempt's older open checkouts, as far as they were committed when this statement began; two
 * concurrent starts may miss each other here, but not in `savePaymentId`
 */
export async function insertCheckout(
  db: Executor,
  checkout: NewCheckout,
): Promise<{ checkout: Checkout; older: Checkout[] }> {
  const { attemptKey } = checkout;
  const startedAt = (checkout.createdAt ?? new Date()).toISOString();
  const values = newCheckout.values([{ status: 'open', ...checkout }]);
  const rows = await checkoutStart(db).execute({ ...values, attemptKey, startedAt });
  const [first] = rows;
  if (first) return { checkout: first.inserted, older: rows.flatMap((row) => row.older ?? []) };
  const same = and(eq(checkouts.attemptKey, attemptKey), eq(checkouts.contentHash, checkout.contentHash));
  const createdAt = startTime(db, attemptKey, startedAt);
  const [open] = await db
    .update(checkouts)
    // The slower of two concurrent starts may have begun first, so it must not reduce the time.
    .set({ createdAt: sql`greatest(${checkouts.createdAt}, ${createdAt})` })
    .where(and(same, eq(checkouts.status, 'open')))
    .returning();
  const [found] = open ? [open] : await db.select().from(checkouts).where(same);
  if (!found) throw new Error('A checkout was neither inserted nor found');
  return { checkout: found, older: await listSuperseded(db, found) };
}

const paymentUpdate = prepareOnce((db) => {
  const saved = db.$with('saved').as(
    db
      .update(checkouts)
      .set({ paymentIntentId: sql`${sql.placeholder('paymentIntentId')}` })
      .where(and(eq(checkouts.id, sql.placeholder('id')), eq(checkouts.status, 'open')))
      .returning(),
  );
  return db.with(saved).select().from(saved).leftJoin(older, isOlderThan(saved)).prepare('save_payment');
});

/**
 * Stores the payment of an open checkout, which was committed before: the later of two concurrent starts to get here
 * sees the other.
 *
 * @returns the checkout and the attempt's older open ones; `null` when the checkout is no longer open
 */
export async function savePaymentId(
  db: Executor,
  id: string,
  paymentIntentId: string,
): Promise<{ checkout: Checkout; older: Checkout[] } | null> {
  const rows = await paymentUpdate(db).execute({ id, paymentIntentId });
  const [first] = rows;
  return first ? { checkout: first.saved, older: rows.flatMap((row) => row.older ?? []) } : null;
}

export async function findCheckoutByPayment(db: Executor, paymentId: string): Promise<Checkout | null> {
  const [row] = await db.select().from(checkouts).where(eq(checkouts.paymentIntentId, paymentId));
  return row ?? null;
}

const checkoutToSettle = prepareOnce((db) =>
  db
    .select({ ...getTableColumns(checkouts), templates: orderTemplates() })
    .from(checkouts)
    .where(eq(checkouts.paymentIntentId, sql.placeholder('paymentId')))
    .prepare('settle_checkout'),
);

/** The checkout of a payment, and what its order's mails need. */
export async function findCheckoutToSettle(db: Executor, paymentId: string) {
  const [row] = await checkoutToSettle(db).execute({ paymentId });
  return row ?? null;
}

/** Whether a newer start of the attempt has replaced this one. */
export async function isSuperseded(db: Executor, { id, attemptKey, createdAt }: Checkout): Promise<boolean> {
  const newer = and(
    // Compared in the database: its times have microseconds, and a row would be newer than itself.
    ne(checkouts.id, id),
    eq(checkouts.attemptKey, attemptKey),
    eq(checkouts.status, 'open'),
    gt(checkouts.createdAt, createdAt),
  );
  return (await db.$count(checkouts, newer)) > 0;
}

/** Open checkouts of the same attempt older than this one. */
async function listSuperseded(db: Executor, checkout: Checkout): Promise<Checkout[]> {
  const rows = await db
    .select({ older })
    .from(checkouts)
    .innerJoin(older, isOlderThan(checkouts))
    .where(eq(checkouts.id, checkout.id));
  return rows.map((row) => row.older);
}

export async function findCheckout(db: Executor, id: string): Promise<Checkout | null> {
  const [row] = await db.select().from(checkouts).where(eq(checkouts.id, id));
  return row ?? null;
}

/**
 * Closes an unpaid checkout and releases its unique key, so that the same cart may be tried again.
 *
 * @returns false when it is already closed, or its payment differs from the one read
 */
export async function retireCheckout(
  db: Executor,
  { id, paymentIntentId }: Pick<Checkout, 'id' | 'paymentIntentId'>,
): Promise<boolean> {
  const samePayment =
    paymentIntentId === null ? isNull(checkouts.paymentIntentId) : eq(checkouts.paymentIntentId, paymentIntentId);
  const rows = await db
    .update(checkouts)
    .set({ status: 'canceled', contentHash: freedHash })
    .where(and(eq(checkouts.id, id), eq(checkouts.status, 'open'), samePayment))
    .returning({ id: checkouts.id });
  return rows.length === 1;
}

/** The condition that an attempt is over: a newer start stores its checkout before it holds anything. */
export function hasNoOpenCheckout(attemptKey: string): SQL {
  return sql`not exists (select from ${checkouts} where ${checkouts.attemptKey} = ${attemptKey} and ${checkouts.status} = 'open')`;
}

/** Releases the unique key of a closed checkout, and changes nothing else. */
export async function freeContent(db: Executor, { id, contentHash }: Checkout): Promise<void> {
  await db
    .update(checkouts)
    .set({ contentHash: freedHash })
    .where(and(eq(checkouts.id, id), eq(checkouts.contentHash, contentHash), ne(checkouts.status, 'open')));
}

/** Results besides the new order: whether the shop counts any product, and an earlier booked payment of the attempt. */
export type Booked = { order: OrderRow; isCounted: boolean; firstPayment: string | null };

const booking = prepareOnce((tx) => {
  const { paymentIntentId, status } = checkouts;
  const id = sql.placeholder('id');
  const { placed, isPlaced, parts } = placeOrder(tx);
  // Each part references the one before it. Otherwise the parts of a statement run in any order, and two bookings that
  // take the same locks in different orders would deadlock.
  const attempt = tx.$with('attempt').as(
    tx
      .select({ id: checkouts.id, status, paymentIntentId })
      .from(checkouts)
      .where(and(eq(checkouts.attemptKey, sql.placeholder('attemptKey')), isPlaced))
      .orderBy(asc(checkouts.id))
      .for('update'),
  );
  const others = tx
    .select({ first: sql`min(${attempt.paymentIntentId})` })
    .from(attempt)
    .where(and(ne(attempt.id, id), eq(attempt.status, 'paid')));
  const closed = tx.$with('closed').as(
    tx
      .update(checkouts)
      .set({ status: 'paid', settledAt: sql`${sql.placeholder('settledAt')}` })
      .where(and(eq(checkouts.id, id), sql`(select count(*) from ${attempt}) > 0`))
      .returning({
        isCounted: isStockCounted().as('is_counted'),
        firstPayment: sql<string | null>`(${others})`.as('first_payment'),
      }),
  );
  return tx
    .with(placed, ...parts, attempt, closed)
    .select()
    .from(placed)
    .leftJoin(closed, sql`true`)
    .prepare('book_checkout');
});

/**
 * Writes the order of a checkout and closes it, in one statement. All checkouts of its attempt are locked until the
 * transaction ends, so that two payments of one attempt see each other.
 *
 * @returns `null` when the payment already has an order: then nothing was written
 */
export async function bookCheckout(
  tx: Executor,
  { id, attemptKey }: Pick<Checkout, 'id' | 'attemptKey'>,
  prepared: PreparedOrder,
  settledAt: Date,
): Promise<Booked | null> {
  const values = { ...placedValues(prepared), id, attemptKey, settledAt: settledAt.toISOString() };
  const [row] = await booking(tx).execute(values);
  if (!row) return null;
  if (!row.closed) throw new Error(`There is no checkout ${id}`);
  return { order: { ...row.placed, lines: prepared.lines }, ...row.closed };
}

/** Closes a checkout whose payment has another amount or currency. */
export async function closeMismatch(tx: Executor, id: string, settledAt: Date): Promise<void> {
  await tx.update(checkouts).set({ status: 'anomaly', settledAt }).where(eq(checkouts.id, id));
}

/**
 * Claims due open checkouts and postpones each; other instances get others.
 *
 * @param by.order the longest due first, or the newest
 * @param by.latest the longest possible postponement; a checkout due later was written while the clock was ahead
 * @param nextCheckAt when the claimed one is due again, if it stays open
 */
export async function claimDueCheckouts(
  db: Executor,
  by: { provider: string; now: Date; latest: Date; createdAfter?: Date; limit: number; order: 'due' | 'youngest' },
  nextCheckAt: (checkout: Checkout) => Date,
): Promise<Checkout[]> {
  return db.transaction(async (tx) => {
    const claimWhere = (isDue: SQL, limit: number) =>
      tx
        .select()
        .from(checkouts)
        .where(
          and(
            eq(checkouts.status, 'open'),
            eq(checkouts.provider, by.provider),
            by.createdAfter && gte(checkouts.createdAt, by.createdAfter),
            isDue,
          ),
        )
        .orderBy(by.order === 'due' ? asc(checkouts.nextCheckAt) : desc(checkouts.createdAt))
        .limit(limit)
        .for('update', { skipLocked: true });
    // Two ranges of one index, one after the other: as one condition, every open checkout would be read.
    const due = await claimWhere(lte(checkouts.nextCheckAt, by.now), by.limit);
    if (due.length < by.limit) {
      due.push(...(await claimWhere(gt(checkouts.nextCheckAt, by.latest), by.limit - due.length)));
    }
    const byTime = Map.groupBy(due, (checkout) => nextCheckAt(checkout).getTime());
    for (const [time, group] of byTime) {
      const ids = group.map((checkout) => checkout.id);
      await tx
        .update(checkouts)
        .set({ nextCheckAt: new Date(time) })
        .where(inArray(checkouts.id, ids));
    }
    return due;
  });
}

/**
 * Deletes unpaid checkouts from before `keptSince`, up to a limit. A checkout whose payment is open at `provider` stays
 * until that is canceled: otherwise a clock that is weeks ahead would delete it while it can be paid.
 *
 * @returns the payment of each, if it had one
 */
export async function deleteUnpaidCheckouts(
  db: Executor,
  by: { provider: string; keptSince: Date; limit: number },
): Promise<(string | null)[]> {
  const isOver = or(
    eq(checkouts.status, 'canceled'),
    and(eq(checkouts.status, 'open'), ne(checkouts.provider, by.provider)),
  );
  const old = db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(and(isOver, lt(checkouts.createdAt, by.keptSince)))
    .limit(by.limit);
  const rows = await db
    .delete(checkouts)
    .where(inArray(checkouts.id, old))
    .returning({ paymentId: checkouts.paymentIntentId });
  return rows.map(({ paymentId }) => paymentId);
}

/** Assigns a payment to its checkout, if that is open and has no payment reference. */
export async function adoptPayment(
  db: Executor,
  checkoutId: string,
  provider: string,
  paymentIntentId: string,
): Promise<void> {
  await db
    .update(checkouts)
    .set({ paymentIntentId })
    .where(
      and(
        // Compared as text, because the provider's metadata may not be a UUID.
        eq(sql`${checkouts.id}::text`, checkoutId),
        eq(checkouts.provider, provider),
        eq(checkouts.status, 'open'),
        isNull(checkouts.paymentIntentId),
      ),
    );
}

const WEBHOOK_SEEN = 'payment_webhook_seen';

/** Stores when the payment provider last sent an event with a valid signature. */
export async function saveWebhookTime(db: Executor, now: Date): Promise<void> {
  await db
    .insert(settings)
    .values({ key: WEBHOOK_SEEN, value: {}, updatedAt: now })
    .onConflictDoUpdate({ target: settings.key, set: { updatedAt: now } });
}

/** `null` when it never has. */
export async function findWebhookTime(db: Executor): Promise<Date | null> {
  const [row] = await db.select({ at: settings.updatedAt }).from(settings).where(eq(settings.key, WEBHOOK_SEEN));
  return row?.at ?? null;
}

/** Checkouts that are open at a provider and older than this, newest first: they are the most likely to be paid. */
export function listOpenCheckouts(
  db: Executor,
  by: { provider: string; createdBefore: Date; limit: number },
): Promise<Checkout[]> {
  return db
    .select()
    .from(checkouts)
    .where(
      and(eq(checkouts.status, 'open'), eq(checkouts.provider, by.provider), lt(checkouts.createdAt, by.createdBefore)),
    )
    .orderBy(desc(checkouts.createdAt))
    .limit(by.limit);
}

export function listOpenOfAttempt(db: Executor, attemptKey: string): Promise<Checkout[]> {
  return db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.attemptKey, attemptKey), eq(checkouts.status, 'open')));
}

export function countOpenCheckouts(db: Executor): Promise<number> {
  return db.$count(checkouts, eq(checkouts.status, 'open'));
}
