import type { Executor } from '#server/db/connect.ts';
import { AppError } from '#server/errors.ts';
import { mediaIdOf, mediaRef, type PictureFacts } from '#shared/content/picture-ref.ts';
import { listReady, setDeleted } from './repository.ts';

/**
 * The facts of every uploaded picture, by the name that a product uses. Content copies them when it is published, so
 * that a page and a revision need nothing else.
 */
export async function readPictureFacts(db: Executor): Promise<ReadonlyMap<string, PictureFacts>> {
  const rows = await listReady(db);
  return new Map(
    rows.map(({ id, hash, width, height, widths, focal, alt }) => {
      return [mediaRef(id), { hash, width, height, widths, focal, alt }];
    }),
  );
}

/** Restores pictures that were deleted while content began to show them. */
export async function keepPictures(db: Executor, names: readonly string[]): Promise<void> {
  await setDeleted(
    db,
    names.flatMap((name) => mediaIdOf(name) ?? []),
    null,
  );
}

/** The facts of the uploaded pictures among `names`, without deleted ones. */
export function pictureFactsOf(
  names: readonly string[],
  known: ReadonlyMap<string, PictureFacts>,
): Record<string, PictureFacts> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const facts = known.get(name);
      return facts ? [[name, facts] as const] : [];
    }),
  );
}

/**
 * @param pathOf the field of the picture at an index of `names`
 *
 * @throws AppError `validation` a picture that was never uploaded, or is deleted for good
 */
export async function requirePictures(
  db: Executor,
  names: readonly string[],
  pathOf: (index: number) => string,
): Promise<void> {
  if (!names.some((name) => mediaIdOf(name) !== null)) return;
  const known = await readPictureFacts(db);
  const issues = names.flatMap((name, i) => {
    return mediaIdOf(name) === null || known.has(name) ? [] : [{ path: pathOf(i), code: 'picture_unknown' }];
  });
  if (issues.length > 0) throw new AppError('validation', { issues });
}
