import { and, asc, desc, eq, gt, lte, or, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { CONTENT_REVISION, currentRevision } from '#server/db/content-revision.ts';
import { rowsOf } from '#server/db/migration-state.ts';
import { settings } from '#server/db/settings.ts';
import type { Fields, RevisionChange } from './kind.ts';
import { contentItems, contentRevisions } from './schema.ts';

export type ItemRow = typeof contentItems.$inferSelect;
export type RevisionRow = typeof contentRevisions.$inferSelect;
export type PublishedItem = { kind: string; id: string; published: Fields };

/** All public content that differs from the files, and its revision, at one moment. */
export async function readPublished(db: Executor): Promise<{ revision: number; items: PublishedItem[] }> {
  // One statement, because somebody could publish between two.
  const rows = await rowsOf<{ revision: number; kind: string | null; id: string; published: Fields }>(
    db,
    sql`select r.revision, i.kind, i.id, i.published from (select ${currentRevision()} as revision) r
      left join content_items i on i.published is not null`,
  );
  const items = rows.flatMap(({ kind, id, published }) => (kind === null ? [] : [{ kind, id, published }]));
  return { revision: Number(rows[0]?.revision ?? 0), items };
}

export async function readRevision(db: Executor): Promise<number> {
  const [row] = await rowsOf<{ revision: number }>(db, sql`select ${currentRevision()} as revision`);
  return Number(row?.revision ?? 0);
}

/** One publish at a time, on all instances: the number stays locked until the transaction ends. */
export async function lockRevision(tx: Executor, now: Date): Promise<number> {
  const [row] = await tx
    .insert(settings)
    .values({ key: CONTENT_REVISION, value: 0, updatedAt: now })
    .onConflictDoUpdate({ target: settings.key, set: { updatedAt: now } })
    .returning({ value: settings.value });
  return Number(row?.value);
}

export async function moveRevision(tx: Executor, revision: number): Promise<void> {
  await tx.update(settings).set({ value: revision }).where(eq(settings.key, CONTENT_REVISION));
}

export function listItems(db: Executor, kind?: string): Promise<ItemRow[]> {
  const rows = db.select().from(contentItems);
  return (kind === undefined ? rows : rows.where(eq(contentItems.kind, kind))).orderBy(
    asc(contentItems.kind),
    asc(contentItems.id),
  );
}

/** `null` when there is no such row. */
export async function findItem(db: Executor, kind: string, id: string): Promise<ItemRow | null> {
  const [row] = await db.select().from(contentItems).where(isItem(kind, id));
  return row ?? null;
}

/** All items, locked until the transaction ends. */
export function lockItems(tx: Executor): Promise<ItemRow[]> {
  return tx.select().from(contentItems).orderBy(asc(contentItems.kind), asc(contentItems.id)).for('update');
}

/** Locked until the transaction ends; `null` when there is no such row. */
export async function lockItem(tx: Executor, kind: string, id: string): Promise<ItemRow | null> {
  const [row] = await tx.select().from(contentItems).where(isItem(kind, id)).for('update');
  return row ?? null;
}

/** Inserts the row of an item without one. The change that follows increments its version to 1. */
export async function ensureItem(tx: Executor, kind: string, id: string, now: Date): Promise<void> {
  await tx.insert(contentItems).values({ kind, id, version: 0, createdAt: now, updatedAt: now }).onConflictDoNothing();
}

export async function updateItem(
  tx: Executor,
  { kind, id, ...values }: Pick<ItemRow, 'kind' | 'id' | 'published' | 'draft' | 'updatedAt'>,
): Promise<ItemRow> {
  const [row] = await tx.update(contentItems).set(values).where(isItem(kind, id)).returning();
  if (!row) throw new Error(`There is no row of ${kind} ${id}`);
  return row;
}

const isItem = (kind: string, id: string) => and(eq(contentItems.kind, kind), eq(contentItems.id, id));

/** Changes of these fields of a kind, up to a revision, oldest first. */
export async function listChangesOf(
  db: Executor,
  { kind, fields, until }: { kind: string; fields: readonly string[]; until: number },
): Promise<RevisionChange[]> {
  const changed = fields.map(
    (field) => sql`${contentRevisions.changes} @> ${JSON.stringify([{ kind, fields: [field] }])}::jsonb`,
  );
  const rows = await db
    .select({ changes: contentRevisions.changes })
    .from(contentRevisions)
    .where(and(lte(contentRevisions.id, until), or(...changed)))
    .orderBy(asc(contentRevisions.id));
  return rows.flatMap(({ changes }) => changes.filter((change) => change.kind === kind));
}

/** The day, in UTC, on which each item was last published, up to a revision: by kind and id, `product/box40`. */
export async function listPublishDays(db: Executor, until: number): Promise<Map<string, string>> {
  const rows = await rowsOf<{ thing: string; day: string }>(
    db,
    sql`select concat(change->>'kind', '/', change->>'id') as thing,
        to_char(max(created_at) at time zone 'UTC', 'YYYY-MM-DD') as day
      from content_revisions, jsonb_array_elements(changes) as change where content_revisions.id <= ${until} group by 1`,
  );
  return new Map(rows.map(({ thing, day }) => [thing, day]));
}

export async function insertRevision(
  tx: Executor,
  revision: typeof contentRevisions.$inferInsert,
): Promise<RevisionRow> {
  const [row] = await tx.insert(contentRevisions).values(revision).returning();
  if (!row) throw new Error('An insert gave no row back');
  return row;
}

/** Whether a text occurs in anything saved or ever published. */
export async function hasText(db: Executor, text: string): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`select 1 from content_items where position(${text} in concat(published::text, draft::text)) > 0
      union all select 1 from content_revisions where position(${text} in changes::text) > 0 limit 1`,
  );
  return rows.length > 0;
}

export async function findRevision(db: Executor, id: number): Promise<RevisionRow | null> {
  const [row] = await db.select().from(contentRevisions).where(eq(contentRevisions.id, id));
  return row ?? null;
}

/** The revisions after one and up to another, newest first. */
export function listRevisionsBetween(db: Executor, after: number, until: number): Promise<RevisionRow[]> {
  return db
    .select()
    .from(contentRevisions)
    .where(and(gt(contentRevisions.id, after), lte(contentRevisions.id, until)))
    .orderBy(desc(contentRevisions.id));
}

export function listRevisions(db: Executor, limit: number): Promise<RevisionRow[]> {
  return db.select().from(contentRevisions).orderBy(desc(contentRevisions.id)).limit(limit);
}
