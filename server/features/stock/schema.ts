import { bigserial, boolean, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { createdAt, updatedAt } from '#server/db/columns.ts';

/** How many of a product there are. A product without a row, or with `null`, is not counted. */
export const productStock = pgTable('product_stock', {
  productId: text('product_id').primaryKey(),
  /** Below zero: more was paid for than there is. */
  onHand: integer('on_hand'),
  /** From this number down shoppers read how many are left, and the owner gets a mail; of an assortment too. */
  lowAt: integer('low_at'),
  /** Since when unpaid holds keep shoppers out, without a sale in between. */
  crowdedSince: timestamp('crowded_since', { withTimezone: true }),
  updatedAt: updatedAt(),
});

/** Pieces that a checkout keeps for itself until `expiresAt`. */
export const stockHolds = pgTable(
  'stock_holds',
  {
    /** The attempt of the checkout: all its starts share one hold. */
    attemptKey: text('attempt_key').notNull(),
    productId: text('product_id').notNull(),
    quantity: integer('quantity').notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    /** The provider has a card and works on the payment. */
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

/** Each change of a number on hand: a count of the owner, a sale, pieces that came back. Kept for good. */
export const stockMovements = pgTable(
  'stock_movements',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    productId: text('product_id').notNull(),
    kind: text('kind').$type<MovementKind>().notNull(),
    /** `null` where the count began or ended. */
    delta: integer('delta'),
    /** After it. */
    onHand: integer('on_hand'),
    reason: text('reason'),
    orderId: uuid('order_id'),
    createdAt: createdAt(),
  },
  (t) => [index('stock_movements_product').on(t.productId, t.id), index('stock_movements_order').on(t.orderId)],
);
