import type { BaseDeps } from '#server/deps.ts';
import { AppError, requireVersion } from '#server/errors.ts';
import type { PublicFacts } from '#shared/content/shop-facts.ts';
import { PAGE_SIZE } from '#shared/core/list-limits.ts';
import {
  checkPlaceholders,
  type EmailPreview,
  type EmailTemplate,
  type EmailTemplateChange,
  type EmailTemplateInput,
  type TemplateKey,
} from '#shared/emails/emails.ts';
import { type EmailDetail, type EmailListQuery, type EmailSummary, recipientVersion } from '#shared/emails/outbox.ts';
import type { RecipientChange } from '#shared/emails/recipient.ts';
import { getDefaultTemplate } from './defaults.ts';
import { KINDS } from './kinds.ts';
import { footOf, makeMessageId, type OutboxDeps, prepareFrom } from './outbox.ts';
import { renderEmail } from './render/render.ts';
import * as repository from './repository.ts';
import { LEASE_MS } from './sender.ts';

type Deps = OutboxDeps;
type CatalogueDeps = Pick<BaseDeps, 'catalogue' | 'shippingRules'>;
type SendDeps = Pick<Deps, 'db' | 'config' | 'mailSignal'>;

/* ---- templates ---- */

export async function listTemplates({ db }: Deps): Promise<EmailTemplate[]> {
  return (await repository.listTemplates(db)).map(toTemplate);
}

/**
 * Saves the owner's template for a mail and language; replaces an earlier one.
 *
 * @returns `isNew` if there was none before
 * @throws AppError `stale_version`
 */
export async function saveTemplate(
  { db, clock, facts }: Deps,
  { version, ...input }: EmailTemplateChange,
): Promise<{ template: EmailTemplate; isNew: boolean }> {
  const saved = { ...input, body: input.body.replace(/\r\n?/g, '\n'), updatedAt: clock.now() };
  return db.transaction(async (tx) => {
    // Two tries: between the statements another call may delete or insert the template.
    for (let attempt = 0; attempt < 2; attempt++) {
      const before = await repository.lockTemplate(tx, input.templateKey, input.language);
      requireVersion(version, before ? toTemplate(before) : builtIn(input, facts?.()));
      const row = before ? await repository.updateTemplate(tx, saved) : await repository.insertTemplate(tx, saved);
      if (row) return { template: toTemplate(row), isNew: before === null };
    }
    throw new AppError('conflict');
  });
}

/** The template in use when none is saved. */
function builtIn(
  { templateKey, language }: Pick<EmailTemplateInput, 'templateKey' | 'language'>,
  facts: PublicFacts | undefined,
) {
  return { templateKey, language, ...getDefaultTemplate(templateKey, language, facts), version: 0 };
}

/** Restores the built-in template. @throws AppError `not_found` · `stale_version` */
export async function deleteTemplate({ db }: Deps, id: string, version?: number): Promise<void> {
  await db.transaction(async (tx) => {
    const deleted = await repository.deleteTemplate(tx, id);
    if (!deleted) throw new AppError('not_found');
    requireVersion(version, toTemplate(deleted));
  });
}

/** The mail as it would be sent, filled with sample data. */
export function previewTemplate(
  deps: Pick<Deps, 'config' | 'refundRule' | 'facts' | 'look' | 'changedText'> & CatalogueDeps,
  input: EmailTemplateInput,
): EmailPreview {
  const { config, refundRule, facts, look, changedText } = deps;
  const { language, templateKey } = input;
  return {
    ...renderEmail(input, sampleValues(deps, input), {
      language,
      publicUrl: config.publicUrl,
      foot: footOf(templateKey, language, refundRule),
      facts: facts?.(),
      look: look?.(),
      changedText,
    }),
    ...checkPlaceholders(templateKey, input),
  };
}

/** Sends the previewed mail to the owner; without SMTP it is `stored` in the outbox. */
export async function sendTestMail(deps: Deps & CatalogueDeps, input: EmailTemplateInput): Promise<EmailSummary> {
  const { language, templateKey } = input;
  const values = sampleValues(deps, input);
  const mail = prepareFrom(deps, input, { templateKey, language, to: deps.config.ownerEmail, values });
  const [row] = await repository.insertEmails(deps.db, [mail]);
  if (!row) throw new AppError('conflict');
  deps.mailSignal.announce();
  return toSummary(row);
}

function sampleValues(
  deps: Pick<Deps, 'config' | 'changedText'> & CatalogueDeps,
  { language, templateKey }: Pick<EmailTemplateInput, 'language' | 'templateKey'>,
) {
  const { catalogue, shippingRules } = deps;
  return KINDS[templateKey].sample(deps, { language, products: catalogue().products, shipping: shippingRules() });
}

/* ---- outbox ---- */

/** A page of the outbox, newest first. `nextCursor` is null on the last page. */
export async function listOutbox(
  { db }: Deps,
  query: EmailListQuery,
): Promise<{ emails: EmailSummary[]; nextCursor: string | null }> {
  const { limit = PAGE_SIZE, cursor, status } = query;
  const rows = await repository.listEmails(db, { limit: limit + 1, after: cursor, statuses: status });
  const page = rows.slice(0, limit);
  return { emails: page.map(toSummary), nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
}

/** One mail with its parts. @throws AppError `not_found` */
export async function getEmail({ db }: Deps, id: string): Promise<EmailDetail> {
  const row = await repository.findEmail(db, id);
  if (!row) throw new AppError('not_found');
  return toDetail(row);
}

/**
 * Queues a mail in any state; one that was already sent becomes a new message.
 *
 * @throws AppError `not_found` · `conflict` it was withdrawn · `mail_unconfigured` SMTP is not configured
 */
export async function sendAgain({ db, config, mailSignal }: SendDeps, id: string): Promise<EmailDetail> {
  const mail = await getSendable({ db, config }, id);
  const row = await repository.requeueEmail(db, mail.id, { newMessageId: makeMessageId(config), leaseMs: LEASE_MS });
  if (!row) throw new AppError('conflict');
  mailSignal.announce();
  return toDetail(row);
}

/**
 * Sends a mail to another mailbox and records the earlier one. If the mailbox is unchanged, it works like `sendAgain`.
 *
 * @throws AppError `not_found` · `conflict` it was withdrawn · `stale_version` its recipient was changed meanwhile ·
 * `mail_unconfigured` SMTP is not configured
 */
export async function correctRecipient(
  deps: SendDeps,
  id: string,
  { to, version }: RecipientChange,
): Promise<EmailDetail> {
  const { db, config, mailSignal } = deps;
  const mail = await getSendable(deps, id);
  const row = await db.transaction(async (tx) => {
    const before = await repository.lockEmail(tx, mail.id);
    if (before) requireVersion(version, { ...toDetail(before), version: recipientVersion(before) });
    return repository.redirectEmail(tx, mail.id, { to, newMessageId: makeMessageId(config) });
  });
  if (!row) return sendAgain(deps, id);
  mailSignal.announce();
  return toDetail(row);
}

/** How many mails `sendStored` would queue. */
export function countStored({ db }: Pick<SendDeps, 'db'>): Promise<number> {
  return repository.countStored(db);
}

async function getSendable({ db, config }: Pick<SendDeps, 'db' | 'config'>, id: string): Promise<repository.EmailRow> {
  const mail = await repository.findEmail(db, id);
  if (!mail) throw new AppError('not_found');
  if (mail.status === 'withdrawn') throw new AppError('conflict');
  if (!config.smtp) throw new AppError('mail_unconfigured');
  return mail;
}

/** Queues every stored mail. @throws AppError `mail_unconfigured` */
export async function sendStored({ db, config, mailSignal }: SendDeps): Promise<{ queued: number }> {
  if (!config.smtp) throw new AppError('mail_unconfigured');
  const queued = await repository.requeueStored(db);
  mailSignal.announce();
  return { queued };
}

function toTemplate(row: repository.TemplateRow): EmailTemplate {
  return { ...row, templateKey: row.templateKey as TemplateKey, updatedAt: row.updatedAt.toISOString() };
}

function toSummary(row: repository.EmailSummaryRow): EmailSummary {
  return { ...row, createdAt: row.createdAt.toISOString(), sentAt: row.sentAt?.toISOString() ?? null };
}

function toDetail(row: repository.EmailRow): EmailDetail {
  const { html, text, messageId } = row;
  return { ...toSummary(row), html, text, messageId, nextAttemptAt: row.nextAttemptAt.toISOString() };
}
