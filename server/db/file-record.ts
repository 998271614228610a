import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** The embedded database cannot be opened, or would open with rows missing. */
export class DamagedFolderError extends Error {
  override readonly name = 'DamagedFolderError';

  constructor(dataDir: string, what: string, options?: ErrorOptions) {
    super(
      `The embedded database in ${join(dataDir, 'pglite')} is damaged: ${what}. The shop does not start on it, so that nothing more is lost. Restore the newest backup with npm run restore -- FILE; the damaged folder is put aside and kept. Without a backup, a copy of the whole disk from before helps.`,
      options,
    );
  }
}

/** Sizes of the database's files when the database was last known to be intact. */
type FileRecord = { sizes: Record<string, number> };
const RECORD = 'pglite.files.json';
const PUT_ASIDE = 'pglite.damaged-';
/** Tables and indexes have numeric file names. Other files are recreated by PostgreSQL when they are missing. */
const TABLE_FILE = /^(?:base\/\d+|global)\/\d+(?:\.\d+)?$/;
const FIXED = ['PG_VERSION', 'global/pg_control'];
/** PostgreSQL's codes for missing files, damaged pages and damaged indexes. */
const DAMAGE = new Set(['XX001', 'XX002', '58P01', '58030']);
/** A segment of the write-ahead log. A start may create one. */
const SEGMENT_BYTES = 16 * 2 ** 20;

/**
 * Compares the files with the recorded sizes. PostgreSQL does not notice a truncated table, and PGlite creates a new
 * database when `PG_VERSION` is missing. Files only grow while the shop runs, because nothing there shrinks them.
 *
 * @throws DamagedFolderError
 */
export function checkFiles(dataDir: string): void {
  const noted = readRecord(dataDir);
  if (noted === null) return;
  const broken = Object.entries(noted.sizes).flatMap(([name, size]) => {
    const found = statSync(join(dataDir, 'pglite', name), { throwIfNoEntry: false });
    if (found === undefined) return [`${name} is missing`];
    return found.size < size ? [`${name} is cut off (${found.size} of ${size} bytes)`] : [];
  });
  const [first] = broken;
  if (first === undefined) return;
  throw new DamagedFolderError(dataDir, broken.length > 1 ? `${first}, and ${broken.length - 1} more files` : first);
}

/** Records the sizes of the files. Call it after the migrations: a migration may remove files. */
export function noteFiles(dataDir: string): void {
  const folder = join(dataDir, 'pglite');
  const tables = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => TABLE_FILE.test(name));
  const sizes: FileRecord['sizes'] = {};
  for (const name of [...FIXED, ...tables]) sizes[name] = statSync(join(folder, name)).size;
  try {
    writeFileSync(join(dataDir, RECORD), JSON.stringify({ sizes } satisfies FileRecord), { mode: 0o600 });
  } catch {
    // On a full disk, no record is better than an incomplete one.
    forgetFiles(dataDir);
  }
}

/** Removes the record while tables are changed, and when a database is put aside. */
export function forgetFiles(dataDir: string): void {
  rmSync(join(dataDir, RECORD), { force: true });
}

/** Renames a damaged database, so that a new one can take its place. @returns its new path */
export function putAside(dataDir: string): string {
  const aside = join(dataDir, `${PUT_ASIDE}${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}`);
  renameSync(join(dataDir, 'pglite'), aside);
  forgetFiles(dataDir);
  return aside;
}

/** The path of a database that was put aside. */
export function findPutAside(dataDir: string): string | undefined {
  const name = readdirSync(dataDir).findLast((entry) => entry.startsWith(PUT_ASIDE));
  return name === undefined ? undefined : join(dataDir, name);
}

function readRecord(dataDir: string): FileRecord | null {
  try {
    const found = JSON.parse(readFileSync(join(dataDir, RECORD), 'utf8'));
    return typeof found?.sizes === 'object' && found.sizes !== null ? found : null;
  } catch {
    return null;
  }
}

/**
 * Explains why opening failed: a full disk, damaged files, or the original error.
 *
 * @param hasAnswered whether the database had opened; then only its own error codes indicate damage
 */
export function explainOpening(dataDir: string, error: unknown, hasAnswered: boolean): unknown {
  if (error instanceof DamagedFolderError) return error;
  for (let e = error; e instanceof Error; e = e.cause) {
    const { code } = e as NodeJS.ErrnoException;
    if (code !== undefined && DAMAGE.has(code)) {
      return new DamagedFolderError(dataDir, e.message, { cause: error });
    }
    if (code !== undefined) return error;
  }
  const { bavail, bsize, blocks } = statfsSync(dataDir);
  if (blocks > 0 && bavail * bsize < SEGMENT_BYTES) {
    return Object.assign(new Error('ENOSPC: no space left on device', { cause: error }), { code: 'ENOSPC' });
  }
  // PGlite reports only that it has aborted.
  return !hasAnswered && existsSync(join(dataDir, 'pglite'))
    ? new DamagedFolderError(dataDir, 'PostgreSQL cannot start from its files', { cause: error })
    : error;
}
