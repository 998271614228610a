import { type SQL, sql } from 'drizzle-orm';

/**
 * Whether the shop counts any product, as a part of a statement that is sent anyway: a shop that counts nothing is spared
 * the look at its stock, one that counts asks in a statement of its own.
 */
export function isStockCounted(): SQL<boolean> {
  return sql<boolean>`exists (select 1 from product_stock where on_hand is not null)`;
}
