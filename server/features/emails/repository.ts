import { and, asc, desc, eq, gt, gte, inArray, isNotNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { insertionInto } from '#server/db/insert-where.ts';
import type { Language } from '#shared/core/language.ts';
import type { TemplateKey } from '#shared/emails/emails.ts';
import { type EmailStatus, emails, emailTemplates } from './schema.ts';

export type EmailRow = typeof emails.$inferSelect;
export type EmailInsert = typeof emails.$inferInsert;
export type TemplateRow = typeof emailTemplates.$inferSelect;
/** The owner's templates; for all others the built-in ones apply. */
export type SavedTemplates = readonly Pick<TemplateRow, 'templateKey' | 'language' | 'subject' | 'body'>[];

/* ---- templates ---- */

/** The saved templates among these pairs. */
export function listTemplatesOf(
  db: Executor,
  pairs: readonly { templateKey: TemplateKey; language: Language }[],
): Promise<TemplateRow[]> {
  const isAsked = pairs.map(({ templateKey, language }) =>
    and(eq(emailTemplates.templateKey, templateKey), eq(emailTemplates.language, language)),
  );
  return db
    .select()
    .from(emailTemplates)
    .where(or(...isAsked));
}

/** The saved templates of these keys in all languages, as a column of another statement. */
export function savedTemplates(keys: readonly TemplateKey[]): SQL<SavedTemplates> {
  const { templateKey, language, subject, body } = emailTemplates;
  return sql<SavedTemplates>`(select coalesce(json_agg(json_build_object(
    'templateKey', ${templateKey}, 'language', ${language}, 'subject', ${subject}, 'body', ${body})), '[]')
    from ${emailTemplates} where ${inArray(templateKey, [...keys])})`;
}

/** The saved template, locked until the transaction ends. */
export async function lockTemplate(
  tx: Executor,
  templateKey: TemplateKey,
  language: Language,
): Promise<TemplateRow | null> {
  const pair = and(eq(emailTemplates.templateKey, templateKey), eq(emailTemplates.language, language));
  const [row] = await tx.select().from(emailTemplates).where(pair).for('update');
  return row ?? null;
}

export function listTemplates(db: Executor): Promise<TemplateRow[]> {
  return db.select().from(emailTemplates).orderBy(emailTemplates.templateKey, emailTemplates.language);
}

/** `null` when this key and language already has a template. */
export async function insertTemplate(
  db: Executor,
  template: typeof emailTemplates.$inferInsert,
): Promise<TemplateRow | null> {
  const [row] = await db.insert(emailTemplates).values(template).onConflictDoNothing().returning();
  return row ?? null;
}

/** `null` when this key and language has no template. */
export async function updateTemplate(
  db: Executor,
  template: { templateKey: TemplateKey; language: Language; subject: string; body: string; updatedAt: Date },
): Promise<TemplateRow | null> {
  const { templateKey, language, ...changes } = template;
  const pair = and(eq(emailTemplates.templateKey, templateKey), eq(emailTemplates.language, language));
  const [row] = await db.update(emailTemplates).set(changes).where(pair).returning();
  return row ?? null;
}

export async function deleteTemplate(db: Executor, id: string): Promise<TemplateRow | null> {
  const [row] = await db.delete(emailTemplates).where(eq(emailTemplates.id, id)).returning();
  return row ?? null;
}

/* ---- outbox ---- */

export async function insertEmails(tx: Executor, rows: EmailInsert[]): Promise<EmailRow[]> {
  return tx.insert(emails).values(rows).onConflictDoNothing({ target: emails.dedupeKey }).returning();
}

const newEmails = insertionInto(emails, 'emails', ['previousTo', 'attempts', 'nextAttemptAt']);

/** The same as a part of a larger prepared statement, with its value from `emailsValue`. */
export function insertEmailsWhere(condition: SQL, expressions: Record<string, SQL>): SQL {
  return sql`${newEmails.where(condition, expressions)} on conflict (${sql.identifier(emails.dedupeKey.name)}) do nothing`;
}
export const emailsValue = newEmails.values;

export async function findEmail(db: Executor, id: string): Promise<EmailRow | null> {
  const [row] = await db.select().from(emails).where(eq(emails.id, id));
  return row ?? null;
}

/** Locked until the transaction ends. */
export async function lockEmail(tx: Executor, id: string): Promise<EmailRow | null> {
  const [row] = await tx.select().from(emails).where(eq(emails.id, id)).for('update');
  return row ?? null;
}

export function countStored(db: Executor): Promise<number> {
  return db.$count(emails, eq(emails.status, 'stored'));
}

const SUMMARY = {
  id: emails.id,
  templateKey: emails.templateKey,
  language: emails.language,
  to: emails.to,
  previousTo: emails.previousTo,
  subject: emails.subject,
  status: emails.status,
  attempts: emails.attempts,
  lastError: emails.lastError,
  orderId: emails.orderId,
  inquiryId: emails.inquiryId,
  createdAt: emails.createdAt,
  sentAt: emails.sentAt,
};
export type EmailSummaryRow = Pick<EmailRow, keyof typeof SUMMARY>;

/** Newest first; `after` is the id of the last mail of the previous page. */
export function listEmails(
  db: Executor,
  query: { limit: number; after?: string | undefined; statuses?: EmailStatus[] | undefined; orderId?: string },
): Promise<EmailSummaryRow[]> {
  const conditions: SQL[] = [];
  if (query.statuses?.length) conditions.push(inArray(emails.status, query.statuses));
  if (query.orderId) conditions.push(eq(emails.orderId, query.orderId));
  // Compared in the database, because a JavaScript date has lost the microseconds.
  if (query.after) {
    conditions.push(
      sql`(${emails.createdAt}, ${emails.id}) < (select created_at, id from emails where id = ${query.after})`,
    );
  }
  return db
    .select(SUMMARY)
    .from(emails)
    .where(and(...conditions))
    .orderBy(desc(emails.createdAt), desc(emails.id))
    .limit(query.limit);
}

/** The sent mails of an order with their texts, oldest first. */
export function listSentTexts(db: Executor, orderId: string) {
  const { templateKey, to, subject, text, sentAt } = emails;
  return db
    .select({ templateKey, to, subject, text, sentAt })
    .from(emails)
    .where(and(eq(emails.orderId, orderId), isNotNull(sentAt)))
    .orderBy(asc(sentAt), asc(emails.id));
}

/** How many mails of one address prefix are examined for the newest. */
const RECIPIENT_LIMIT = 1_000;

/** Mails whose recipient begins with `prefix`, in lower case; newest first. */
export function listEmailsTo(db: Executor, prefix: string, limit: number): Promise<EmailSummaryRow[]> {
  const pattern = `${prefix.replace(/[\\%_]/g, '\\$&')}%`;
  const fitting = db
    .select(SUMMARY)
    .from(emails)
    .where(sql`lower(${emails.to}) like ${pattern}`)
    .limit(RECIPIENT_LIMIT)
    .as('emails');
  return db.select().from(fitting).orderBy(desc(fitting.createdAt), desc(fitting.id)).limit(limit);
}

const milliseconds = (ms: number) => sql`${ms}::double precision * interval '1 millisecond'`;

/**
 * Claims due mails for one sender: they are not due again until the lease ends, and rows locked by another sender are
 * skipped. Uses the database's clock, so that instances need not agree on the time. Each claim counts as a try.
 *
 * @param kind mails of orders, or all others, smaller priority first
 * @param times.furthestMs the longest possible postponement; a mail due later was written while the clock was ahead
 */
export function claimEmails(
  db: Executor,
  count: number,
  kind: 'orders' | 'others',
  { leaseMs, furthestMs }: { leaseMs: number; furthestMs: number },
): Promise<EmailRow[]> {
  const due = db.$with('due').as(
    db
      .select({ id: emails.id })
      .from(emails)
      .where(
        and(
          eq(emails.status, 'queued'),
          kind === 'orders' ? eq(emails.priority, 0) : gt(emails.priority, 0),
          // The older of an order's two mails of a kind goes first, so that the customer's last mail has the latest
          // link.
          sql`not exists (select from ${emails} as older where older.order_id = ${emails.orderId}
            and older.template_key = ${emails.templateKey} and older.status = 'queued'
            and older.created_at < ${emails.createdAt})`,
          or(lte(emails.nextAttemptAt, sql`now()`), gt(emails.nextAttemptAt, sql`now() + ${milliseconds(furthestMs)}`)),
        ),
      )
      .orderBy(asc(emails.priority), asc(emails.nextAttemptAt))
      .limit(count)
      .for('update', { skipLocked: true }),
  );
  return db
    .with(due)
    .update(emails)
    .set({ attempts: sql`${emails.attempts} + 1`, nextAttemptAt: sql`now() + ${milliseconds(leaseMs)}` })
    .where(inArray(emails.id, db.select({ id: due.id }).from(due)))
    .returning();
}

/** Renews a claim that is still held, because a mail server may take longer than a lease. */
export async function renewClaim(db: Executor, mail: Claim, leaseMs: number): Promise<void> {
  await db
    .update(emails)
    .set({ nextAttemptAt: sql`now() + ${milliseconds(leaseMs)}` })
    .where(stillClaimed(mail));
}

/** A mail that the server accepted is sent, regardless of who holds the claim now. */
export async function markSent(db: Executor, mail: Claim, sentAt: Date): Promise<void> {
  const same = and(eq(emails.id, mail.id), eq(emails.messageId, mail.messageId));
  await db.update(emails).set({ status: 'sent', sentAt, lastError: null }).where(same);
}

export async function markFailed(db: Executor, mail: Claim, lastError: string): Promise<void> {
  await db.update(emails).set({ status: 'failed', lastError }).where(stillClaimed(mail));
}

export async function markForRetry(db: Executor, mail: Claim, lastError: string, waitMs: number): Promise<void> {
  const nextAttemptAt = sql`now() + ${milliseconds(waitMs)}`;
  await db.update(emails).set({ lastError, nextAttemptAt, quotaSince: null }).where(stillClaimed(mail));
}

/**
 * Schedules another try after `waitMs`; gives up when the quota has been exhausted for `mostMs`. @returns whether it
 * will be tried again
 */
export async function markOverQuota(
  db: Executor,
  mail: Claim,
  lastError: string,
  { waitMs, mostMs }: { waitMs: number; mostMs: number },
): Promise<boolean> {
  const [row] = await db
    .update(emails)
    .set({
      lastError,
      quotaSince: sql`coalesce(${emails.quotaSince}, now())`,
      status: sql`case when ${emails.quotaSince} < now() - ${milliseconds(mostMs)} then 'failed' else 'queued' end`,
      nextAttemptAt: sql`now() + ${milliseconds(waitMs)}`,
    })
    .where(stillClaimed(mail))
    .returning({ status: emails.status });
  return row?.status !== 'failed';
}

/** The recipients of one kind of mail since a moment, in any state. */
export async function listRecipients(db: Executor, templateKey: TemplateKey, since: Date): Promise<string[]> {
  const rows = await db
    .select({ to: emails.to })
    .from(emails)
    .where(and(gt(emails.createdAt, since), eq(emails.templateKey, templateKey)));
  return rows.map(({ to }) => to);
}

/**
 * A sender whose lease has ended must not overwrite the next one's result, so every claim increments a counter. A
 * refusal of an earlier recipient does not apply to the corrected one, whose Message-ID is new.
 */
type Claim = Pick<EmailRow, 'id' | 'messageId' | 'attempts'>;
function stillClaimed({ id, messageId, attempts }: Claim): SQL | undefined {
  return and(
    eq(emails.id, id),
    eq(emails.messageId, messageId),
    eq(emails.status, 'queued'),
    eq(emails.attempts, attempts),
  );
}

/**
 * Queues a mail. One that was already sent becomes a new message, because mail programs hide a second copy of the same
 * Message-ID. One that may be in progress is not due before its lease ends.
 *
 * @returns `null` when the mail does not exist or is withdrawn
 */
export async function requeueEmail(
  db: Executor,
  id: string,
  { newMessageId, leaseMs }: { newMessageId: string; leaseMs: number },
): Promise<EmailRow | null> {
  const isQueued = sql`${emails.status} = 'queued'`;
  const [row] = await db
    .update(emails)
    .set({
      status: 'queued',
      attempts: sql`case when ${isQueued} then ${emails.attempts} else 0 end`,
      quotaSince: null,
      messageId: sql`case when ${emails.status} = 'sent' then ${newMessageId} else ${emails.messageId} end`,
      nextAttemptAt: sql`case when ${isQueued} then least(${emails.nextAttemptAt}, now() + ${milliseconds(leaseMs)}) else now() end`,
    })
    .where(and(eq(emails.id, id), ne(emails.status, 'withdrawn')))
    .returning();
  return row ?? null;
}

/**
 * Queues a mail to another recipient, as a new message, and records the earlier recipient. A sender already sending to
 * the earlier one may still deliver it there, without further effect here.
 *
 * @returns `null` when the mail does not exist, is withdrawn, or already goes there
 */
export async function redirectEmail(
  db: Executor,
  id: string,
  { to, newMessageId }: { to: string; newMessageId: string },
): Promise<EmailRow | null> {
  const [row] = await db
    .update(emails)
    .set({
      to,
      previousTo: sql`${emails.previousTo} || to_jsonb(${emails.to})`,
      status: 'queued',
      attempts: 0,
      lastError: null,
      quotaSince: null,
      messageId: newMessageId,
      sentAt: null,
      nextAttemptAt: sql`now()`,
    })
    .where(and(eq(emails.id, id), ne(emails.to, to), ne(emails.status, 'withdrawn')))
    .returning();
  return row ?? null;
}

/** Withdraws unsent mails. A mail that was sent and is queued again counts as sent. */
export async function withdrawEmails(
  tx: Executor,
  { orderId, templateKey }: { orderId: string; templateKey: TemplateKey },
): Promise<void> {
  await tx
    .update(emails)
    .set({ status: sql`case when ${emails.sentAt} is null then 'withdrawn' else 'sent' end`, dedupeKey: null })
    .where(
      and(
        eq(emails.orderId, orderId),
        eq(emails.templateKey, templateKey),
        inArray(emails.status, ['queued', 'stored']),
      ),
    );
}

/**
 * The numbers of waiting and of failed mails, and the age of the oldest; reads only indexes, however many were sent.
 */
export async function countUnsent(
  db: Executor,
): Promise<{ queued: number; failed: number; oldestQueuedAt: Date | null }> {
  const [waiting] = await db
    .select({ queued: sql<number>`count(*)::int`, oldest: sql<string | null>`min(${emails.createdAt})::text` })
    .from(emails)
    .where(eq(emails.status, 'queued'));
  const failed = await db.$count(emails, eq(emails.status, 'failed'));
  const oldest = waiting?.oldest ?? null;
  return { queued: waiting?.queued ?? 0, failed, oldestQueuedAt: oldest === null ? null : new Date(oldest) };
}

/** Counts failed mails among those written since then. */
export function countFailedSince(db: Executor, since: Date): Promise<number> {
  return db.$count(emails, and(eq(emails.status, 'failed'), gte(emails.createdAt, since)));
}

/** Queues all stored mails and returns their number. */
export async function requeueStored(db: Executor): Promise<number> {
  const rows = await db
    .update(emails)
    .set({ status: 'queued', nextAttemptAt: sql`now()` })
    .where(eq(emails.status, 'stored'))
    .returning({ id: emails.id });
  return rows.length;
}
