import type { BaseDeps } from '#server/deps.ts';
import { findSourcesWithOrders, sumOrdersBySource } from '#server/features/orders/stats/service.ts';
import { shopDay } from '#shared/shipping/ship-days.ts';
import type { Visits } from '#shared/visits/visits.ts';
import type { VisitCount } from './counter.ts';
import { addVisits, type Days, deleteVisitsBefore, findFirstDay, sumVisits } from './repository.ts';

const DAY_MS = 24 * 3_600_000;
const KEPT_DAYS = 400;
/** How many sources without an order have rows of their own on a day, so that invented links cannot fill the table. */
export const MAX_SOURCES = 30;

/** Adds counts to the table. A source that has ever brought an order always has a row of its own. */
export async function storeVisits({ db }: Pick<BaseDeps, 'db'>, counts: readonly VisitCount[]): Promise<void> {
  const sources = [...new Set(counts.map(({ source }) => source))].filter((source) => source !== '');
  const named = sources.length === 0 ? [] : await findSourcesWithOrders({ db }, sources);
  await addVisits(db, counts, { named, maxSources: MAX_SOURCES });
}

/** Visits of these days, and the orders of the days on which visits were counted. */
export async function getVisits({ db }: Pick<BaseDeps, 'db'>, days: Days): Promise<Visits> {
  const since = await findFirstDay(db);
  const none: Visits = { since, visits: 0, views: 0, orders: 0, sources: [], pages: [], languages: [] };
  if (since === null || since > days.until) return none;
  const counted = since > days.from ? { ...days, from: since } : days;
  const [pages, languages, read, sold] = await Promise.all([
    sumVisits(db, 'page', counted),
    sumVisits(db, 'language', counted),
    sumVisits(db, 'source', counted),
    sumOrdersBySource({ db }, counted),
  ]);
  const ordersOf = new Map(sold.sources.map(({ key, orders }) => [key, orders]));
  // Only a visit has a source, so the row of other page views is left out.
  const sources = read.filter(({ visits }) => visits > 0);
  const visited = new Set(sources.map(({ key }) => key));
  return {
    since,
    visits: languages.reduce((sum, { visits }) => sum + visits, 0),
    views: languages.reduce((sum, { views }) => sum + views, 0),
    orders: sold.orders,
    sources: [
      ...sources.map(({ key, visits }) => ({ key, visits, orders: ordersOf.get(key) ?? 0 })),
      ...sold.sources.filter(({ key }) => !visited.has(key)).map(({ key, orders }) => ({ key, visits: 0, orders })),
    ],
    pages,
    languages,
  };
}

/** Deletes days older than the longest period of the charts. */
export async function deleteOldVisits({ db, clock }: Pick<BaseDeps, 'db' | 'clock'>): Promise<void> {
  await deleteVisitsBefore(db, shopDay(new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS)));
}
