import { and, desc, eq, gt, lt } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { currentRevision } from '#server/db/content-revision.ts';
import { isStockCounted } from '#server/db/counted-stock.ts';
import { type TaxPlace, taxRuleAt } from '#server/db/tax-rule.ts';
import type { TaxRule } from '#shared/tax.ts';
import { type QuotedPrice, type QuotedRate, shippingQuotes } from './schema.ts';

type NewQuote = {
  fingerprint: string;
  itemsFingerprint: string;
  prices: QuotedPrice[];
  rates: QuotedRate[];
  createdAt: Date;
  expiresAt: Date;
};

/**
 * What a quote's statement tells beside it: the newest revision of the content, whether any product is counted, and what
 * the shop collects where the parcel goes.
 */
export type AtQuote = { revision: number; isCounted: boolean; taxRule: TaxRule | null };
const atQuote = (place: TaxPlace) => ({
  revision: currentRevision(),
  isCounted: isStockCounted(),
  taxRule: taxRuleAt(place),
});

export async function insertQuote(db: Executor, quote: NewQuote, place: TaxPlace): Promise<{ id: string } & AtQuote> {
  const [row] = await db
    .insert(shippingQuotes)
    .values(quote)
    .returning({ id: shippingQuotes.id, ...atQuote(place) });
  if (!row) throw new Error('A quote was not inserted');
  return row;
}

/** Rates offered for this fingerprint that are valid at `now`. */
export function listQuotes(
  db: Executor,
  fingerprint: string,
  now: Date,
  place: TaxPlace,
): Promise<({ id: string; rates: QuotedRate[] } & AtQuote)[]> {
  return db
    .select({ id: shippingQuotes.id, rates: shippingQuotes.rates, ...atQuote(place) })
    .from(shippingQuotes)
    .where(and(eq(shippingQuotes.fingerprint, fingerprint), gt(shippingQuotes.expiresAt, now)));
}

/** The prices of quotes for the same items and address that are valid at `now`, newest first. */
export function listQuotedPrices(
  db: Executor,
  itemsFingerprint: string,
  now: Date,
): Promise<{ id: string; prices: QuotedPrice[] | null }[]> {
  return db
    .select({ id: shippingQuotes.id, prices: shippingQuotes.prices })
    .from(shippingQuotes)
    .where(and(eq(shippingQuotes.itemsFingerprint, itemsFingerprint), gt(shippingQuotes.expiresAt, now)))
    .orderBy(desc(shippingQuotes.createdAt));
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
