import { sql } from 'drizzle-orm';
import { date, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { createdAt } from '#server/db/columns.ts';
import { personKey } from '#server/db/person.ts';
import type { PaidMethod, WrittenEnd, WrittenState } from '#shared/written-orders/written-orders.ts';
import type { WrittenContent } from './content.ts';

/** Orders that the owner has written: with a link to pay, or paid already. A paid one has become an order. */
export const writtenOrders = pgTable(
  'written_orders',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** The caller's key: one order for each, however often the call is made. */
    idempotencyKey: text('idempotency_key').notNull().unique(),
    bodyHash: text('body_hash').notNull(),
    state: text('state').$type<WrittenState>().notNull(),
    /** Copied from the content. */
    email: text('email').notNull(),
    totalCents: integer('total_cents').notNull(),
    /** What is sold, to whom, and at which price. */
    content: jsonb('content').$type<WrittenContent>().notNull(),
    note: text('note').notNull(),
    orderId: uuid('order_id'),
    /** How it was paid outside of the payment provider; `null` with a link. */
    method: text('method').$type<PaidMethod>(),
    reference: text('reference'),
    paidOn: date('paid_on'),
    /** Opens the page where it is paid; `null` without a link. */
    payToken: text('pay_token').unique(),
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    endedBy: text('ended_by').$type<WrittenEnd>(),
    /** When its link ends, or the payment of an ended one is looked at again; `null` when nothing can happen any more. */
    nextCheckAt: timestamp('next_check_at', { withTimezone: true }),
    createdAt: createdAt(),
    closedAt: timestamp('closed_at', { withTimezone: true }),
  },
  (t) => [
    index('written_orders_newest').on(t.createdAt, t.id).where(sql`${t.payToken} is not null`),
    index('written_orders_order').on(t.orderId),
    index('written_orders_person').on(personKey(sql`${t.email}`)),
    index('written_orders_due').on(t.nextCheckAt).where(sql`${t.nextCheckAt} is not null`),
  ],
);
