import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { linkAttempt, linkOf } from '#server/db/link-attempts.ts';
import { AppError, errorText } from '#server/errors.ts';
import type { CheckoutDeps } from '#server/features/checkout/service.ts';
import { holdCodeOfLink, releaseCode } from '#server/features/codes/service.ts';
import { enqueueEmails, prepareMessage, preparePlainEmail } from '#server/features/emails/outbox.ts';
import { noteWritten, type OrderRow } from '#server/features/orders/service.ts';
import type { SettlementDeps } from '#server/features/settlement/deps.ts';
import { cancelAttempt } from '#server/features/settlement/service.ts';
import { holdStockOfLink, releaseStock } from '#server/features/stock/service.ts';
import { adminPath } from '#shared/admin/paths.ts';
import { formatPrice } from '#shared/core/money.ts';
import { PAY_TOKEN } from '#shared/orders/pay-token.ts';
import { promisedDay } from '#shared/shipping/promised-day.ts';
import { shopDay } from '#shared/shipping/ship-days.ts';
import type { PayLink, WrittenEnd } from '#shared/written-orders/written-orders.ts';
import { type Draft, pricesText } from './content.ts';
import type { WrittenRow } from './repository.ts';
import * as repository from './repository.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** What is paid in the last minute is booked within this time, from what was held. */
const GRACE_MS = 60 * MINUTE_MS;
/** Between two looks at the payment of an ended link. */
const AGAIN_MS = 5 * MINUTE_MS;
const DUE_LIMIT = 50;
/** Longer than the provider lists its events, so that late money still finds its link. */
const KEPT_MS = 90 * DAY_MS;

/**
 * Stores an order with a link to pay it: stock and code are held until it ends, and its mail goes out, in one
 * transaction.
 *
 * @returns `null` if the key has an order already: then nothing was written
 * @throws AppError `sold_out` · `code_used_up` · `code_unknown`
 */
export async function placeLink(deps: CheckoutDeps, draft: Draft & { ending: PayLink }): Promise<WrittenRow | null> {
  const { key, bodyHash, input, ending, isCounted } = draft;
  // The days of the quote are over by the time that it is paid.
  const content = { ...draft.content, shipBy: null, arriveBy: null };
  const { codeId, lines, address, preferredLanguage: language, totalCents } = content;
  const id = randomUUID();
  const attemptKey = linkAttempt(id);
  const createdAt = deps.clock.now();
  const expiresAt = new Date(createdAt.getTime() + ending.days * DAY_MS);
  const heldUntil = new Date(expiresAt.getTime() + GRACE_MS);
  return deps.db.transaction(async (tx) => {
    const row = await repository.insertWritten(tx, {
      ...{ id, idempotencyKey: key, bodyHash, state: 'open', email: address.email, totalCents, content },
      ...{ note: input.note, payToken: PAY_TOKEN + randomBytes(24).toString('base64url') },
      ...{ expiresAt, nextCheckAt: expiresAt, createdAt },
    });
    if (!row) return null;
    // In the order of a booking, so that two of them never wait for each other.
    if (codeId) await holdCodeOfLink(tx, deps, { attemptKey, codeId, email: address.email, expiresAt: heldUntil });
    if (isCounted) await holdStockOfLink(tx, deps, { attemptKey, lines, language, expiresAt: heldUntil });
    if (ending.mail) await enqueueEmails(tx, deps, [linkMail(deps, row)]);
    return row;
  });
}

/** The whole link of an order that is not paid. */
export const payUrlOf = ({ config }: Pick<CheckoutDeps, 'config'>, payToken: string) =>
  `${config.publicUrl}/order/${payToken}`;

/** `2 x Box of 40, 1 x Box of 20`, in the customer's language. */
export const itemsOf = ({ content }: Pick<WrittenRow, 'content'>): string =>
  content.lines.map(({ quantity, name }) => `${quantity} x ${name}`).join(', ');

type WordDeps = Pick<CheckoutDeps, 'config' | 'facts' | 'changedText'>;

/** A sentence about a link, in the customer's language and the owner's wording. */
export function sayOfLink(deps: WordDeps, row: WrittenRow, code: string): string {
  const { content, totalCents, expiresAt, payToken } = row;
  const language = content.preferredLanguage;
  const values = {
    items: itemsOf(row),
    amount: formatPrice(totalCents, language),
    day: promisedDay(shopDay(expiresAt ?? new Date()), language),
    link: payUrlOf(deps, payToken ?? ''),
  };
  return errorText(code, language, values, { changed: deps.changedText, facts: deps.facts() });
}

function linkMail(deps: CheckoutDeps, row: WrittenRow) {
  return prepareMessage(deps, {
    to: row.email,
    language: row.content.preferredLanguage,
    subject: sayOfLink(deps, row, 'written_link_subject'),
    body: sayOfLink(deps, row, 'written_link_body'),
    dedupeKey: `written_link:${row.id}`,
  });
}

/** Tells the owner that nobody has paid, once. */
function endedMail({ config, ...deps }: CheckoutDeps, row: WrittenRow) {
  const language = config.ownerLanguage;
  const values = {
    amount: formatPrice(row.totalCents, language),
    admin: config.publicUrl + adminPath('written'),
  };
  return preparePlainEmail(
    { config, ...deps },
    {
      to: config.ownerEmail,
      language,
      subject: errorText('written_ended_subject', language, values),
      body: errorText('written_ended_body', language, values),
      dedupeKey: `written_ended:${row.id}`,
    },
  );
}

/** The order of a link was booked: in that transaction, the link is paid, even if it had ended. */
export async function noteBooked(tx: Executor, deps: SettlementDeps, attemptKey: string, order: OrderRow) {
  const now = deps.clock.now();
  const row = await repository.markBooked(tx, linkOf(attemptKey), { orderId: order.id, now });
  if (!row) return;
  const detail = { method: null, reference: null, paidOn: null, prices: pricesText(row.content.changedPrices) };
  await noteWritten(tx, deps, order.id, { notes: row.note, detail });
}

/**
 * Ends a link: no payment begins any more, the one that is open is canceled, and what it held is free again. Repeating
 * it changes nothing.
 *
 * @throws AppError `not_found` · `owed_paid` it was paid meanwhile · `payment_provider_failed` ·
 * `payment_provider_timeout`: it has ended, and its payment is canceled later
 */
export async function endLink(deps: CheckoutDeps, id: string, by: WrittenEnd): Promise<WrittenRow> {
  const now = deps.clock.now();
  const ended = await deps.db.transaction(async (tx) => {
    const row = await repository.lockWritten(tx, id);
    if (!row?.payToken) throw new AppError('not_found');
    if (row.state !== 'open') return row;
    if (by === 'time') await enqueueEmails(tx, deps, [endedMail(deps, row)]);
    return repository.updateWritten(tx, id, { state: 'ended', endedBy: by, closedAt: now, nextCheckAt: now });
  });
  const closed = ended.state === 'ended' && ended.nextCheckAt ? await closeLink(deps, ended) : ended;
  if (closed.state === 'paid') throw new AppError('owed_paid', { words: 'written_paid' });
  return closed;
}

/** Cancels the payment of an ended link and releases what it held, unless a bank is still processing the payment. */
async function closeLink(deps: CheckoutDeps, { id }: WrittenRow): Promise<WrittenRow> {
  const attemptKey = linkAttempt(id);
  const isOver = await cancelAttempt(deps, attemptKey);
  return deps.db.transaction(async (tx) => {
    const row = await repository.lockWritten(tx, id);
    if (!row) throw new AppError('not_found');
    if (row.state !== 'ended' || !isOver) return row;
    await releaseStock(tx, attemptKey, sql`true`);
    if (row.content.codeId) await releaseCode(tx, attemptKey, sql`true`);
    return repository.updateWritten(tx, id, { nextCheckAt: null });
  });
}

/** Deletes ended links, which have a person's address. */
export const forgetOldLinks = ({ db, clock }: Pick<CheckoutDeps, 'db' | 'clock'>): Promise<void> =>
  repository.deleteEnded(db, new Date(clock.now().getTime() - KEPT_MS));

/** Ends links whose time is over, and closes those whose payment was still open. Safe on several instances. */
export async function resumeLinks(deps: CheckoutDeps): Promise<void> {
  const now = deps.clock.now();
  const due = await repository.claimDue(deps.db, { now, next: new Date(now.getTime() + AGAIN_MS), limit: DUE_LIMIT });
  for (const row of due) {
    try {
      if (row.state === 'open') await endLink(deps, row.id, 'time');
      else await closeLink(deps, row);
    } catch (error) {
      if (error instanceof AppError && error.code === 'owed_paid') continue;
      deps.log.warn({ event: 'link_open', err: error, linkId: row.id }, 'an ended link is closed later');
    }
  }
}
