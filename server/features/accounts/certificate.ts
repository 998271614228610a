import { randomUUID } from 'node:crypto';
import type { BaseDeps } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import { cleanText } from '#server/plugins/safe-text.ts';
import { type Account, type CertificateType, MAX_CERTIFICATE_BYTES } from '#shared/accounts/accounts.ts';
import * as repository from './repository.ts';
import { toWire } from './service.ts';

type Deps = Pick<BaseDeps, 'db' | 'clock'>;

const HOUR_MS = 3_600_000;
const MAX_NAME = 120;

/** By its content, whatever the file is called. */
function typeOf(content: Buffer): CertificateType {
  const start = content.toString('latin1', 0, 8);
  if (start.startsWith('%PDF-')) return 'application/pdf';
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (start === '\x89PNG\r\n\x1a\n') return 'image/png';
  throw new AppError('certificate_type');
}

/**
 * Stores the file of an account's resale certificate in place of an earlier one. It counts once all its pieces are
 * written; those of an upload that was cut off are deleted later.
 *
 * @throws AppError `not_found` · `picture_empty` · `certificate_large` · `certificate_type`
 */
export async function storeCertificate(
  { db, clock }: Deps,
  id: string,
  { name, content }: { name: string; content: Buffer },
): Promise<Account> {
  if (content.length === 0) throw new AppError('picture_empty');
  if (content.length > MAX_CERTIFICATE_BYTES) throw new AppError('certificate_large');
  const type = typeOf(content);
  if (!(await repository.findAccount(db, id))) throw new AppError('not_found');
  const file = { id: randomUUID(), name: shownName(name), type, bytes: content.length };
  await repository.writePieces(db, id, file.id, content, clock.now());
  return putFile({ db, clock }, id, file);
}

/** @throws AppError `not_found` */
export const removeCertificate = (deps: Deps, id: string): Promise<Account> => putFile(deps, id, null);

async function putFile({ db, clock }: Deps, id: string, file: repository.AccountRow['certificateFile']) {
  return db.transaction(async (tx) => {
    const before = await repository.lockAccount(tx, id);
    if (!before) throw new AppError('not_found');
    if (before.certificateFile) await repository.deletePieces(tx, id, before.certificateFile.id);
    await repository.updateAccount(tx, id, { certificateFile: file, updatedAt: clock.now() });
    const row = await repository.findAccount(tx, id);
    if (!row) throw new AppError('not_found');
    return toWire(row);
  });
}

/** The file's name from the device, as one short line. */
function shownName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  return (cleanText(last) ?? '').replace(/\s+/g, ' ').trim().slice(0, MAX_NAME).toWellFormed();
}

/** @throws AppError `not_found` */
export async function readCertificate({ db }: Deps, id: string): Promise<{ type: CertificateType; content: Buffer }> {
  const file = (await repository.findAccount(db, id))?.certificateFile;
  if (!file) throw new AppError('not_found');
  const content = await repository.readPieces(db, id, file.id);
  // Replaced in between.
  if (content.length !== file.bytes) throw new AppError('not_found');
  return { type: file.type, content };
}

/** Deletes what uploads that were cut off have left for an hour. */
export async function forgetLeftPieces({ db, clock }: Deps): Promise<void> {
  await repository.deleteLeftPieces(db, new Date(clock.now().getTime() - HOUR_MS));
}
