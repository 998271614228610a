import type { Executor } from '#server/db/connect.ts';
import { mediaIdOf, mediaRef, type PictureFacts } from '#shared/picture-ref.ts';
import { listReady, setDeleted } from './repository.ts';

/**
 * What markup needs of every uploaded picture, by the name that a product gives it. Content copies it when it goes
 * public, so that a page and a revision need nothing else.
 */
export async function readPictureFacts(db: Executor): Promise<ReadonlyMap<string, PictureFacts>> {
  const rows = await listReady(db);
  return new Map(
    rows.map(({ id, hash, width, height, widths, focal, alt }) => {
      return [mediaRef(id), { hash, width, height, widths, focal, alt }];
    }),
  );
}

/** Brings pictures back that were deleted while something began to show them. */
export async function keepPictures(db: Executor, names: readonly string[]): Promise<void> {
  await setDeleted(
    db,
    names.flatMap((name) => mediaIdOf(name) ?? []),
    null,
  );
}
