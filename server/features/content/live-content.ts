import type { FastifyBaseLogger as Logger } from 'fastify';
import type { Executor } from '#server/db/connect.ts';
import { eachSecond } from '#server/each-second.ts';
import type { SiteContent } from '#shared/catalogue/products.ts';
import type { Language } from '#shared/core/language.ts';
import type { Fields, RevisionChange } from './kind.ts';
import { listChangesOf, listPublishDays, readPublished, readRevision } from './repository.ts';
import type { SiteRenderer, WrittenSet } from './site-renderer.ts';

/** Public content that differs from the files of the brand, as of `revision`; by kind, then id. */
export type ContentSnapshot = { revision: number; items: ReadonlyMap<string, ReadonlyMap<string, Fields>> };

/** The public content in memory, and the pages that show it. */
export type LiveContent = {
  current(): ContentSnapshot;
  /** Reads the content again if there is a newer revision, and switches to its pages at the same moment. */
  refresh(): Promise<ContentSnapshot>;
  /** Calls the listener with each newer snapshot at the moment when it becomes visible. It must not throw. */
  onNewer(listener: (snapshot: ContentSnapshot) => void): void;
  /**
   * Renders the pages of a snapshot; `null` if pages are not rendered, as in development.
   *
   * @param changes those of the revision being made
   */
  render(snapshot: ContentSnapshot, changes: readonly RevisionChange[]): Promise<WrittenSet | null>;
  /** The HTML of one page as it would be; `null` when the page does not exist, or pages are not rendered. */
  preview(snapshot: ContentSnapshot, path: string, language: Language): Promise<string | null>;
  /** Assigns rendered pages to a revision, in the transaction that makes it. */
  claim(tx: Executor, written: WrittenSet, revision: number): Promise<void>;
};

/**
 * The renderer of pages, and what they show of a snapshot. `history` are all changes of the kinds and fields that are
 * `remembered`, for each kind oldest first; `changedOn` are the days of SiteContent.
 */
type Pages = {
  renderer: SiteRenderer;
  clock: { now(): Date };
  remembered: readonly { kind: string; fields: readonly string[] }[];
  contentOf: (
    snapshot: ContentSnapshot,
    history: readonly RevisionChange[],
    changedOn: Readonly<Record<string, string>>,
  ) => SiteContent;
};

/**
 * Reads the public content for the first time, and shows its pages. Pages published by another build are rendered
 * first. If that fails, those of the build stay, and quotes show the difference.
 */
export async function openContent(db: Executor, log: Logger, pages: Pages | null = null): Promise<LiveContent> {
  const live = new Live(db, log, pages, await readSnapshot(db));
  await live.start();
  return live;
}

class Live implements LiveContent {
  readonly #db: Executor;
  readonly #log: Logger;
  readonly #pages: Pages | null;
  #snapshot: ContentSnapshot;
  readonly #listeners: ((snapshot: ContentSnapshot) => void)[] = [];
  #running: Promise<ContentSnapshot> | null = null;
  #next: Promise<ContentSnapshot> | null = null;

  constructor(db: Executor, log: Logger, pages: Pages | null, snapshot: ContentSnapshot) {
    this.#db = db;
    this.#log = log;
    this.#pages = pages;
    this.#snapshot = snapshot;
  }

  async start(): Promise<void> {
    if (this.#snapshot.revision === 0 || !this.#pages) return;
    const files = await this.#pages.renderer.read(this.#snapshot.revision);
    if (files) this.#pages.renderer.show(files);
    else await this.#catchUp(this.#snapshot);
  }

  current(): ContentSnapshot {
    return this.#snapshot;
  }

  onNewer(listener: (snapshot: ContentSnapshot) => void): void {
    this.#listeners.push(listener);
  }

  refresh(): Promise<ContentSnapshot> {
    if (this.#running === null) return this.#read();
    // A read in progress may be older than its caller's change, so all callers meanwhile share the next one.
    this.#next ??= this.#running
      .catch(() => null)
      .then(() => {
        this.#next = null;
        return this.#read();
      });
    return this.#next;
  }

  async render(snapshot: ContentSnapshot, changes: readonly RevisionChange[]): Promise<WrittenSet | null> {
    const pages = this.#pages;
    if (!pages) return null;
    return pages.renderer.render(await this.#contentOf(pages, snapshot, changes));
  }

  async #contentOf(
    { clock, contentOf, remembered }: Pages,
    snapshot: ContentSnapshot,
    changes: readonly RevisionChange[] = [],
  ): Promise<SiteContent> {
    const history: RevisionChange[] = [];
    for (const each of remembered) {
      history.push(...(await listChangesOf(this.#db, { ...each, until: snapshot.revision })));
    }
    const days = await listPublishDays(this.#db, snapshot.revision);
    for (const { kind, id } of changes) days.set(`${kind}/${id}`, clock.now().toISOString().slice(0, 10));
    return contentOf(snapshot, [...history, ...changes], Object.fromEntries(days));
  }

  async preview(snapshot: ContentSnapshot, path: string, language: Language): Promise<string | null> {
    const pages = this.#pages;
    if (!pages) return null;
    return pages.renderer.renderOne(await this.#contentOf(pages, snapshot), path, language);
  }

  async claim(tx: Executor, written: WrittenSet, revision: number): Promise<void> {
    await this.#pages?.renderer.claim(tx, written, revision);
  }

  #read(): Promise<ContentSnapshot> {
    this.#running = this.#readNewer().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #readNewer(): Promise<ContentSnapshot> {
    if ((await readRevision(this.#db)) === this.#snapshot.revision) return this.#snapshot;
    const found = await readSnapshot(this.#db);
    const files = await this.#pages?.renderer.read(found.revision);
    // No await from here on: catalogue and pages change at the same moment.
    this.#snapshot = found;
    for (const listener of this.#listeners) listener(found);
    if (files) this.#pages?.renderer.show(files);
    else if (this.#pages) void this.#catchUp(found);
    void this.#pages?.renderer.tidy(found.revision);
    return found;
  }

  /** Renders a revision for which this build has no pages, because another build has published it. */
  async #catchUp(snapshot: ContentSnapshot): Promise<void> {
    const pages = this.#pages;
    if (!pages) return;
    try {
      const files = await pages.renderer.catchUp(await this.#contentOf(pages, snapshot));
      if (this.#snapshot.revision === snapshot.revision) pages.renderer.show(files);
    } catch (error) {
      this.#log.error({ event: 'rendering_failed', err: error }, 'the pages of a published change could not be made');
    }
  }
}

async function readSnapshot(db: Executor): Promise<ContentSnapshot> {
  const { revision, items } = await readPublished(db);
  const byKind = new Map<string, Map<string, Fields>>();
  for (const { kind, id, published } of items) {
    const ofKind = byKind.get(kind) ?? new Map<string, Fields>();
    byKind.set(kind, ofKind.set(id, published));
  }
  return { revision, items: byKind };
}

/** Checks every second whether another instance has published. */
export function followContent({ content, log }: { content: LiveContent; log: Logger }): { stop(): Promise<void> } {
  return eachSecond(
    () => content.refresh(),
    (error) => log.warn({ err: error }, 'could not ask for published changes'),
  );
}
