import { randomBytes } from 'node:crypto';
import type { BaseDeps } from '#server/deps.ts';
import { AppError, requireVersion } from '#server/errors.ts';
import { mentionsInContent } from '#server/features/content/service.ts';
import { cleanText } from '#server/plugins/safe-text.ts';
import { MAX_UPLOAD_BYTES, type Media, type MediaChange, type PictureUse } from '#shared/content/media.ts';
import { mediaRef } from '#shared/content/picture-ref.ts';
import { forEachLanguage } from '#shared/core/language.ts';
import type { Converter } from './converter.ts';
import { refusalOf } from './picture-type.ts';
import * as repository from './repository.ts';

/** What shows each uploaded picture, published or as a draft, by id. */
export type FindUses = () => Promise<ReadonlyMap<string, PictureUse[]>>;
export type MediaDeps = Pick<BaseDeps, 'db' | 'clock' | 'log'> & { converter: Converter; findUses: FindUses };

const HOUR_MS = 3_600_000;
const MAX_NAME = 120;

/**
 * Converts an uploaded file into a picture with all its sizes. It appears in the library once everything is written, so
 * a kill before that leaves nothing visible.
 *
 * @throws AppError what is wrong with the file, as `picture_…`
 */
export async function addPicture(
  { db, clock, converter }: MediaDeps,
  { name, content }: { name: string; content: Buffer },
): Promise<Media> {
  if (content.length > MAX_UPLOAD_BYTES) throw new AppError('picture_too_large');
  const refusal = refusalOf(content);
  if (refusal) throw new AppError(refusal);
  const { files, ...facts } = await converter.convert(content);
  const id = randomBytes(8).toString('hex');
  const alt = forEachLanguage(() => '');
  await repository.insertHidden(db, { id, name: shownName(name), alt, focal: [50, 50], createdAt: clock.now() });
  for (const { name: file, content: bytes } of files) await repository.writeFile(db, id, file, bytes);
  const bytes = files.reduce((sum, file) => sum + file.content.length, 0);
  return toWire(await repository.showMedia(db, { id, ...facts, bytes, readyAt: clock.now() }), []);
}

/** The file's name from the device, as one short line. */
function shownName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  return (cleanText(last) ?? '').replace(/\s+/g, ' ').trim().slice(0, MAX_NAME).toWellFormed();
}

/** The library, newest first. */
export async function listPictures({ db, findUses }: MediaDeps): Promise<Media[]> {
  const [rows, uses] = [await repository.listMedia(db), await findUses()];
  return rows.map((row) => toWire(row, uses.get(row.id) ?? []));
}

/** @throws AppError `not_found` */
export async function getPicture({ db, findUses }: MediaDeps, id: string): Promise<Media> {
  const row = await repository.findMedia(db, id);
  if (!row) throw new AppError('not_found');
  return toWire(row, (await findUses()).get(id) ?? []);
}

/** @throws AppError `not_found` · `stale_version` */
export async function updatePicture(
  { db, clock, findUses }: MediaDeps,
  id: string,
  { version, ...change }: MediaChange,
): Promise<Media> {
  const uses = (await findUses()).get(id) ?? [];
  return db.transaction(async (tx) => {
    const before = await repository.lockMedia(tx, id);
    if (!before) throw new AppError('not_found');
    requireVersion(version, toWire(before, uses));
    return toWire(await repository.updateMedia(tx, id, { ...change, updatedAt: clock.now() }), uses);
  });
}

/**
 * Removes a picture from the library. Its files are deleted an hour later, so that a page opened meanwhile is complete.
 * Those in a past revision are kept, because the revision may be restored.
 *
 * @throws AppError `not_found` · `stale_version` · `picture_used` with what shows it
 */
export async function deletePicture(
  { db, clock, findUses }: MediaDeps,
  id: string,
  version: number | undefined,
): Promise<void> {
  const refuseUsed = async () => {
    const uses = (await findUses()).get(id) ?? [];
    const names = uses.map(({ name }) => name).join(', ');
    if (uses.length > 0) throw new AppError('picture_used', { values: { names }, current: { uses } });
  };
  await db.transaction(async (tx) => {
    const row = await repository.lockMedia(tx, id);
    if (!row) throw new AppError('not_found');
    requireVersion(version, toWire(row, []));
  });
  await refuseUsed();
  await repository.setDeleted(db, [id], clock.now());
  // Something may have begun to show it in between.
  await refuseUsed().catch(async (error) => {
    await repository.setDeleted(db, [id], null);
    throw error;
  });
}

/** One size of a picture; `null` when no file has this name and hash. */
export function readPictureFile(
  { db }: Pick<BaseDeps, 'db'>,
  id: string,
  hash: string,
  file: string,
): Promise<Buffer | null> {
  return repository.readFile(db, id, hash, file);
}

/** Deletes leftovers of aborted uploads, and unused pictures deleted an hour ago. */
export async function forgetOldPictures({ db, clock }: Pick<BaseDeps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - HOUR_MS);
  for (const { id, isDeleted } of await repository.listOutdated(db, before)) {
    if (isDeleted && (await mentionsInContent({ db }, mediaRef(id)))) continue;
    await repository.deleteMedia(db, id);
  }
}

function toWire(row: repository.MediaRow, uses: PictureUse[]): Media {
  const { id, name, hash, width, height, widths, focal, alt, bytes, version, createdAt } = row;
  return {
    id,
    name,
    hash,
    width,
    height,
    widths,
    focal,
    alt,
    bytes,
    uses,
    version,
    createdAt: createdAt.toISOString(),
  };
}
