import { basename } from 'node:path';
import { eq } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { settings } from '#server/db/settings.ts';
import { errorText } from '#server/errors.ts';
import { enqueueEmails, type OutboxDeps, preparePlainEmail } from '#server/features/emails/outbox.ts';
import { withDayHalves } from '#shared/core/day-halves.ts';
import { type Language, LOCALES } from '#shared/core/language.ts';
import { shopZone, zoneName } from '#shared/shipping/shop-zone.ts';
import { type BackupFile, newestBackup } from './files.ts';
import { NoRoomError } from './room.ts';
import type { Shrinkage } from './shrink.ts';

/** Stored in the settings while backups fail, so that a restart or another instance does not mail twice. */
const FAILING = 'backup_failing';
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT']);
const NO_FOLDER = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'EEXIST', 'EIO', 'ESTALE']);

/** Mails the owner that a backup could not be written: once, until `forgetFailure` is called after a successful one. */
export async function reportFailure(deps: OutboxDeps, folder: string, error: unknown): Promise<void> {
  const last = await newestBackup(folder).catch(() => 'unreadable' as const);
  const mail = failureMail(deps, folder, error, last);
  await deps.db.transaction(async (tx) => {
    const [isNew] = await tx
      .insert(settings)
      .values({ key: FAILING, value: {}, updatedAt: deps.clock.now() })
      .onConflictDoNothing()
      .returning({ key: settings.key });
    if (isNew) await enqueueEmails(tx, deps, [mail]);
  });
}

/** After this the next failure is reported again. */
export async function forgetFailure(db: Executor): Promise<void> {
  await db.delete(settings).where(eq(settings.key, FAILING));
}

/** Mails the owner that a backup contains clearly less than the one before it. */
export async function reportShrinkage(
  deps: OutboxDeps & { db: Executor },
  folder: string,
  { before, after, path }: Shrinkage,
): Promise<void> {
  const { ownerEmail: to, ownerLanguage: language, publicUrl } = deps.config;
  const values = {
    folder: folder.replaceAll('`', "'"),
    file: basename(path).replaceAll('`', "'"),
    before,
    after,
    admin: `${publicUrl}/admin/dashboard`,
  };
  const mail = preparePlainEmail(deps, {
    to,
    language,
    subject: errorText('backup_shrunk_subject', language),
    body: errorText('backup_shrunk_body', language, values),
  });
  await enqueueEmails(deps.db, deps, [mail]);
}

function failureMail(deps: OutboxDeps, folder: string, error: unknown, last: BackupFile | null | 'unreadable') {
  const { ownerEmail: to, ownerLanguage: language, publicUrl } = deps.config;
  const values = {
    // It is inserted between backticks, so it must not contain one.
    folder: folder.replaceAll('`', "'"),
    reason: reasonOf(error, language),
    last: inWordsOf(last, language),
    admin: `${publicUrl}/admin/dashboard`,
  };
  return preparePlainEmail(deps, {
    to,
    language,
    subject: errorText('backup_failed_subject', language),
    body: errorText('backup_failed_body', language, values),
  });
}

/** The log has the error. The mail gives its kind in the owner's language and quotes nothing from the database. */
function reasonOf(error: unknown, language: Language): string {
  if (error instanceof NoRoomError) {
    return errorText('backup_failed_short', language, { needed: error.needed, free: error.free });
  }
  const { code = '' } = error as NodeJS.ErrnoException;
  if (NO_ROOM.has(code)) return errorText('backup_failed_room', language);
  return errorText(NO_FOLDER.has(code) ? 'backup_failed_folder' : 'backup_failed_other', language);
}

function inWordsOf(last: BackupFile | null | 'unreadable', language: Language): string {
  if (last === 'unreadable') return errorText('backup_failed_unread', language);
  if (last === null) return errorText('backup_failed_none', language);
  return errorText('backup_failed_last', language, {
    when: inWords(last.writtenAt, language),
    zone: zoneName(shopZone(), language),
  });
}

function inWords(moment: Date, language: Language): string {
  const format = new Intl.DateTimeFormat(LOCALES[language], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: shopZone(),
  });
  return withDayHalves(format.format(moment));
}
