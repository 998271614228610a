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

/** Rates offered for this fingerprint that are valid at `now`. */
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

/** @returns how many quotes were deleted */
export async function deleteQuotesExpiredBefore(db: Executor, time: Date): Promise<number> {
  const rows = await db
    .delete(shippingQuotes)
    .where(lt(shippingQuotes.expiresAt, time))
    .returning({ id: shippingQuotes.id });
  return rows.length;
}

/** Limits the expiry of quotes to `latest`: a later one was written under a clock that was ahead. */
export async function shortenQuotes(db: Executor, latest: Date): Promise<void> {
  await db.update(shippingQuotes).set({ expiresAt: latest }).where(gt(shippingQuotes.expiresAt, latest));
}
