import { FolderLockedError } from '#server/db/data-folder/folder-lock.ts';
import { DamagedFolderError } from '#server/db/file-record.ts';
import { SharedConnectionError } from '#server/db/postgres/pooler.ts';
import type { DatabaseState } from '#server/db/state.ts';
import type { CheckResult, DatabaseView, DiagnosticsDeps } from './check-result.ts';

const OLDEST_POSTGRES = 15;
/** SQLSTATEs of a wrong login or name; every other error is reported as "does not answer". */
const REFUSALS: Readonly<Record<string, string>> = {
  '28P01': 'database_login',
  '28000': 'database_login',
  '3D000': 'database_name',
};

export async function checkDatabase(
  { config, database }: DiagnosticsDeps,
  state: () => Promise<DatabaseState>,
): Promise<CheckResult> {
  const check = 'database';
  if (!database.isOpen) return database.result;
  const { version, tables, isReadOnly } = await state();
  if (isReadOnly) return { check, state: 'fault', code: 'database_read_only' };
  if (tables === 'newer' || tables === 'incomplete') return { check, state: 'fault', code: `database_${tables}` };
  if (tables !== 'current') return { check, state: 'warning', code: `database_${tables}` };
  if (database.engine === 'pglite') {
    const values = { folder: config.dataDir };
    // The database does not wait for the disk, so a power cut may lose the last minutes.
    const isAtRisk = config.production && config.backup === undefined;
    return {
      check,
      state: isAtRisk ? 'warning' : 'ok',
      code: isAtRisk ? 'database_at_risk' : 'database_embedded',
      values,
    };
  }
  if (version < OLDEST_POSTGRES) return { check, state: 'fault', code: 'database_version', values: { version } };
  return { check, state: 'ok', code: 'database_postgres', values: { version } };
}

/** The data folder has no embedded database yet; opening it would create one. */
export class NoDatabaseError extends Error {
  override readonly name = 'NoDatabaseError';
}

/** A check result for a database that could not be opened. */
export function closedDatabase(error: unknown): Extract<DatabaseView, { isOpen: false }> {
  const fault = (code: string, values = {}): CheckResult => ({ check: 'database', state: 'fault', code, values });
  for (let e = error; e instanceof Error; e = e.cause) {
    if (e instanceof NoDatabaseError) {
      return { isOpen: false, result: { check: 'database', state: 'warning', code: 'database_new' } };
    }
    if (e instanceof FolderLockedError) {
      return { isOpen: false, result: { check: 'database', state: 'warning', code: 'database_locked' } };
    }
    if (e instanceof SharedConnectionError) return { isOpen: false, result: fault('database_pooled') };
    if (e instanceof DamagedFolderError) return { isOpen: false, result: fault('database_damaged') };
    const { code = '' } = e as NodeJS.ErrnoException;
    const known = Object.hasOwn(REFUSALS, code) ? REFUSALS[code] : undefined;
    if (known) return { isOpen: false, result: fault(known) };
  }
  const { code = 'no answer' } = (error ?? {}) as NodeJS.ErrnoException;
  return { isOpen: false, result: fault('database_unreachable', { code }) };
}
