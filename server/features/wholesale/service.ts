import { randomUUID } from 'node:crypto';
import type { Executor } from '#server/db/connect.ts';
import { pagedList } from '#server/db/paged-list.ts';
import type { BaseDeps } from '#server/deps.ts';
import { AppError, errorText, requireVersion } from '#server/errors.ts';
import {
  enqueueEmails,
  listRecipients,
  type PreparedEmail,
  prepareEmail,
  preparePlainEmail,
} from '#server/features/emails/outbox.ts';
import { inquiryEmailValues } from '#server/features/emails/values.ts';
import { personOf } from '#shared/checkout/person.ts';
import {
  ANSWER_MS,
  type Inquiry,
  type InquiryCreated,
  type InquiryListQuery,
  type InquiryStatus,
} from '#shared/wholesale/admin-wholesale.ts';
import type { InquiryInput } from '#shared/wholesale/wholesale.ts';
import * as repository from './repository.ts';

const DAY_MS = 24 * 3_600_000;
/**
 * The inquirer's address is not verified: a higher daily limit would let a stranger mail other people through the shop.
 */
const CONFIRMATIONS_A_DAY = 2;

/**
 * Stores an inquiry with its two mails, atomically: one to the inquirer, one to the owner. Mails above the limits of
 * the mailbox, the network or the day (LIMIT_PUBLIC_MAILS) are left out. Input from a robot gets the usual answer and
 * is not stored.
 *
 * @param mayMail takes a mail from the share of the caller's network
 * @returns the inquiry as stored
 */
export async function submitInquiry(
  deps: BaseDeps,
  input: InquiryInput,
  mayMail: () => boolean,
): Promise<InquiryCreated> {
  const { db, config, clock } = deps;
  const { website, ...fields } = input;
  const id = randomUUID();
  const createdAt = clock.now();
  const inquiry = { ...fields, id, status: 'pending' as const, createdAt };
  const answer = { ...inquiry, createdAt: createdAt.toISOString() };
  if (website) {
    deps.log.info({ event: 'inquiry_trapped' }, 'an inquiry filled the hidden field and was dropped');
    return answer;
  }
  const values = (language: typeof input.preferredLanguage, audience: 'inquirer' | 'owner') =>
    inquiryEmailValues(deps, fields, { language, audience });
  const confirmation = await prepareEmail(deps, {
    templateKey: 'wholesale_confirmation',
    language: input.preferredLanguage,
    to: input.email,
    values: values(input.preferredLanguage, 'inquirer'),
    inquiryId: id,
    dedupeKey: `wholesale_confirmation:${id}`,
  });
  const notification = await prepareEmail(deps, {
    templateKey: 'wholesale_notification',
    language: config.ownerLanguage,
    to: config.ownerEmail,
    values: values(config.ownerLanguage, 'owner'),
    inquiryId: id,
    dedupeKey: `wholesale_notification:${id}`,
  });
  await db.transaction(async (tx) => {
    await repository.lockPublicMails(tx);
    const since = new Date(createdAt.getTime() - DAY_MS);
    const confirmed = await listRecipients(tx, 'wholesale_confirmation', since);
    const notified = await listRecipients(tx, 'wholesale_notification', since);
    const person = personOf(input.email);
    const toMailbox = confirmed.filter((to) => personOf(to) === person).length;
    const most = config.limits.publicMailsPerDay;
    const mails: PreparedEmail[] = [];
    if (notified.length >= most) mails.push(unmailedNotice(deps, createdAt, 'day'));
    else if (!mayMail()) mails.push(unmailedNotice(deps, createdAt, 'network'));
    else {
      mails.push(notification);
      if (toMailbox < CONFIRMATIONS_A_DAY && confirmed.length < most) mails.push(confirmation);
    }
    await repository.insertInquiry(tx, inquiry);
    await enqueueEmails(tx, deps, mails);
  });
  return answer;
}

/** Replaces further notifications: one mail a day says that no more are sent that day, or none for one network. */
function unmailedNotice(deps: BaseDeps, now: Date, limit: 'day' | 'network'): PreparedEmail {
  const { ownerLanguage: language, ownerEmail: to, publicUrl, limits } = deps.config;
  deps.log.warn({ event: 'public_mails_capped', limit }, 'inquiries have used up their mails; more are kept unmailed');
  const text = limit === 'day' ? 'inquiries_unmailed' : 'inquiries_flood';
  const values = { count: String(limits.publicMailsPerDay), admin: `${publicUrl}/admin/dashboard` };
  return preparePlainEmail(deps, {
    to,
    language,
    subject: errorText(`${text}_subject`, language, values),
    body: errorText(`${text}_body`, language, values),
    dedupeKey: `${text}:${now.toISOString().slice(0, 10)}`,
  });
}

export const inquiryList = pagedList<repository.InquiryRow, Inquiry, InquiryListQuery>(
  repository.listInquiries,
  toWire,
  'newest',
);

export function countInquiries({ db }: Pick<BaseDeps, 'db'>): Promise<{ total: number; pending: number }> {
  return repository.countByStatus(db);
}

/** Counts pending inquiries that have waited longer than promised. */
export function countUnanswered({ db, clock }: Pick<BaseDeps, 'db' | 'clock'>): Promise<number> {
  return repository.countPendingBefore(db, new Date(clock.now().getTime() - ANSWER_MS));
}

/** @throws AppError `not_found` */
export async function getInquiry({ db }: BaseDeps, id: string): Promise<Inquiry> {
  return found(await repository.findInquiry(db, id));
}

/** `null` when the inquiry was deleted. */
export async function findInquirerMailbox(db: Executor, id: string): Promise<string | null> {
  return (await repository.findInquiry(db, id))?.email ?? null;
}

type Versioned<Change> = Change & { version?: number | undefined };

/** @throws AppError `not_found` · `stale_version` */
export function updateStatus(
  deps: BaseDeps,
  id: string,
  { status, version }: Versioned<{ status: InquiryStatus }>,
): Promise<Inquiry> {
  return update(deps, id, { status }, version);
}

/** Blank notes delete them. @throws AppError `not_found` · `stale_version` */
export function updateNotes(
  deps: BaseDeps,
  id: string,
  { notes, version }: Versioned<{ notes: string }>,
): Promise<Inquiry> {
  return update(deps, id, { notes: notes || null }, version);
}

/** Sets the status in the caller's transaction, which keeps the inquiry locked. @throws AppError `not_found` */
export async function approveInquiry(tx: Executor, id: string): Promise<Inquiry> {
  const inquiry = found(await repository.lockInquiry(tx, id));
  if (inquiry.status === 'approved') return inquiry;
  return found(await repository.updateInquiry(tx, id, { status: 'approved' }));
}

/** @throws AppError `not_found` · `stale_version` */
export async function deleteInquiry({ db }: BaseDeps, id: string, version?: number): Promise<void> {
  await db.transaction(async (tx) => {
    requireVersion(version, found(await repository.lockInquiry(tx, id)));
    await repository.deleteInquiry(tx, id);
  });
}

async function update(
  { db }: BaseDeps,
  id: string,
  values: Parameters<typeof repository.updateInquiry>[2],
  version: number | undefined,
) {
  return db.transaction(async (tx) => {
    requireVersion(version, found(await repository.lockInquiry(tx, id)));
    return found(await repository.updateInquiry(tx, id, values));
  });
}

function found(row: repository.InquiryRow | null): Inquiry {
  if (!row) throw new AppError('not_found');
  return toWire(row);
}

function toWire(row: repository.InquiryRow): Inquiry {
  return { ...row, status: row.status as InquiryStatus, createdAt: row.createdAt.toISOString() };
}
