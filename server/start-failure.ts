import { ConfigError } from './config.ts';
import { IncompleteDatabaseError } from './db/completeness.ts';
import { FolderLockedError } from './db/data-folder/folder-lock.ts';
import { DamagedFolderError } from './db/file-record.ts';
import { SharedConnectionError } from './db/postgres/pooler.ts';

const FIXES: Readonly<Record<string, (error: NodeJS.ErrnoException & Partial<Address>) => string>> = {
  EADDRINUSE: ({ port }) =>
    `Port ${port} is taken by another program. Stop it, or take another port: PORT=${Number(port) + 1} npm start`,
  EADDRNOTAVAIL: ({ address }) =>
    `This machine has no address ${address}. Correct HOST, or leave it out for 127.0.0.1.`,
  EACCES: (error) =>
    error.syscall === 'listen'
      ? `This user may not listen on port ${error.port}. Take one above 1023: PORT=3000 npm start`
      : `This user may not use ${error.path}. Give it the right, or choose another DATA_DIR.`,
  EROFS: ({ path }) => `${path} is on a read-only disk. Choose another DATA_DIR.`,
  EEXIST: ({ path }) => `${path} is a file where a folder has to be. Correct DATA_DIR or BACKUP_DIR, or move it away.`,
  ENOTDIR: ({ path }) => `${path} leads through a file. Correct DATA_DIR or BACKUP_DIR.`,
  ENOSPC: () => 'The disk is full. Make room, then start again; nothing that was answered is lost.',
  ENOENT: ({ path, message }) =>
    path?.includes('dist') ? 'The site is not built. Run npm start, which builds it, or npm run build.' : message,
  ECONNREFUSED: ({ address, port }) =>
    `No database answers at ${address ?? 'the given host'}${port ? `:${port}` : ''}. Start it, or correct DATABASE_URL; without DATABASE_URL the shop uses its embedded database.`,
  ENOTFOUND: (error) => `The database's host is unknown (${error.message}). Correct DATABASE_URL.`,
  ETIMEDOUT: () => 'The database does not answer. Start it, or correct DATABASE_URL.',
  '28P01': () => 'The database refuses the password. Correct DATABASE_URL.',
  '28000': ({ message }) => `The database refuses this user (${message}). Correct DATABASE_URL.`,
  '3D000': ({ message }) => `The database is not there (${message}). Create it, or correct DATABASE_URL.`,
  '25006': () =>
    'The database takes no changes: it is a standby, or it was made read-only, as hosting companies do when its disk is full. Correct DATABASE_URL, or make it writable again.',
  '42501': ({ message }) =>
    `The database's user may not make tables (${message}). Make that user the owner: psql -d postgres -c 'alter database NAME owner to USER', with both as in DATABASE_URL.`,
  '53100': () => 'The disk is full. Make room, then start again; nothing that was answered is lost.',
};
type Address = { address: string; port: number };

/** Why the shop cannot start and how to fix it, in words for its owner; `null` for an unexpected error. */
export function explainStartFailure(error: unknown): string | null {
  const known = [ConfigError, FolderLockedError, DamagedFolderError, IncompleteDatabaseError, SharedConnectionError];
  if (known.some((kind) => error instanceof kind)) return (error as Error).message;
  for (let e = error; e instanceof Error; e = e.cause) {
    const { code } = e as NodeJS.ErrnoException;
    const fix = code !== undefined && Object.hasOwn(FIXES, code) ? FIXES[code] : undefined;
    if (fix) return fix(e as NodeJS.ErrnoException);
    if (/timeout exceeded when trying to connect|timeout expired|Query read timeout/.test(e.message)) {
      return 'The database does not answer in time. Start it, or correct DATABASE_URL.';
    }
  }
  return null;
}
