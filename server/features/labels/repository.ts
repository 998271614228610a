import { and, asc, eq, inArray, isNull, lte } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { settings } from '#server/db/settings.ts';
import { LABEL_SIZES, type LabelSize } from '#shared/shipping/labels.ts';
import { labelPieces, labels } from './schema.ts';

export type LabelRow = typeof labels.$inferSelect;
export type NewLabelRow = typeof labels.$inferInsert;

/** The size of a row of bytes; larger ones would delay shoppers' queries. */
const PIECE_BYTES = 256 * 1024;

/** The setting with the label size used last. */
const SIZE = 'label_size';

export async function readLabelSize(db: Executor): Promise<LabelSize> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, SIZE));
  return LABEL_SIZES.find((size) => size === row?.value) ?? LABEL_SIZES[0];
}

export async function keepLabelSize(tx: Executor, size: LabelSize, updatedAt: Date): Promise<void> {
  const set = { value: size, updatedAt };
  await tx
    .insert(settings)
    .values({ key: SIZE, ...set })
    .onConflictDoUpdate({ target: settings.key, set });
}

/** Call it with the order locked. */
export async function insertLabel(tx: Executor, label: NewLabelRow): Promise<LabelRow> {
  const [row] = await tx.insert(labels).values(label).returning();
  if (!row) throw new Error('A label was not inserted');
  return row;
}

/** The labels of an order, oldest first. */
export function listLabels(db: Executor, orderId: string): Promise<LabelRow[]> {
  return db
    .select()
    .from(labels)
    .where(eq(labels.orderId, orderId))
    .orderBy(asc(labels.createdAt), asc(labels.parcel), asc(labels.id));
}

/** The usable labels of these orders, by parcel; at most one for each (`labels_open`). */
export function listBoughtLabels(db: Executor, orderIds: readonly string[]): Promise<LabelRow[]> {
  return db
    .select()
    .from(labels)
    .where(and(inArray(labels.orderId, [...orderIds]), eq(labels.state, 'bought')))
    .orderBy(asc(labels.parcel));
}

export async function findLabel(db: Executor, orderId: string, id: string): Promise<LabelRow | null> {
  const [row] = await db
    .select()
    .from(labels)
    .where(and(eq(labels.id, id), eq(labels.orderId, orderId)));
  return row ?? null;
}

export async function updateLabel(tx: Executor, id: string, values: Partial<NewLabelRow>): Promise<LabelRow> {
  const [row] = await tx.update(labels).set(values).where(eq(labels.id, id)).returning();
  if (!row) throw new Error('A label is gone');
  return row;
}

/** Records that the carrier is being asked; `null` when another caller has asked, or the purchase is over. */
export async function claimPurchase(
  db: Executor,
  id: string,
  values: Pick<LabelRow, 'carrier' | 'service' | 'costCents'> & { askedAt: Date },
): Promise<LabelRow | null> {
  const [row] = await db
    .update(labels)
    .set(values)
    .where(and(eq(labels.id, id), eq(labels.state, 'requested'), isNull(labels.askedAt)))
    .returning();
  return row ?? null;
}

type Claim = { provider: LabelRow['provider']; now: Date; limit: number; next: (row: LabelRow) => Date };

/** Claims labels with unfinished work and postpones each, so that other instances take others. */
export function claimDue(db: Executor, claim: Claim): Promise<LabelRow[]> {
  return claimBy(db, 'nextCheckAt', claim);
}

/** Claims labels whose parcel has to be tracked, in the same way. */
export function claimUntracked(db: Executor, claim: Claim): Promise<LabelRow[]> {
  return claimBy(db, 'nextTrackAt', claim);
}

function claimBy(
  db: Executor,
  column: 'nextCheckAt' | 'nextTrackAt',
  { provider, now, limit, next }: Claim,
): Promise<LabelRow[]> {
  return db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(labels)
      .where(and(eq(labels.provider, provider), lte(labels[column], now)))
      .orderBy(asc(labels[column]))
      .limit(limit)
      .for('update', { skipLocked: true });
    for (const row of due)
      await tx
        .update(labels)
        .set({ [column]: next(row) })
        .where(eq(labels.id, row.id));
    return due;
  });
}

/** Makes the next pass track these parcels. */
export async function trackSoon(db: Executor, trackingNumber: string, now: Date): Promise<void> {
  await db
    .update(labels)
    .set({ nextTrackAt: now })
    .where(and(eq(labels.trackingNumber, trackingNumber), inArray(labels.state, ['bought'])));
}

/** Stores the PDF of a label, once. */
export async function keepPdf(tx: Executor, labelId: string, file: Buffer): Promise<void> {
  for (let at = 0, piece = 0; at < file.length; at += PIECE_BYTES, piece++) {
    await tx
      .insert(labelPieces)
      .values({ labelId, piece, bytes: file.subarray(at, at + PIECE_BYTES) })
      .onConflictDoNothing();
  }
}

export async function readPieces(db: Executor, labelId: string): Promise<Buffer | null> {
  const pieces = await db
    .select({ bytes: labelPieces.bytes })
    .from(labelPieces)
    .where(eq(labelPieces.labelId, labelId))
    .orderBy(asc(labelPieces.piece));
  return pieces.length === 0 ? null : Buffer.concat(pieces.map(({ bytes }) => bytes));
}
