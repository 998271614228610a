import type { Executor } from '#server/db/connect.ts';
import type { Logger } from '#server/deps.ts';
import type { Fields } from './kind.ts';
import { readPublished, readRevision } from './repository.ts';

/** Public content that differs from the files of the brand, as it was at `revision`; by kind, then id. */
export type ContentSnapshot = { revision: number; items: ReadonlyMap<string, ReadonlyMap<string, Fields>> };

/** The public content in memory. */
export type LiveContent = {
  current(): ContentSnapshot;
  /** Reads it again when there is a newer revision. */
  refresh(): Promise<ContentSnapshot>;
};

export const NO_CONTENT: ContentSnapshot = { revision: 0, items: new Map() };
const POLL_MS = 1_000;

/** Reads the public content for the first time. */
export async function openContent(db: Executor): Promise<LiveContent> {
  let snapshot = await readSnapshot(db);
  let running: Promise<ContentSnapshot> | null = null;
  let next: Promise<ContentSnapshot> | null = null;
  const read = async () => {
    if ((await readRevision(db)) !== snapshot.revision) {
      const found = await readSnapshot(db);
      // Two readings may overtake each other.
      if (found.revision > snapshot.revision) snapshot = found;
    }
    return snapshot;
  };
  const start = () => {
    running = read().finally(() => (running = null));
    return running;
  };
  return {
    current: () => snapshot,
    refresh: () => {
      if (running === null) return start();
      // A reading that has begun may be older than its caller's change, so all who come meanwhile share the next one.
      next ??= running
        .catch(() => null)
        .then(() => {
          next = null;
          return start();
        });
      return next;
    },
  };
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

/** Asks each second whether another instance has published. */
export function followContent({ content, log }: { content: LiveContent; log: Logger }): { stop(): Promise<void> } {
  let isStopped = false;
  let isUnwell = false;
  let running: Promise<void> | null = null;
  const ask = async () => {
    try {
      await content.refresh();
      isUnwell = false;
    } catch (error) {
      // Once for each time that the database is away, not each second.
      if (!isUnwell && !isStopped) log.warn({ err: error }, 'could not ask for published changes');
      isUnwell = true;
    }
  };
  const timer = setInterval(() => {
    running ??= ask().finally(() => (running = null));
  }, POLL_MS);
  timer.unref();
  return {
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
