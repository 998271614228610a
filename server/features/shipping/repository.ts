import { and, eq, gt, lt } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { type QuotedRate, shippingQuotes } from './schema.ts';

type NewQuote = { fingerprint: string; rates: QuotedRate[]; createdAt: Date; expiresAt: Date };

/** @returns its id */
export async function insertQuote(db: Executor, quote: NewQuote): Promise<string> {
  const [row] = await db.insert(shippingQuotes).values(quote).returning({ id: shippingQuotes.id });
  if (!row) throw new Error('A quote was not inserted');
  return row.id;
}

/** What we offered for this fingerprint and that still counts at `now`. */
export function listQuotes(
  db: Executor,
  fingerprint: string,
  now: Date,
): Promise<{ id: string; rates: QuotedRate[] }[]> {
  return db
    .select({ id: shippingQuotes.id, rates: shippingQuotes.rates })
    .from(shippingQuotes)
    .where(and(eq(shippingQuotes.fingerprint, fingerprint), gt(shippingQuotes.expiresAt, now)));
}

/** @returns how many quotes went */
export async function deleteQuotesExpiredBefore(db: Executor, time: Date): Promise<number> {
  const rows = await db
    .delete(shippingQuotes)
    .where(lt(shippingQuotes.expiresAt, time))
    .returning({ id: shippingQuotes.id });
  return rows.length;
}

/** Lets quotes that expire after `latest` expire then: a clock that was ahead has made them. */
export async function shortenQuotes(db: Executor, latest: Date): Promise<void> {
  await db.update(shippingQuotes).set({ expiresAt: latest }).where(gt(shippingQuotes.expiresAt, latest));
}
