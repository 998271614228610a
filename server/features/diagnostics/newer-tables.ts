import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import { readDatabaseState } from '#server/db/state.ts';
import { describeResult } from './words.ts';

/**
 * A warning at start when a newer version has changed the tables; `null` otherwise, and when the database does not
 * answer. The shop starts anyway: during a rolling update, an older instance may have to start again.
 *
 * @returns one line in the owner's language
 * @see docs/updating.md
 */
export async function newerTablesWarning({
  db,
  config,
}: {
  db: Database;
  config: Pick<Config, 'ownerLanguage'>;
}): Promise<string | null> {
  const state = await readDatabaseState(db).catch(() => null);
  if (state?.tables !== 'newer') return null;
  const result = { check: 'database', state: 'fault', code: 'database_newer' } as const;
  const { text, todo } = describeResult(result, config.ownerLanguage);
  return `${text} ${todo} (docs/updating.md)`;
}
