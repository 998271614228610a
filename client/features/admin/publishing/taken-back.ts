import type { Revision } from '#shared/content/content.ts';

/**
 * The revisions that do not count any more, each with the one that took it back. Taking that one back brings the first
 * back to what it did.
 */
export function takenBack(revisions: readonly Revision[]): ReadonlyMap<number, Revision> {
  const by = new Map<number, Revision>();
  // From the newest on: whether an undo still counts is known before what it took back is met.
  for (const revision of [...revisions].sort((a, b) => b.id - a.id)) {
    if (revision.restores !== null && !by.has(revision.id)) by.set(revision.restores, revision);
  }
  return by;
}
