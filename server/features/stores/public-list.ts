import type { BaseDeps } from '#server/deps.ts';
import { packFile, type StoredFile } from '#server/plugins/pages/site-files.ts';
import { findLocationsVersion } from './repository.ts';
import { listPublicLocations } from './service.ts';

/**
 * Caches the public list as compressed bytes. Each call reads only the list's version from the database, so that
 * changes by any instance or script are visible at once.
 */
export function keepPublicList(deps: Pick<BaseDeps, 'db' | 'clock'>): () => Promise<StoredFile> {
  let kept: { version: string; file: Promise<StoredFile> } | null = null;
  return async () => {
    // The version is read before the list: a change in between is already in the list, and only causes one more
    // rebuild.
    const version = await findLocationsVersion(deps.db);
    if (version !== null && kept?.version === version) return kept.file;
    const file = listPublicLocations(deps).then((locations) =>
      packFile(Buffer.from(JSON.stringify(locations)), 'application/json; charset=utf-8'),
    );
    kept = version === null ? null : { version, file };
    // A failure is not cached; the next caller tries again.
    file.catch(() => (kept = null));
    return file;
  };
}
