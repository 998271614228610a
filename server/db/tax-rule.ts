import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { TaxRule } from '#shared/tax/tax.ts';

/** A parcel's destination, and the shop's day. */
export type TaxPlace = { state: string | null; day: string };

/** The tax rule of a state on a day, as a part of another statement, so that a checkout needs no extra round trip. */
export function taxRuleAt({ state, day }: TaxPlace | Record<keyof TaxPlace, Placeholder>): SQL<TaxRule | null> {
  return sql<TaxRule | null>`(select json_build_object('rateMilli', rate_milli, 'taxesShipping', taxes_shipping, 'taxesFood', taxes_food)
    from tax_registrations where state = ${state}::text and since <= ${day}::date)`;
}
