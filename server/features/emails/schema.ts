import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, smallint, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, updatedAt, version } from '#server/db/columns.ts';
import { personKey } from '#server/db/person.ts';
import type { Language } from '#shared/core/language.ts';

export const emailTemplates = pgTable(
  'email_templates',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    templateKey: text('template_key').notNull(),
    language: text('language').$type<Language>().notNull(),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    version: version(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex('email_templates_pair').on(t.templateKey, t.language)],
);

/** The outbox: a mail is stored in the transaction of the change that causes it, and sent by a worker afterwards. */
export const emails = pgTable(
  'emails',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    templateKey: text('template_key').notNull(),
    language: text('language').$type<Language>().notNull(),
    to: text('to_address').notNull(),
    /** Earlier recipients, before corrections, oldest first. */
    previousTo: jsonb('previous_to').$type<string[]>().notNull().default([]),
    subject: text('subject').notNull(),
    html: text('html').notNull(),
    text: text('text').notNull(),
    status: text('status').$type<EmailStatus>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    /** One Message-ID for every try: if the server's answer is lost, mail programs recognize the duplicate. */
    messageId: text('message_id').notNull().unique(),
    /** Identifies a mail that may exist only once, such as one tracking mail for each order and number. */
    dedupeKey: text('dedupe_key').unique(),
    orderId: uuid('order_id'),
    inquiryId: uuid('inquiry_id'),
    /** Smaller is sent first: 0 mails of orders, 1 mails from the program to the owner, 2 all others. */
    priority: smallint('priority').notNull().default(2),
    /** Since when the mail server has refused mails because our quota is exhausted. */
    quotaSince: timestamp('quota_since', { withTimezone: true }),
    nextAttemptAt: timestamp('next_attempt_at', { withTimezone: true }).notNull().defaultNow(),
    createdAt: createdAt(),
    sentAt: timestamp('sent_at', { withTimezone: true }),
  },
  (t) => [
    index('emails_queue').on(t.status, t.priority, t.nextAttemptAt),
    index('emails_newest').on(t.createdAt, t.id),
    index('emails_order').on(t.orderId),
    index('emails_inquiry').on(t.inquiryId),
    index('emails_person').on(personKey(t.to)),
    index('emails_recipient').on(sql`lower(${t.to}) text_pattern_ops`),
  ],
);

export type EmailStatus = 'queued' | 'sent' | 'failed' | 'stored' | 'withdrawn';
