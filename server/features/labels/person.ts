import { and, eq, inArray, isNotNull, or } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { labelPieces, labels } from './schema.ts';

/** The orders among these with an unfinished purchase or void of a label, or a parcel in transit. */
export async function listOrdersWithOpenLabel(db: Executor, orderIds: readonly string[]): Promise<string[]> {
  if (orderIds.length === 0) return [];
  const isOpen = or(
    inArray(labels.state, ['requested', 'void_requested']),
    and(eq(labels.state, 'bought'), isNotNull(labels.nextTrackAt)),
  );
  const rows = await db
    .selectDistinct({ id: labels.orderId })
    .from(labels)
    .where(and(inArray(labels.orderId, [...orderIds]), isOpen));
  return rows.map(({ id }) => id);
}

/** Deletes the PDFs of these orders' labels, which contain the address; their costs stay. */
export async function eraseLabels(tx: Executor, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return;
  const rows = await tx
    .update(labels)
    .set({ hasPdf: false, failure: null, nextTrackAt: null })
    .where(inArray(labels.orderId, [...orderIds]))
    .returning({ id: labels.id });
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await tx.delete(labelPieces).where(inArray(labelPieces.labelId, ids));
}
