import type { SoldPart } from '#shared/orders/stats.ts';
import type { Visits } from './visits.ts';

/**
 * A source's visits and sales. `revenue` and `orders` are of all days, `conversion` of the days with counted visits.
 */
export type SourceRow = { key: string; visits: number; orders: number; revenue: string; conversion: number | null };

/** Orders per visit; `null` without visits. */
export const conversionOf = ({ visits, orders }: { visits: number; orders: number }): number | null =>
  visits === 0 ? null : orders / visits;

/** Joins visits and sales by source: first the sources with sales, in their order, then the others by visits. */
export function sourceRows(sold: readonly SoldPart[], { sources }: Pick<Visits, 'sources'>): SourceRow[] {
  const visited = new Map(sources.map((row) => [row.key, row]));
  const known = new Set(sold.map(({ key }) => key));
  return [
    ...sold.map(({ key, orders, revenue }) => {
      const row = visited.get(key);
      return { key, visits: row?.visits ?? 0, orders, revenue, conversion: row ? conversionOf(row) : null };
    }),
    ...sources
      .filter(({ key }) => !known.has(key))
      .map(({ key, visits, orders }) => ({
        ...{ key, visits, orders, revenue: '0.00' },
        conversion: conversionOf({ visits, orders }),
      })),
  ];
}
