import { and, desc, eq, gt, lt, sql } from 'drizzle-orm';
import { type AutomaticDiscount, automaticDiscounts } from '#server/db/automatic-discounts.ts';
import type { Executor } from '#server/db/connect.ts';
import { currentRevision } from '#server/db/content-revision.ts';
import { isStockCounted } from '#server/db/counted-stock.ts';
import { prepareOnce } from '#server/db/prepared.ts';
import { type TaxPlace, taxRuleAt } from '#server/db/tax-rule.ts';
import type { TaxRule } from '#shared/tax/tax.ts';
import { type QuotedPrice, type QuotedRate, shippingQuotes } from './schema.ts';

/** The shopper's choice among the rates of a quote. */
export type RateChoice = Pick<QuotedRate, 'service' | 'carrier' | 'amountCents'>;

type NewQuote = {
  fingerprint: string;
  itemsFingerprint: string;
  prices: QuotedPrice[];
  rates: QuotedRate[];
  createdAt: Date;
  expiresAt: Date;
};

/**
 * Further results of a quote's statement: the newest revision of the content, whether any product is counted, the tax
 * rule of the destination, and the automatic discounts.
 */
export type AtQuote = {
  revision: number;
  isCounted: boolean;
  taxRule: TaxRule | null;
  automatic: AutomaticDiscount[];
};
const atQuote = () => ({
  revision: currentRevision(),
  isCounted: isStockCounted(),
  taxRule: taxRuleAt({ state: sql.placeholder('state'), day: sql.placeholder('day') }),
  automatic: automaticDiscounts(),
});

const quoteInsertion = prepareOnce((db) =>
  db
    .insert(shippingQuotes)
    .values({
      fingerprint: sql.placeholder('fingerprint'),
      itemsFingerprint: sql.placeholder('itemsFingerprint'),
      prices: sql.placeholder('prices'),
      rates: sql.placeholder('rates'),
      createdAt: sql.placeholder('createdAt'),
      expiresAt: sql.placeholder('expiresAt'),
    })
    .returning({ id: shippingQuotes.id, ...atQuote() })
    .prepare('insert_quote'),
);

export async function insertQuote(db: Executor, quote: NewQuote, place: TaxPlace): Promise<{ id: string } & AtQuote> {
  const [row] = await quoteInsertion(db).execute({ ...quote, ...place });
  if (!row) throw new Error('A quote was not inserted');
  return row;
}

const quoteSearch = prepareOnce((db) =>
  db
    .select({ rates: shippingQuotes.rates, ...atQuote() })
    .from(shippingQuotes)
    .where(
      and(
        eq(shippingQuotes.fingerprint, sql.placeholder('fingerprint')),
        gt(shippingQuotes.expiresAt, sql.placeholder('now')),
        sql`${shippingQuotes.rates} @> ${sql.placeholder('rate')}::jsonb`,
        sql`${shippingQuotes.id} = coalesce(${sql.placeholder('quoteId')}::uuid, ${shippingQuotes.id})`,
      ),
    )
    .orderBy(desc(shippingQuotes.createdAt), desc(shippingQuotes.id))
    .limit(1)
    .prepare('find_quote'),
);

/**
 * The newest quote for this fingerprint that is valid at `now` and has the rate.
 *
 * @param by.quoteId restricts the search to this quote
 */
export async function findQuoteWith(
  db: Executor,
  by: { fingerprint: string; rate: RateChoice; now: Date; quoteId: string | undefined },
  place: TaxPlace,
): Promise<({ rates: QuotedRate[] } & AtQuote) | null> {
  const rate = JSON.stringify([by.rate]);
  const now = by.now.toISOString();
  const [row] = await quoteSearch(db).execute({ ...by, ...place, rate, now, quoteId: by.quoteId ?? null });
  return row ?? null;
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

/** Limits the expiry of quotes to `latest`: a later one was written while the clock was ahead. */
export async function shortenQuotes(db: Executor, latest: Date): Promise<void> {
  await db.update(shippingQuotes).set({ expiresAt: latest }).where(gt(shippingQuotes.expiresAt, latest));
}
