import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { TaxRule } from '#shared/tax/tax.ts';

/** Where a parcel goes, and the shop's day. */
export type TaxPlace = { state: string | null; day: string };

/**
 * What the shop collects in a state on a day, as a part of a statement that is sent anyway: tax costs a checkout no
 * round trip.
 */
export function taxRuleAt({ state, day }: TaxPlace | Record<keyof TaxPlace, Placeholder>): SQL<TaxRule | null> {
  return sql<TaxRule | null>`(select json_build_object('rateMilli', rate_milli, 'taxesShipping', taxes_shipping, 'taxesFood', taxes_food)
    from tax_registrations where state = ${state}::text and since <= ${day}::date)`;
}
