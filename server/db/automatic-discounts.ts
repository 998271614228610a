import { type SQL, sql } from 'drizzle-orm';
import type { CodeKind } from '#shared/checkout/codes.ts';
import type { Localized } from '#shared/core/language.ts';

/** A discount that applies without a code, whether or not it is running now. */
export type AutomaticDiscount = {
  id: string;
  code: string;
  names: Localized;
  productIds: readonly string[] | null;
  kind: CodeKind;
  value: number;
  /** ISO 8601. */
  startsAt: string | null;
  endsAt: string | null;
  minimumCents: number | null;
  maxUses: number | null;
  maxUsesPerPerson: number | null;
};

/** All automatic discounts, oldest first, as a column of another statement, so that they need no query of their own. */
export function automaticDiscounts(): SQL<AutomaticDiscount[]> {
  return sql<AutomaticDiscount[]>`(select coalesce(json_agg(json_build_object('id', id, 'code', code, 'names', names,
    'productIds', product_ids, 'kind', kind, 'value', value, 'startsAt', starts_at, 'endsAt', ends_at,
    'minimumCents', minimum_cents, 'maxUses', max_uses, 'maxUsesPerPerson', max_uses_per_person) order by created_at, id), '[]')
    from discount_codes where is_automatic)`;
}
