import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import type { Connection } from '#server/db/connect.ts';
import type { BaseDeps } from '#server/deps.ts';
import { backupName, newestBackup, removeOldBackups } from './files.ts';
import { writeBackup } from './service.ts';

/** The hour in New York at which a night's backup is due: the shop's quietest. */
const HOUR = 3;
const MINUTE_MS = 60_000;
const RETRY_MS = 15 * MINUTE_MS;

export type NightlyDeps = Pick<BaseDeps, 'clock' | 'log'> & {
  connection: Connection;
  folder: Config['backup'] & object;
};

/**
 * Writes a backup each night at 3 in New York while the shop runs, and at once when none has been written since the
 * last 3 o'clock. Instances that share the database and the folder write one between them. A failure is logged and
 * tried again after a quarter of an hour.
 *
 * @returns `stop`, which gives up a backup that is under way
 */
export function startNightlyBackup(deps: NightlyDeps): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let pass: Promise<void> = Promise.resolve();
  const run = () => {
    pass = backUpIfDue(deps, stopping.signal)
      .then(
        () => MINUTE_MS,
        (error) => {
          if (!stopping.signal.aborted)
            deps.log.error({ event: 'backup_failed', err: error }, 'the nightly backup failed and will come again');
          return RETRY_MS;
        },
      )
      .then((pause) => {
        if (!stopping.signal.aborted) timer = setTimeout(run, pause);
      });
  };
  run();
  return {
    stop: async () => {
      stopping.abort(new Error('The shop is stopping; the backup was not finished.'));
      clearTimeout(timer);
      await pass;
    },
  };
}

/** One look, and the backup if it is due. @returns whether this instance has written it */
export async function backUpIfDue(
  { connection, clock, log, folder: { folder, keep } }: NightlyDeps,
  signal?: AbortSignal,
): Promise<boolean> {
  const isDue = async () => {
    const newest = await newestBackup(folder);
    return newest === null || nightOf(newest.writtenAt) < nightOf(clock.now());
  };
  if (!(await isDue())) return false;
  let isWritten = false;
  await connection.alone(async () => {
    // Another instance may have written it between the look and the lock.
    if (!(await isDue())) return;
    const writtenAt = clock.now();
    const begun = performance.now();
    const path = join(folder, backupName(writtenAt));
    const { bytes, tables } = await writeBackup(connection, path, { writtenAt, ...(signal && { signal }) });
    isWritten = true;
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    log.info(
      { event: 'backup', file: path, bytes, rows, ms: Math.round(performance.now() - begun) },
      'the nightly backup is written',
    );
    await removeOldBackups(folder, keep);
  });
  return isWritten;
}

const WALL_CLOCK = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
});

/** The day, such as `2026-11-21`, at whose 3 o'clock in New York the time that holds this moment began. */
export function nightOf(moment: Date): string {
  const parts = Object.fromEntries(WALL_CLOCK.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0 } = parts;
  return new Date(Date.UTC(year, month - 1, day - (hour < HOUR ? 1 : 0))).toISOString().slice(0, 10);
}
