import { type SQL, sql } from 'drizzle-orm';

/**
 * Whether the shop counts stock of any product, as a part of another statement. A shop that counts nothing saves the
 * stock query; one that counts sends it separately.
 */
export function isStockCounted(): SQL<boolean> {
  return sql<boolean>`exists (select 1 from product_stock where on_hand is not null)`;
}
