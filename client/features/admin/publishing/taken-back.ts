import type { Revision } from '#shared/content/content.ts';

/** Reverted revisions, each with the one that reverted it. Reverting the latter makes the former effective again. */
export function takenBack(revisions: readonly Revision[]): ReadonlyMap<number, Revision> {
  const by = new Map<number, Revision>();
  // Newest first, so that it is known whether a revert is effective before the reverted revision is reached.
  for (const revision of [...revisions].sort((a, b) => b.id - a.id)) {
    if (revision.restores !== null && !by.has(revision.id)) by.set(revision.restores, revision);
  }
  return by;
}
