import type { BaseDeps } from '#server/deps.ts';
import { packFile, type StoredFile } from '#server/plugins/site-files.ts';
import { findLocationsVersion } from './repository.ts';
import { listPublicLocations } from './service.ts';

/**
 * Keeps the public list as it goes over the wire, compressed, for as long as the stores are what they were. Each call
 * asks the database for the list's version alone, so that a change shows at once, whichever instance or script made it.
 */
export function keepPublicList(deps: Pick<BaseDeps, 'db' | 'clock'>): () => Promise<StoredFile> {
  let kept: { version: string; file: Promise<StoredFile> } | null = null;
  return async () => {
    // First the version, then the list: a change in between is in the list, and makes it anew at the next call.
    const version = await findLocationsVersion(deps.db);
    if (version !== null && kept?.version === version) return kept.file;
    const file = listPublicLocations(deps).then((locations) =>
      packFile(Buffer.from(JSON.stringify(locations)), 'application/json; charset=utf-8'),
    );
    kept = version === null ? null : { version, file };
    // What failed is tried again by the next caller.
    file.catch(() => (kept = null));
    return file;
  };
}
