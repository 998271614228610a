import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import type { Config } from '#server/config.ts';
import type { Database, Executor } from '#server/db/connect.ts';
import { afterCommit } from '#server/db/transactions.ts';
import type { Clock } from '#server/deps.ts';
import type { ChangedText } from '#server/errors.ts';
import { FAILED_MAIL_DAYS } from '#shared/admin/today.ts';
import { isErased } from '#shared/checkout/person.ts';
import type { PublicFacts } from '#shared/content/shop-facts.ts';
import type { Language } from '#shared/core/language.ts';
import type { TemplateKey } from '#shared/emails/emails.ts';
import type { MailLook } from '#shared/emails/mail-look.ts';
import { getDefaultTemplate } from './defaults.ts';
import { KINDS } from './kinds.ts';
import { withoutSecret } from './links.ts';
import type { MailSignal } from './mail-signal.ts';
import { mailDomain } from './mailbox.ts';
import type { Foot } from './render/layout.ts';
import type { EmailValues } from './render/placeholders.ts';
import { renderEmail, type Template } from './render/render.ts';
import {
  countFailedSince,
  type EmailInsert,
  type EmailSummaryRow,
  emailsValue,
  findEmail,
  insertEmails,
  insertEmailsWhere,
  listEmails,
  listEmailsTo,
  listSentTexts,
  listTemplatesOf,
  type SavedTemplates,
} from './repository.ts';
import { NUMBER_TO_COME } from './values.ts';

export { countUnsent, listRecipients, savedTemplates, withdrawEmails } from './repository.ts';
export type { SavedTemplates };

/** Dependencies of the outbox among a service's `deps`. */
export type OutboxDeps = {
  db: Database;
  config: Config;
  clock: Clock;
  mailSignal: MailSignal;
  /** The refund rule in one line, for order confirmations; optional for callers without orders. */
  refundRule?: (language: Language) => string;
  /** The shop's current contact details; by default the brand's. */
  facts?: () => PublicFacts;
  /** The colours and the logo; by default the brand's. */
  look?: () => MailLook;
  /** The owner's wording of the words around the templates; by default the brand's. */
  changedText?: ChangedText;
};

/** A rendered mail, ready for `enqueueEmails`. */
export type PreparedEmail = EmailInsert;

/** Relations and delivery rules of `PreparedEmail`, besides its content. */
type Links = {
  orderId?: string | undefined;
  inquiryId?: string | undefined;
  /** Identifies a mail that may exist only once; a second one with the same key is ignored without an error. */
  dedupeKey?: string | undefined;
};

const DAY_MS = 24 * 3_600_000;
/** After the mails of an order, before those of an inquiry (`KINDS`). */
const PLAIN_PRIORITY = 1;

/** A mail from a template, to one mailbox. */
type TemplateMail = {
  templateKey: TemplateKey;
  language: Language;
  to: string;
  /** From `orderEmailValues`, `shippingEmailValues` or `inquiryEmailValues`, in the mail's language. */
  values: EmailValues;
} & Links;

/**
 * Renders mails from the owner's templates, or the built-in ones. It queries the database, so call it before the
 * transaction.
 */
export async function prepareEmails(deps: OutboxDeps, mails: readonly TemplateMail[]): Promise<PreparedEmail[]> {
  return renderEmails(deps, await listTemplatesOf(deps.db, mails), mails);
}

/** Like `prepareEmails`. @param saved the owner's templates, already read */
export function renderEmails(deps: OutboxDeps, saved: SavedTemplates, mails: readonly TemplateMail[]): PreparedEmail[] {
  return mails.map((mail) => {
    const { templateKey, language } = mail;
    const own = saved.find((each) => each.templateKey === templateKey && each.language === language);
    return prepareFrom(deps, own ?? getDefaultTemplate(templateKey, language, deps.facts?.()), mail);
  });
}

/** One mail, like `prepareEmails`. */
export async function prepareEmail(deps: OutboxDeps, mail: TemplateMail): Promise<PreparedEmail> {
  const [prepared] = await prepareEmails(deps, [mail]);
  if (!prepared) throw new Error('A mail was not prepared');
  return prepared;
}

/**
 * Renders a mail from the program to the owner, such as an alert.
 *
 * @param mail.body Markdown without placeholders; put other people's text in backticks or on lines of its own
 */
export function preparePlainEmail(
  deps: Pick<OutboxDeps, 'config' | 'clock' | 'facts' | 'look' | 'changedText'>,
  mail: { to: string; language: Language; subject: string; body: string } & Links,
): PreparedEmail {
  return prepareFrom(deps, mail, { ...mail, templateKey: 'owner_alert', values: {} });
}

/**
 * Renders a mail of the owner's own words to a customer.
 *
 * @param mail.body Markdown without placeholders
 */
export function prepareMessage(
  deps: Pick<OutboxDeps, 'config' | 'clock' | 'facts' | 'look' | 'changedText'>,
  mail: { to: string; language: Language; subject: string; body: string } & Links,
): PreparedEmail {
  return prepareFrom(deps, mail, { ...mail, templateKey: 'customer_message', values: {} });
}

const TO_OWNER: ReadonlySet<string> = new Set(['owner_alert', 'admin_order_notification', 'wholesale_notification']);
export const isToOwner = (templateKey: string): boolean => TO_OWNER.has(templateKey);

/** `null` for mails to the owner. */
export function footOf(
  templateKey: TemplateKey | PlainKey,
  language: Language,
  refundRule: OutboxDeps['refundRule'] | undefined,
): Foot | null {
  if (isToOwner(templateKey)) return null;
  return { refundRule: templateKey === 'order_confirmation' ? (refundRule?.(language) ?? null) : null };
}

/** Mails without a template. */
type PlainKey = 'owner_alert' | 'customer_message';

/** Renders a given template; used within this feature for test mails. */
export function prepareFrom(
  {
    config,
    clock,
    refundRule,
    facts,
    look,
    changedText,
  }: Pick<OutboxDeps, 'config' | 'clock' | 'refundRule' | 'facts' | 'look' | 'changedText'>,
  template: Template,
  mail: { templateKey: TemplateKey | PlainKey; language: Language; to: string; values: EmailValues } & Links,
): PreparedEmail {
  const { language, to, values, templateKey } = mail;
  const id = randomUUID();
  const now = clock.now();
  return {
    id,
    templateKey,
    language,
    to,
    ...renderEmail(template, values, {
      language,
      publicUrl: config.publicUrl,
      foot: footOf(templateKey, language, refundRule),
      facts: facts?.(),
      look: look?.(),
      changedText,
    }),
    status: config.smtp ? 'queued' : 'stored',
    messageId: makeMessageId(config),
    dedupeKey: mail.dedupeKey ?? null,
    orderId: mail.orderId ?? null,
    inquiryId: mail.inquiryId ?? null,
    priority: isPlain(templateKey) ? PLAIN_PRIORITY : KINDS[templateKey].priority,
    createdAt: now,
  };
}

const isPlain = (key: TemplateKey | PlainKey): key is PlainKey => key === 'owner_alert' || key === 'customer_message';

/** A Message-ID in the sender's domain (RFC 5322, 3.6.4): spam filters distrust hosts such as localhost. */
export function makeMessageId({ mailFrom }: Pick<Config, 'mailFrom'>): string {
  return `<${randomUUID()}@${mailDomain(mailFrom)}>`;
}

/**
 * Stores mails in the transaction of the change that causes them. They are sent once it is committed, or stay `stored`
 * without SMTP. A mail with an existing `dedupeKey` is ignored.
 */
export async function enqueueEmails(
  tx: Executor,
  { mailSignal }: Pick<OutboxDeps, 'mailSignal'>,
  prepared: PreparedEmail[],
): Promise<void> {
  const reachable = reachableOf(prepared);
  if (reachable.length === 0) return;
  await insertEmails(tx, reachable);
  announceEmails({ mailSignal });
}

/** An erased customer gets no mail about an order. */
const reachableOf = (prepared: readonly PreparedEmail[]) => prepared.filter(({ to }) => !isErased(to));

/**
 * Like `enqueueEmails`, as a part of a larger prepared statement, with the mails in `emailValues`; call
 * `announceEmails` with it. @param condition of that statement @param number what replaces `NUMBER_TO_COME`
 */
export function emailPart(tx: Executor, condition: SQL, number: SQL) {
  const filled = (column: string) =>
    sql`replace(${sql.identifier(column)}, ${sql.raw(`'${NUMBER_TO_COME}'`)}, ${number})`;
  const texts = { subject: filled('subject'), html: filled('html'), text: filled('text') };
  return tx.$with('mails', {}).as(insertEmailsWhere(condition, texts));
}
export const emailValues = (prepared: readonly PreparedEmail[]) => emailsValue(reachableOf(prepared));

/** Wakes the senders for stored mails, once the transaction is committed. */
export function announceEmails({ mailSignal }: Pick<OutboxDeps, 'mailSignal'>): void {
  afterCommit(() => mailSignal.announce());
}

/** Mails that were given up lately. */
export function countFailedLately({ db, clock }: Pick<OutboxDeps, 'db' | 'clock'>): Promise<number> {
  return countFailedSince(db, new Date(clock.now().getTime() - FAILED_MAIL_DAYS * DAY_MS));
}

/** Mails to an address that begins so, newest first. Nothing for text that is not part of an address. */
export async function findEmailsTo(db: Executor, q: string, limit: number) {
  if (!/^[^\s@]+@/.test(q)) return [];
  const rows = await listEmailsTo(db, q.toLowerCase(), limit);
  return rows.map(({ id, to, subject, status, createdAt }) => ({
    id,
    to,
    subject,
    status,
    createdAt: createdAt.toISOString(),
  }));
}

/**
 * What the customer of an order was sent, oldest first, without the secret of the order's page: the text of each mail
 * that a mail server has accepted.
 */
export async function listSentToCustomer(
  db: Executor,
  orderId: string,
): Promise<{ to: string; subject: string; text: string; sentAt: Date }[]> {
  const rows = await listSentTexts(db, orderId);
  return rows.flatMap(({ templateKey, to, subject, text, sentAt }) =>
    sentAt === null || isToOwner(templateKey) ? [] : [{ to, subject, text: withoutSecret(text), sentAt }],
  );
}

/** Waits until a mail is sent, at most `ms`; otherwise it stays in the outbox. */
export async function waitUntilSent(db: Executor, id: string, ms: number): Promise<void> {
  for (let waited = 0; waited < ms; waited += SENT_LOOK_MS) {
    if ((await findEmail(db, id))?.status !== 'queued') return;
    await wait(SENT_LOOK_MS);
  }
}
const SENT_LOOK_MS = 200;

/** The mails of one order, newest first. */
export function listOrderEmails(db: Executor, orderId: string): Promise<EmailSummaryRow[]> {
  return listEmails(db, { orderId, limit: 100 });
}
