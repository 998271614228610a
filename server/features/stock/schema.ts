import { bigserial, boolean, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { createdAt, updatedAt } from '#server/db/columns.ts';

/** The stock of each product. A product without a row, or with `null`, is not counted. */
export const productStock = pgTable('product_stock', {
  productId: text('product_id').primaryKey(),
  /** Negative if more was paid for than there is. */
  onHand: integer('on_hand'),
  /** From this number down, shoppers see how many are left, and the owner gets a mail; also for an assortment. */
  lowAt: integer('low_at'),
  /** Since when unpaid holds lock shoppers out, without a sale in between. */
  crowdedSince: timestamp('crowded_since', { withTimezone: true }),
  updatedAt: updatedAt(),
});

/** Units held by a checkout until `expiresAt`. */
export const stockHolds = pgTable(
  'stock_holds',
  {
    /** The attempt of the checkout: all its starts share one hold. */
    attemptKey: text('attempt_key').notNull(),
    productId: text('product_id').notNull(),
    quantity: integer('quantity').notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    /** The provider has a card and is processing the payment. */
    isPaying: boolean('is_paying').notNull().default(false),
    /** Who started it, as hashes (see `Origin`). */
    caller: text('caller'),
    device: text('device'),
  },
  (t) => [
    primaryKey({ columns: [t.attemptKey, t.productId] }),
    index('stock_holds_product').on(t.productId, t.expiresAt),
    index('stock_holds_expiry').on(t.expiresAt),
  ],
);

export type MovementKind = 'count' | 'sale' | 'restock';

/** Each change of a number on hand: the owner's count, a sale, returned units. Kept for good. */
export const stockMovements = pgTable(
  'stock_movements',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    productId: text('product_id').notNull(),
    kind: text('kind').$type<MovementKind>().notNull(),
    /** `null` if counting began or ended. */
    delta: integer('delta'),
    /** After the change. */
    onHand: integer('on_hand'),
    reason: text('reason'),
    orderId: uuid('order_id'),
    createdAt: createdAt(),
  },
  (t) => [index('stock_movements_product').on(t.productId, t.id), index('stock_movements_order').on(t.orderId)],
);
