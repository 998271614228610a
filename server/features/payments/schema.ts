import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt } from '#server/db/columns.ts';

/** The sandbox provider's payments, which Stripe would store. */
export const sandboxPayments = pgTable('sandbox_payments', {
  id: text('id').primaryKey(),
  idempotencyKey: text('idempotency_key').notNull().unique(),
  clientSecret: text('client_secret').notNull(),
  amountCents: integer('amount_cents').notNull(),
  currency: text('currency').notNull(),
  status: text('status').notNull(),
  /** It was paid with the test card whose refunds fail. */
  refundsFail: boolean('refunds_fail').notNull().default(false),
  createdAt: createdAt(),
});

/** The sandbox provider's refunds. */
export const sandboxRefunds = pgTable(
  'sandbox_refunds',
  {
    id: text('id').primaryKey(),
    /** Our own reference of the refund. */
    idempotencyKey: text('idempotency_key').notNull().unique(),
    paymentId: text('payment_id').notNull(),
    amountCents: integer('amount_cents').notNull(),
    status: text('status').$type<'succeeded' | 'failed'>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('sandbox_refunds_payment').on(t.paymentId)],
);
