import type { Executor } from '#server/db/connect.ts';
import type { BaseDeps } from '#server/deps.ts';
import { AppError, requireVersion } from '#server/errors.ts';
import { type OutboxDeps, type PreparedEmail, prepareMessage } from '#server/features/emails/outbox.ts';
import { forEachLanguage, type Language } from '#shared/core/language.ts';
import { fromLocalMinute } from '#shared/core/zoned-time.ts';
import {
  MAX_RECALL_ORDERS,
  type Recall,
  type RecallDetail,
  type RecalledOrder,
  type RecallFound,
  type RecallInput,
  type RecallOutcome,
  type RecallPreview,
  type RecallPreviewInput,
  type RecallQuery,
  type RecallRow,
} from '#shared/lots/recalls.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import { shopZone } from '#shared/shipping/shop-zone.ts';
import * as repository from './recall-repository.ts';
import { recallDetails } from './recall-words.ts';

export type RecallDeps = OutboxDeps & Pick<BaseDeps, 'catalogue'>;

const DAY_MS = 86_400_000;
const CSV_BATCH = 1_000;

/** Who would be written to. */
export async function findRecalled({ db }: Pick<RecallDeps, 'db'>, query: RecallQuery): Promise<RecallFound> {
  const { product: productId, lot, from, to } = query;
  const lotIds = lot ? [lot] : (await repository.listLotsOf(db, productId)).map(({ id }) => id);
  const sought = { productId, lotIds, maybe: maybeOf(from && to ? { from, to } : null) };
  const { orders, ...counts } = await repository.readFound(db, sought, MAX_RECALL_ORDERS);
  return { ...counts, orders: orders as RecalledOrder[] };
}

/** Days of the shop as moments, the last day included. */
function maybeOf(days: { from: string; to: string } | null): repository.Sought['maybe'] {
  if (!days) return null;
  const startOf = (day: string) => fromLocalMinute(`${day}T00:00`, shopZone());
  const dayAfter = new Date(Date.parse(days.to) + DAY_MS).toISOString().slice(0, 10);
  return { since: startOf(days.from), until: startOf(dayAfter) };
}

/** The mail in each language. Sends nothing. @throws AppError `not_found` */
export async function previewRecall(deps: RecallDeps, input: RecallPreviewInput): Promise<RecallPreview> {
  const { productId, lotId } = input;
  const all = await repository.listLotsOf(deps.db, productId);
  const affected = lotId === null ? all : all.filter(({ id }) => id === lotId);
  if (lotId !== null && affected.length === 0) throw new AppError('not_found');
  return forEachLanguage((language) => {
    const { subject, html, text } = recallMail(
      deps,
      { ...input, lots: affected },
      { language, to: 'preview@example.com' },
    );
    return { subject, html, text };
  });
}

type Told = Pick<RecallInput, 'productId' | 'subject' | 'reason' | 'todo'> & {
  lots: readonly { code: string; bestBy: string }[];
};
/** `isSure`: the customer's lot is recorded. */
type Recipient = {
  language: Language;
  to: string;
  isSure?: boolean;
  order?: { id: string; number: number };
  dedupeKey?: string;
};

/** The owner's words, and which product, lot and order they are about. */
export function recallMail(deps: RecallDeps, told: Told, recipient: Recipient): PreparedEmail {
  const { language, to, isSure = true, order, dedupeKey } = recipient;
  const { productId } = told;
  const name = deps.catalogue().find(productId)?.name[language] || productId;
  const details = recallDetails({ name, lots: told.lots, isSure, order: order && orderNumber(order.id) }, language);
  return prepareMessage(deps, {
    to,
    language,
    subject: told.subject[language],
    body: [told.reason[language], told.todo[language], details].join('\n\n'),
    orderId: order?.id,
    dedupeKey,
  });
}

/**
 * Recalls a lot, or all lots of a product: none of them is packed any more, and each customer who got one is written to
 * once. The mails are written by `writeRecallMails`, which goes on after a crash. A lot is recalled once, and so is a
 * whole product until that recall is ended: a second press answers the recall that there is.
 *
 * @throws AppError `not_found` · `product_unknown`
 */
export async function startRecall(deps: RecallDeps, input: RecallInput): Promise<{ recall: Recall; isNew: boolean }> {
  const { id, productId, lotId, maybe, isUnsentToo, notice, subject, reason, todo } = input;
  if (!deps.catalogue().find(productId)) throw new AppError('product_unknown');
  const started = await deps.db.transaction(async (tx) => {
    const known = await repository.findRecall(tx, id);
    if (known) return known.id;
    const all = await repository.lockLotsOf(tx, productId);
    const affected = lotId === null ? all : all.filter((lot) => lot.id === lotId);
    if (lotId !== null) {
      const [lot] = affected;
      if (!lot) throw new AppError('not_found');
      if (lot.recallId !== null) return lot.recallId;
    }
    const isInserted = await repository.insertRecall(tx, {
      ...{ id, productId, isWhole: lotId === null, subject, reason, todo, notice },
      ...{ maybeFrom: maybe?.from ?? null, maybeTo: maybe?.to ?? null, createdAt: deps.clock.now() },
    });
    if (!isInserted) return (await repository.findRunning(tx, productId))?.id ?? id;
    const lotIds = affected.map((lot) => lot.id);
    await repository.markRecalled(tx, id, lotIds);
    await repository.insertFound(tx, id, { productId, lotIds, maybe: maybeOf(maybe) }, isUnsentToo);
    return null;
  });
  return { recall: await getRecall(deps.db, started ?? id), isNew: started === null };
}

/** Newest first. */
export async function listRecalls({ db }: Pick<RecallDeps, 'db'>): Promise<Recall[]> {
  const rows = await repository.listRecalls(db);
  return withLots(db, rows);
}

async function getRecall(db: Executor, id: string): Promise<Recall> {
  const row = await repository.findRecall(db, id);
  const [recall] = row ? await withLots(db, [row]) : [];
  if (!recall) throw new AppError('not_found');
  return recall;
}

/** Who was reached, and who was not. @throws AppError `not_found` */
export async function getRecallDetail({ db }: Pick<RecallDeps, 'db'>, id: string): Promise<RecallDetail> {
  const recall = await getRecall(db, id);
  const [counts, rows] = await Promise.all([
    repository.countOutcomes(db, id),
    repository.listRecalled(db, id, { limit: MAX_RECALL_ORDERS }),
  ]);
  const peopleOf = (outcome: RecallOutcome) => counts.find((each) => each.outcome === outcome)?.people ?? 0;
  return {
    ...recall,
    people: {
      ...{ failed: peopleOf('failed'), no_address: peopleOf('no_address'), erased: peopleOf('erased') },
      ...{ stored: peopleOf('stored'), unsent: peopleOf('unsent'), waiting: peopleOf('waiting') },
      reached: peopleOf('reached'),
    },
    orderCount: counts.reduce((sum, { orders }) => sum + orders, 0),
    orders: rows.map(({ rank: _, ...row }) => row as RecallRow),
  };
}

/** All orders of a recall, in batches. */
export async function* streamRecalled({ db }: Pick<RecallDeps, 'db'>, id: string): AsyncGenerator<RecallRow[]> {
  await getRecall(db, id);
  let after: { rank: number; orderId: string } | null = null;
  for (;;) {
    const rows: Awaited<ReturnType<typeof repository.listRecalled>> = await repository.listRecalled(db, id, {
      limit: CSV_BATCH,
      after,
    });
    yield rows as RecallRow[];
    const last = rows.at(-1);
    if (!last || rows.length < CSV_BATCH) return;
    after = last;
  }
}

/** Takes the notice off the product's page. Idempotent. @throws AppError `not_found` · `stale_version` */
export async function endRecall(deps: RecallDeps, id: string, version: number | undefined): Promise<Recall> {
  await deps.db.transaction(async (tx) => {
    const row = await repository.lockRecall(tx, id);
    if (!row) throw new AppError('not_found');
    if (row.endedAt !== null) return;
    requireVersion(version, await getRecall(tx, id));
    await repository.endRecall(tx, id, deps.clock.now());
  });
  return getRecall(deps.db, id);
}

async function withLots(db: Executor, rows: readonly repository.RecallRecord[]): Promise<Recall[]> {
  const recalled = await repository.listRecalledLots(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ createdAt, endedAt, writtenAt: _, ...row }) => ({
    ...row,
    lots: recalled.flatMap(({ recallId, code, bestBy }) => (recallId === row.id ? [{ code, bestBy }] : [])),
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }));
}

/** The recalls with mails to write, each with its lots. */
export async function listUnwritten(db: Executor): Promise<Recall[]> {
  return withLots(db, await repository.listUnwritten(db));
}
