import { isDeepStrictEqual } from 'node:util';
import type { Executor } from '#server/db/connect.ts';
import type { BaseDeps } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import type { Revision, Unpublished } from '#shared/content/content.ts';
import type { ContentKind, Fields, PublicChange, RevisionChange } from './kind.ts';
import type { ContentSnapshot } from './live-content.ts';
import { RenderingFailed } from './render-process.ts';
import * as repository from './repository.ts';
import type { WrittenSet } from './site-renderer.ts';

export type ContentDeps = Pick<BaseDeps, 'db' | 'clock' | 'content' | 'log'>;
/** All kinds of content of this shop. */
export type Kinds = readonly ContentKind[];

/**
 * One item as the admin sees it. `fields` are its drafts merged over the public ones; `row` is `null` while nothing is
 * saved.
 */
export type ContentItem = {
  id: string;
  origin: 'default' | 'custom';
  version: number;
  published: Fields | null;
  fields: Fields;
  changed: string[];
};

/** What to publish: these fields, everything saved of an item, or its deletion. */
export type PublishRequest = {
  kind: string;
  id: string;
  what: { fields: Fields } | 'draft' | 'remove';
  /** The version that the caller changes; not checked if omitted. */
  version?: number | undefined;
};

/** The author of every revision: only the owner may publish. */
const AUTHOR = 'admin';
/** For the list; the revisions themselves are kept for good. */
const REVISIONS_SHOWN = 200;

/* ---- reading ---- */

async function prepared(db: Executor, kind: ContentKind): Promise<ContentKind> {
  return kind.prepare?.(db) ?? kind;
}
async function preparedAll(db: Executor, kinds: Kinds): Promise<Kinds> {
  const ready: ContentKind[] = [];
  for (const kind of kinds) ready.push(await prepared(db, kind));
  return ready;
}

/** All items of a kind, from the files and saved ones, unordered. */
export async function listContent({ db }: Pick<ContentDeps, 'db'>, given: ContentKind): Promise<ContentItem[]> {
  const kind = await prepared(db, given);
  const rows = new Map((await repository.listItems(db, kind.kind)).map((row) => [row.id, row]));
  const ids = new Set([...kind.defaults.keys(), ...rows.keys()]);
  return [...ids].flatMap((id) => toItem(kind, id, rows.get(id) ?? null) ?? []);
}

/** `null` when the item does not exist. */
export async function findContent(
  { db }: Pick<ContentDeps, 'db'>,
  kind: ContentKind,
  id: string,
): Promise<ContentItem | null> {
  return toItem(await prepared(db, kind), id, await repository.findItem(db, kind.kind, id));
}

function toItem(kind: ContentKind, id: string, row: repository.ItemRow | null): ContentItem | null {
  const published = publicOf(kind, id, row);
  const draft = row?.draft ?? null;
  if (published === null && draft === null) return null;
  const saved = { ...published, ...draft };
  const derived = kind.derived?.of(saved) ?? {};
  const outdated = Object.keys(derived).filter(
    (field) => published !== null && !isDeepStrictEqual(derived[field], published[field]),
  );
  return {
    id,
    origin: row?.published || !kind.defaults.has(id) ? 'custom' : 'default',
    version: row?.version ?? 0,
    published,
    fields: { ...saved, ...derived },
    changed: [...new Set([...Object.keys(draft ?? {}), ...outdated])],
  };
}

/** What shoppers see of an item: the published fields, else the brand's files. */
function publicOf(kind: ContentKind, id: string, row: Pick<repository.ItemRow, 'published'> | null): Fields | null {
  return row?.published ?? kind.defaults.get(id) ?? null;
}

/** Whether any content contains this text: public, drafted, or in a past revision. */
export function mentionsInContent({ db }: Pick<ContentDeps, 'db'>, text: string): Promise<boolean> {
  return repository.hasText(db, text);
}

/** What is saved but not published. */
export async function listUnpublished({ db }: Pick<ContentDeps, 'db'>, given: Kinds): Promise<Unpublished[]> {
  const kinds = await preparedAll(db, given);
  const rows = await listChanged(db, kinds);
  return rows.flatMap((row) => {
    const kind = kinds.find((each) => each.kind === row.kind);
    const item = kind && toItem(kind, row.id, row);
    if (!item || kind.isHeldBack?.(item.fields)) return [];
    const { published, fields, changed } = item;
    const pick = (from: Fields) => Object.fromEntries(changed.map((field) => [field, from[field]]));
    const values = { before: published && pick(published), after: pick(fields) };
    const { id, version } = row;
    return [{ kind: row.kind, id, version, name: kind.nameOf(id, fields), fields: changed, ...values }];
  });
}

/** Rows of known kinds whose draft differs from the public fields. */
async function listChanged(db: Executor, kinds: Kinds): Promise<repository.ItemRow[]> {
  const rows = await repository.listItems(db);
  return rows.filter((row) => {
    const kind = kinds.find((each) => each.kind === row.kind);
    return kind && (toItem(kind, row.id, row)?.changed.length ?? 0) > 0;
  });
}

/** The newest revisions, newest first. */
export async function listRevisions({ db }: Pick<ContentDeps, 'db'>): Promise<Revision[]> {
  return (await repository.listRevisions(db, REVISIONS_SHOWN)).map(toRevision);
}

function toRevision(row: repository.RevisionRow): Revision {
  const changes = row.changes.map(({ kind, id, name, fields, before, after }) => {
    return { kind, id, name, fields, before: before && { ...before }, after: after && { ...after } };
  });
  return { id: row.id, author: row.author, restores: row.restores, createdAt: row.createdAt.toISOString(), changes };
}

/**
 * The public content of these kinds at an earlier revision. Items that followed the brand's files then follow the
 * current files.
 */
export async function contentAt(
  { db }: Pick<ContentDeps, 'db'>,
  kinds: Kinds,
  revision: number,
): Promise<Pick<ContentSnapshot, 'items'>> {
  const current = await repository.readPublished(db);
  const items = new Map(kinds.map(({ kind }) => [kind, new Map<string, Fields>()]));
  for (const { kind, id, published } of current.items) items.get(kind)?.set(id, published);
  const later = await repository.listRevisionsBetween(db, revision, current.revision);
  for (const { kind: name, id, before, wasDefault } of later.flatMap(({ changes }) => changes.toReversed())) {
    const kind = kinds.find((each) => each.kind === name);
    const ofKind = items.get(name);
    if (!kind || !ofKind) continue;
    if (before === null || wasDefault) ofKind.delete(id);
    else ofKind.set(id, { ...(ofKind.get(id) ?? kind.defaults.get(id)), ...before });
  }
  return { items };
}

/* ---- drafts ---- */

/**
 * Saves fields as a draft. A field that gets its public value again is removed from the draft.
 *
 * @param version that the caller changes
 * @param asCaller the item as the caller would read it, for a stale version
 * @throws AppError `not_found` · `stale_version`
 */
export async function saveDraft(
  { db, clock }: ContentDeps,
  given: ContentKind,
  { id, fields, version }: { id: string; fields: Fields; version?: number | undefined },
  asCaller: (item: ContentItem) => object,
): Promise<ContentItem> {
  const kind = await prepared(db, given);
  return db.transaction(async (tx) => {
    const row = await lockRow(tx, kind, id, clock.now());
    const item = toItem(kind, id, row);
    if (!item) throw new AppError('not_found');
    refuseStale(version, item, asCaller);
    const { published } = item;
    const draft = Object.fromEntries(
      Object.entries({ ...row.draft, ...fields }).filter(
        ([field, value]) => !isDeepStrictEqual(value, published?.[field]),
      ),
    );
    const saved = { kind: kind.kind, id, published: row.published, draft: orNull(draft), updatedAt: clock.now() };
    return itemOf(kind, await repository.updateItem(tx, saved));
  });
}

/** Adds an item that the files do not have, as a draft. @throws AppError `conflict` its id is taken */
export async function createDraft(
  { db, clock }: ContentDeps,
  given: ContentKind,
  id: string,
  fields: Fields,
): Promise<ContentItem> {
  const kind = await prepared(db, given);
  return db.transaction(async (tx) => {
    const now = clock.now();
    if (kind.defaults.has(id) || (await repository.lockItem(tx, kind.kind, id))) throw new AppError('conflict');
    await repository.ensureItem(tx, kind.kind, id, now);
    const saved = { kind: kind.kind, id, published: null, draft: fields, updatedAt: now };
    return itemOf(kind, await repository.updateItem(tx, saved));
  });
}

/**
 * Discards an item's draft; an item that was never public is deleted.
 *
 * @throws AppError `not_found` · `stale_version`
 */
export async function discardDraft(
  { db, clock }: Pick<ContentDeps, 'db' | 'clock'>,
  kinds: Kinds,
  { kind: name, id, version }: { kind: string; id: string; version: number | undefined },
): Promise<void> {
  const kind = await prepared(db, getKind(kinds, name));
  await db.transaction(async (tx) => {
    const row = await repository.lockItem(tx, kind.kind, id);
    const item = row && toItem(kind, id, row);
    if (!row?.draft || !item) throw new AppError('not_found');
    refuseStale(version, item, (current) => current);
    await repository.updateItem(tx, { ...row, draft: null, updatedAt: clock.now() });
  });
}

function itemOf(kind: ContentKind, row: repository.ItemRow): ContentItem {
  const item = toItem(kind, row.id, row);
  if (!item) throw new Error(`${kind.kind} ${row.id} was saved and is not there`);
  return item;
}

/** The row of an item, inserted first if only the files have it. @throws AppError `not_found` */
async function lockRow(tx: Executor, kind: ContentKind, id: string, now: Date): Promise<repository.ItemRow> {
  if (kind.defaults.has(id)) await repository.ensureItem(tx, kind.kind, id, now);
  const row = await repository.lockItem(tx, kind.kind, id);
  if (!row) throw new AppError('not_found');
  return row;
}

function refuseStale(version: number | undefined, item: ContentItem, asCaller: (item: ContentItem) => object): void {
  if (version !== undefined && version !== item.version) {
    throw new AppError('stale_version', { current: asCaller(item) });
  }
}

/* ---- publishing ---- */

/**
 * Publishes as one revision, and returns when this instance shows it, including its pages. Instances publish in
 * sequence.
 *
 * @param requests all of them or none; `'all'` is everything that has a draft
 * @param options.asCaller the item as the caller would read it, for a stale version
 * @param options.isUrgent publishes even if the pages cannot be rendered: they then stay unchanged
 * @returns the revision; `null` when nothing would change
 * @throws AppError `not_found` · `stale_version` · `rendering_failed` · what the kind's `check` refuses
 */
export function publish(
  deps: ContentDeps,
  kinds: Kinds,
  requests: readonly PublishRequest[] | 'all',
  {
    asCaller = (item) => item,
    isUrgent = false,
  }: { asCaller?: (item: ContentItem) => object; isUrgent?: boolean } = {},
): Promise<Revision | null> {
  return makeRevision(deps, kinds, {
    isUrgent,
    restores: null,
    listThings: async (db) => (requests === 'all' ? requestsOfDrafts(db, kinds) : requests),
    work: async (db, work) => {
      const asked = requests === 'all' ? await requestsOfDrafts(db, kinds) : requests;
      for (const request of asked) work.apply(request, asCaller);
    },
  });
}

/**
 * Reverts exactly what a revision changed; other changes stay.
 *
 * @throws AppError `not_found` · `changed_since` with later changes of the same fields, as `current` ·
 * `rendering_failed`
 */
export async function restoreRevision(deps: ContentDeps, kinds: Kinds, id: number): Promise<Revision | null> {
  const undone = await repository.findRevision(deps.db, id);
  if (!undone) throw new AppError('not_found');
  return makeRevision(deps, kinds, {
    isUrgent: false,
    restores: id,
    listThings: async () => undone.changes,
    work: async (_, work) => {
      const conflicts = undone.changes.flatMap((change) => work.takeBack(change));
      if (conflicts.length > 0) throw new AppError('changed_since', { current: { changes: conflicts } });
    },
  });
}

/** The change of a revision: `work` runs twice, to know what to render, and again under the locks. */
type Making = {
  isUrgent: boolean;
  restores: number | null;
  listThings(db: Executor): Promise<readonly { kind: string; id: string }[]>;
  work(db: Executor, work: Publishing): Promise<void>;
};

/** How often a publish restarts because another instance was faster. */
const TRIES = 5;
/** One publish at a time in this process, because each would make the others' pages outdated during rendering. */
const queues = new WeakMap<object, Promise<unknown>>();

async function makeRevision(deps: ContentDeps, kinds: Kinds, making: Making): Promise<Revision | null> {
  const before = queues.get(deps.content) ?? Promise.resolve();
  const mine = before.catch(() => null).then(() => tryRevision(deps, kinds, making));
  queues.set(deps.content, mine);
  return mine;
}

async function tryRevision(deps: ContentDeps, kinds: Kinds, making: Making): Promise<Revision | null> {
  const { db, content } = deps;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const current = await repository.readRevision(db);
    const plan = new Publishing(await preparedAll(db, kinds), await repository.listItems(db));
    await making.work(db, plan);
    const planned = plan.result().changes;
    const written =
      planned.length === 0 ? null : await render(deps, plan.snapshot(current + 1), planned, making.isUrgent);
    const made = await commit(deps, kinds, making, { current, planned, written });
    await content.refresh();
    if (made) return made.revision;
  }
  throw new AppError('conflict');
}

/** The pages of the new content. Without them nothing is published, except urgent changes. */
async function render(
  { content, log }: ContentDeps,
  snapshot: ContentSnapshot,
  changes: readonly RevisionChange[],
  isUrgent: boolean,
): Promise<WrittenSet | null> {
  try {
    return await content.render(snapshot, changes);
  } catch (error) {
    if (!(error instanceof RenderingFailed)) throw error;
    const values = { page: error.page ?? '', reason: error.message };
    if (!isUrgent) throw new AppError('rendering_failed', { cause: error, values });
    log.error({ event: 'rendering_failed', err: error }, 'published without new pages');
    return null;
  }
}

/**
 * The short transaction that publishes the revision and its pages.
 *
 * @returns `null` when the planned and rendered state is outdated, and nothing was written
 */
async function commit(
  { db, clock, content }: ContentDeps,
  kinds: Kinds,
  making: Making,
  { current, planned, written }: { current: number; planned: RevisionChange[]; written: WrittenSet | null },
): Promise<{ revision: Revision | null } | null> {
  return db.transaction(async (tx) => {
    const now = clock.now();
    if ((await repository.lockRevision(tx, now)) !== current) return null;
    const work = new Publishing(
      await preparedAll(tx, kinds),
      await lockAll(tx, kinds, await making.listThings(tx), now),
    );
    await making.work(tx, work);
    if (!isDeepStrictEqual(work.result().changes, planned)) return null;
    const { changes } = work.result();
    if (changes.length === 0) return { revision: await finish(tx, work, { id: current, now, restores: null }) };
    const revision = await finish(tx, work, { id: current + 1, now, restores: making.restores });
    if (written) await content.claim(tx, written, current + 1);
    return { revision };
  });
}

async function requestsOfDrafts(db: Executor, kinds: Kinds): Promise<PublishRequest[]> {
  const ready = await preparedAll(db, kinds);
  const rows = await listChanged(db, ready);
  return rows.flatMap((row) => {
    const kind = ready.find((each) => each.kind === row.kind);
    const item = kind && toItem(kind, row.id, row);
    return item && !kind.isHeldBack?.(item.fields) ? [{ kind: row.kind, id: row.id, what: 'draft' as const }] : [];
  });
}

/**
 * The content if everything saved were published; nothing is checked or written.
 *
 * @param shown an item that is visible even while it is held back
 */
export async function previewSnapshot(
  { db }: Pick<ContentDeps, 'db'>,
  kinds: Kinds,
  shown: { kind: string; id: string } | null,
): Promise<ContentSnapshot> {
  const work = new Publishing(await preparedAll(db, kinds), await repository.listItems(db));
  const asCaller = (item: ContentItem) => item;
  for (const request of await requestsOfDrafts(db, kinds)) work.apply(request, asCaller);
  if (shown) {
    const kind = getKind(kinds, shown.kind);
    const item = await findContent({ db }, kind, shown.id);
    if (!item) throw new AppError('not_found');
    work.apply({ ...shown, what: { fields: { ...item.fields, ...kind.previewed } } }, asCaller);
  }
  return work.snapshot(await repository.readRevision(db));
}

async function lockAll(
  tx: Executor,
  kinds: Kinds,
  things: readonly { kind: string; id: string }[],
  now: Date,
): Promise<repository.ItemRow[]> {
  for (const { kind, id } of things) {
    if (getKind(kinds, kind).defaults.has(id)) await repository.ensureItem(tx, kind, id, now);
  }
  return repository.lockItems(tx);
}

function getKind(kinds: Kinds, name: string): ContentKind {
  const kind = kinds.find((each) => each.kind === name);
  if (!kind) throw new AppError('not_found');
  return kind;
}

async function finish(
  tx: Executor,
  work: Publishing,
  { id, now, restores }: { id: number; now: Date; restores: number | null },
): Promise<Revision | null> {
  const { rows, changes, recorded } = work.result();
  for (const row of rows) await repository.updateItem(tx, { ...row, updatedAt: now });
  if (changes.length > 0) await repository.moveRevision(tx, id);
  if (recorded.length === 0) return null;
  const revision = { id, author: AUTHOR, changes: recorded, restores, createdAt: now };
  return toRevision(await repository.insertRevision(tx, revision));
}

type State = Pick<repository.ItemRow, 'published' | 'draft'>;

/** Computes what a publish writes, from all locked rows. */
class Publishing {
  readonly #kinds: Kinds;
  readonly #rows: Map<string, repository.ItemRow>;
  readonly #after = new Map<string, State>();

  constructor(kinds: Kinds, rows: readonly repository.ItemRow[]) {
    this.#kinds = kinds;
    this.#rows = new Map(rows.map((row) => [keyOf(row), row]));
  }

  apply({ kind: name, id, what, version }: PublishRequest, asCaller: (item: ContentItem) => object): void {
    const kind = getKind(this.#kinds, name);
    const row = this.#rowOf(kind, id);
    const item = row && toItem(kind, id, row);
    if (!row || !item) throw new AppError('not_found');
    refuseStale(version, item, asCaller);
    if (what === 'remove') {
      this.#set(row, { published: null, draft: null });
      return;
    }
    const fields = what === 'draft' ? (row.draft ?? {}) : what.fields;
    // An unpublished item has no public base, so all its fields are published.
    const whole = item.published === null ? { ...item.fields, ...fields } : { ...item.published, ...fields };
    const isDerived = what === 'draft' || item.published === null || kind.derived?.from.some((from) => from in fields);
    const published = { ...whole, ...(isDerived && kind.derived?.of(whole)) };
    const rest = Object.entries(row.draft ?? {}).filter(
      ([field, value]) => item.published !== null && !(field in fields) && !isDeepStrictEqual(value, published[field]),
    );
    const isSame = item.published !== null && isDeepStrictEqual(published, item.published);
    this.#set(row, { published: isSame ? row.published : published, draft: orNull(Object.fromEntries(rest)) });
  }

  /** @returns later changes that prevent reverting this one */
  takeBack(change: RevisionChange): { kind: string; id: string; name: string; fields: string[] }[] {
    const { kind: name, id, fields, before, after, wasDefault } = change;
    const kind = getKind(this.#kinds, name);
    const row = this.#rowOf(kind, id);
    const now = row ? publicOf(kind, id, row) : null;
    const changed = fields.filter((field) => !isDeepStrictEqual(now?.[field], after?.[field]));
    if (!row || changed.length > 0) return [{ kind: name, id, name: change.name, fields: changed }];
    if (before === null) {
      // It was new: it becomes a draft again, so that nothing is lost.
      this.#set(row, { published: null, draft: { ...now, ...row.draft } });
      return [];
    }
    const back = { ...now, ...before };
    const isDefault = wasDefault && isDeepStrictEqual(back, kind.defaults.get(id));
    const rest = Object.entries(row.draft ?? {}).filter(([field, value]) => !isDeepStrictEqual(value, back[field]));
    this.#set(row, { published: isDefault ? null : back, draft: orNull(Object.fromEntries(rest)) });
    return [];
  }

  /** The public content of all kinds after the change. */
  snapshot(revision: number): ContentSnapshot {
    const items = new Map<string, Map<string, Fields>>();
    for (const [key, row] of this.#rows) {
      const { published } = this.#after.get(key) ?? row;
      const ofKind = items.get(row.kind) ?? new Map<string, Fields>();
      if (published) items.set(row.kind, ofKind.set(row.id, published));
    }
    return { revision, items };
  }

  /** An item of the files without saved fields has a row without content. */
  #rowOf(kind: ContentKind, id: string): repository.ItemRow | null {
    const key = keyOf({ kind: kind.kind, id });
    const known = this.#rows.get(key);
    if (known || !kind.defaults.has(id)) return known ?? null;
    const now = new Date(0);
    const row = { kind: kind.kind, id, published: null, draft: null, version: 0, createdAt: now, updatedAt: now };
    this.#rows.set(key, row);
    return row;
  }

  #set(row: repository.ItemRow, state: State): void {
    this.#after.set(keyOf(row), state);
  }

  /** @throws AppError what the kinds refuse to publish */
  result(): {
    rows: Omit<repository.ItemRow, 'updatedAt' | 'createdAt' | 'version'>[];
    changes: RevisionChange[];
    /** The changes recorded in the revision. */
    recorded: RevisionChange[];
  } {
    const rows = [...this.#after].flatMap(([key, state]) => {
      const row = this.#rows.get(key);
      const isSame = row && isDeepStrictEqual({ published: row.published, draft: row.draft }, state);
      return !row || isSame ? [] : [{ kind: row.kind, id: row.id, ...state }];
    });
    const changes: RevisionChange[] = [];
    for (const kind of this.#kinds) {
      const mine = rows.filter((row) => row.kind === kind.kind).flatMap((row) => this.#changeOf(kind, row));
      if (mine.length > 0) kind.check(mine, this.#publicOf(kind));
      changes.push(...mine.flatMap((change) => toRevisionChange(kind, change)));
    }
    const unrecorded = new Set(this.#kinds.filter(({ isUnrecorded }) => isUnrecorded).map(({ kind }) => kind));
    return { rows, changes, recorded: changes.filter(({ kind }) => !unrecorded.has(kind)) };
  }

  #changeOf(kind: ContentKind, { id, published }: { id: string } & State): (PublicChange & { wasDefault: boolean })[] {
    const row = this.#rows.get(keyOf({ kind: kind.kind, id })) ?? null;
    const before = publicOf(kind, id, row);
    const after = publicOf(kind, id, { published });
    if (isDeepStrictEqual(before, after)) return [];
    return [{ id, before, after, wasDefault: row?.published == null && before !== null }];
  }

  #publicOf(kind: ContentKind): ReadonlyMap<string, Fields> {
    const all = new Map(kind.defaults);
    for (const [key, row] of this.#rows) {
      if (row.kind !== kind.kind) continue;
      const state = this.#after.get(key) ?? row;
      const fields = publicOf(kind, row.id, state);
      if (fields) all.set(row.id, fields);
      else all.delete(row.id);
    }
    return all;
  }
}

function toRevisionChange(
  kind: ContentKind,
  { id, before, after, wasDefault }: PublicChange & { wasDefault: boolean },
): RevisionChange[] {
  const whole = after ?? before;
  if (whole === null) return [];
  const fields = Object.keys({ ...before, ...after }).filter(
    (field) => !isDeepStrictEqual(before?.[field], after?.[field]),
  );
  const pick = (from: Fields | null) => from && Object.fromEntries(fields.map((field) => [field, from[field]]));
  return [
    { kind: kind.kind, id, name: kind.nameOf(id, whole), fields, before: pick(before), after: pick(after), wasDefault },
  ];
}

const keyOf = ({ kind, id }: { kind: string; id: string }) => `${kind} ${id}`;
const orNull = (fields: Fields) => (Object.keys(fields).length === 0 ? null : fields);
