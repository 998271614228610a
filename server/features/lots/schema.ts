import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, version } from '#server/db/columns.ts';
import type { Localized } from '#shared/core/language.ts';

/** Lots of products, as printed on their packages. */
export const lots = pgTable(
  'lots',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    productId: text('product_id').notNull(),
    code: text('code').notNull(),
    bestBy: date('best_by').notNull(),
    madeOn: date('made_on').notNull(),
    /** `null` if nobody has counted. */
    quantity: integer('quantity'),
    isOpen: boolean('is_open').notNull().default(true),
    /** The recall that it belongs to; a lot is recalled once. */
    recallId: uuid('recall_id'),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('lots_code').on(t.productId, t.code), index('lots_open').on(t.productId, t.isOpen)],
);

/** Units of a lot in an order, recorded when it is packed. */
export const packedLots = pgTable(
  'packed_lots',
  {
    orderId: uuid('order_id').notNull(),
    lotId: uuid('lot_id')
      .notNull()
      .references(() => lots.id),
    quantity: integer('quantity').notNull(),
  },
  (t) => [primaryKey({ columns: [t.orderId, t.lotId] }), index('packed_lots_lot').on(t.lotId, t.orderId, t.quantity)],
);

/** A recall of a lot, or of all lots of a product; the lots name it. */
export const recalls = pgTable(
  'recalls',
  {
    /** Chosen by the caller, so that one press makes one recall. */
    id: uuid('id').primaryKey(),
    productId: text('product_id').notNull(),
    isWhole: boolean('is_whole').notNull(),
    /** The days of orders without a recorded lot that are included. */
    maybeFrom: date('maybe_from'),
    maybeTo: date('maybe_to'),
    subject: jsonb('subject').$type<Localized>().notNull(),
    reason: jsonb('reason').$type<Localized>().notNull(),
    todo: jsonb('todo').$type<Localized>().notNull(),
    /** On the product's page until `endedAt`. */
    notice: jsonb('notice').$type<Localized>(),
    endedAt: timestamp('ended_at', { withTimezone: true }),
    /** When the last mail was put into the outbox. */
    writtenAt: timestamp('written_at', { withTimezone: true }),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    // Two tabs cannot recall the same product twice.
    uniqueIndex('recalls_running').on(t.productId).where(sql`${t.isWhole} and ${t.endedAt} is null`),
    index('recalls_unwritten').on(t.id).where(sql`${t.writtenAt} is null`),
  ],
);

/** The orders of a recall, as they were found. It has no names: an erasure of the order is enough. */
export const recallOrders = pgTable(
  'recall_orders',
  {
    recallId: uuid('recall_id')
      .notNull()
      .references(() => recalls.id),
    orderId: uuid('order_id').notNull(),
    quantity: integer('quantity').notNull(),
    /** It has a recorded lot; otherwise the customer may have got it. */
    isSure: boolean('is_sure').notNull(),
    hasLeft: boolean('has_left').notNull(),
    /** The newest order of the same person, for which the one mail is written; `null` if none is. */
    writtenFor: uuid('written_for'),
    state: text('state').$type<RecallState>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.recallId, t.orderId] }),
    index('recall_orders_waiting').on(t.recallId, t.orderId).where(sql`${t.state} = 'waiting'`),
    index('recall_orders_person').on(t.recallId, t.writtenFor),
  ],
);

/** `mailed`: its mail is in the outbox, which knows the rest. */
export type RecallState = 'waiting' | 'mailed' | 'erased' | 'no_address' | 'unsent';
