import { existsSync, readdirSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The embedded database cannot be opened, or would be opened with rows missing. */
export class DamagedFolderError extends Error {
  override readonly name = 'DamagedFolderError';

  constructor(dataDir: string, what: string, options?: ErrorOptions) {
    super(
      `The embedded database in ${join(dataDir, 'pglite')} is damaged: ${what}. The shop does not start on it, so that nothing more is lost. Restore the newest backup with npm run restore -- FILE; the damaged folder is put aside and kept. Without a backup, a copy of the whole disk from before helps.`,
      options,
    );
  }
}

/** How long each file of the database was when it was last known to be well. */
type FileRecord = { sizes: Record<string, number> };
const RECORD = 'pglite.files.json';
/** Tables and indexes are named by numbers alone; what stands beside them is made anew when it is missing. */
const TABLE_FILE = /^(?:base\/\d+|global)\/\d+(?:\.\d+)?$/;
const FIXED = ['PG_VERSION', 'global/pg_control'];
/** PostgreSQL's codes for files that are missing, pages that are not right, and an index that is not. */
const DAMAGE = new Set(['XX001', 'XX002', '58P01', '58030']);
/** A segment of the write-ahead log, which a start may have to make. */
const SEGMENT_BYTES = 16 * 2 ** 20;

/**
 * Compares the files with what was noted of them: PostgreSQL takes a table that was cut off for a shorter one, and PGlite
 * makes a new database where `PG_VERSION` is missing. Files only grow while the shop runs: nothing there gives room back.
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

/** Notes the files as they are. Not before tables are as this version wants them: a migration may take some away. */
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
    // On a full disk: no record is better than half of one.
    forgetFiles(dataDir);
  }
}

/** While tables are changed, and for good when the database is put aside. */
export function forgetFiles(dataDir: string): void {
  rmSync(join(dataDir, RECORD), { force: true });
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
 * Why opening failed: no room on the disk, files that are damaged, or what it was before.
 *
 * @param hasAnswered whether the database had opened: then only its own codes tell of damage
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
  // PGlite says no more than that it has aborted.
  return !hasAnswered && existsSync(join(dataDir, 'pglite'))
    ? new DamagedFolderError(dataDir, 'PostgreSQL cannot start from its files', { cause: error })
    : error;
}
