import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import type { Connection } from '#server/db/connect.ts';
import type { BaseDeps } from '#server/deps.ts';
import { memoize } from '#shared/core/memoize.ts';
import { shopZone } from '#shared/shipping/shop-zone.ts';
import { forgetFailure, reportFailure, reportShrinkage } from './failure-notice.ts';
import { backupName, listBackups, newestBackup, removeOldBackups } from './files.ts';
import { writeBackup } from './service.ts';
import { findShrinkage } from './shrink.ts';

const MINUTE_MS = 60_000;
const RETRY_MS = 15 * MINUTE_MS;

export type NightlyDeps = Pick<BaseDeps, 'clock' | 'config' | 'log' | 'metrics' | 'mailSignal'> & {
  connection: Connection;
  folder: Config['backup'] & object;
};

/**
 * Writes a backup each night at the owner's hour in the shop's time zone, and at once when none has been written since. Instances that share the database and the folder write a single one. A failure is logged, mailed to the
 * owner unless the previous attempt failed too, and retried after a quarter of an hour.
 *
 * @returns `stop`, which aborts a running backup
 */
export function startNightlyBackup(deps: NightlyDeps): { stop(): Promise<void> } {
  measureShrinkage(deps);
  const stopping = new AbortController();
  const look = nightlyLook(deps, stopping.signal);
  let timer: NodeJS.Timeout | undefined;
  let pass: Promise<void> = Promise.resolve();
  const run = () => {
    pass = look().then((pause) => {
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

/** The alarm is part of the newest backup's name, where other instances and later processes find it. */
export function measureShrinkage({ clock, folder, metrics }: NightlyDeps): void {
  metrics.registry.onCollect(async () => {
    const newest = await newestBackup(folder.folder, clock.now());
    metrics.backupShrunk.set({}, newest?.isShrunk ? 1 : 0);
  });
}

/** Checks whether a backup is due. Never throws. @returns the milliseconds until the next check */
export function nightlyLook(deps: NightlyDeps, signal?: AbortSignal): () => Promise<number> {
  const { connection, log, folder } = deps;
  const { db } = connection;
  // The previous process may have mailed a failure.
  let mayBeFailing = true;
  return async () => {
    try {
      const isWritten = await backUpIfDue(deps, signal);
      // Not while another instance is still writing, which may fail. A finished backup also clears a failure reported
      // by another instance.
      if (isWritten || (mayBeFailing && !(await isDue(deps)))) {
        await forgetFailure(db);
        mayBeFailing = false;
      }
      return MINUTE_MS;
    } catch (error) {
      if (signal?.aborted) return MINUTE_MS;
      log.error({ event: 'backup_failed', err: error }, 'the nightly backup failed and will come again');
      mayBeFailing = true;
      await reportFailure({ ...deps, db }, folder.folder, error).catch((untold) =>
        log.error({ event: 'backup_failed', err: untold }, 'the owner could not be told of it'),
      );
      return RETRY_MS;
    }
  };
}

async function isDue({ clock, folder: { folder, hour } }: NightlyDeps): Promise<boolean> {
  // A backup dated in the future was written while the clock was ahead, and does not count.
  const tonight = nightOf(clock.now(), hour);
  return (await listBackups(folder)).every(({ writtenAt }) => nightOf(writtenAt, hour) !== tonight);
}

/** Writes the backup if it is due. @returns whether this instance wrote it */
export async function backUpIfDue(deps: NightlyDeps, signal?: AbortSignal): Promise<boolean> {
  const { connection, clock, log, folder } = deps;
  if (!(await isDue(deps))) return false;
  let isWritten = false;
  await connection.alone(async () => {
    // Another instance may have written it between the check and the lock.
    if (!(await isDue(deps))) return;
    const writtenAt = clock.now();
    const begun = performance.now();
    const before = await listBackups(folder.folder);
    let path = join(folder.folder, backupName(writtenAt));
    const written = await writeBackup(connection, path, { writtenAt, ...(signal && { signal }) });
    isWritten = true;
    const { bytes, tables } = written;
    const shrinkage = await findShrinkage(folder.folder, path, written, writtenAt);
    if (shrinkage) {
      const marked = join(folder.folder, backupName(writtenAt, true));
      await rename(path, marked);
      path = marked;
      log.error(
        { event: 'backup_shrunk', file: path, ...shrinkage },
        'the backup holds clearly less than the one before; the older ones are kept',
      );
      // Mailed once: if the previous backup was as small, the owner already knows.
      const last = before.find((earlier) => earlier.writtenAt <= writtenAt);
      if (!last?.isShrunk) await reportShrinkage({ ...deps, db: connection.db }, folder.folder, shrinkage);
    }
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    log.info(
      { event: 'backup', file: path, bytes, rows, ms: Math.round(performance.now() - begun) },
      'the nightly backup is written',
    );
    // The backup is written: a failure to delete old ones does not matter.
    await removeOldBackups(folder.folder, folder.keep, writtenAt).catch((error) =>
      log.warn({ event: 'old_backups_kept', err: error }, 'older backups could not be taken away'),
    );
  });
  return isWritten;
}

const wallClock = memoize(
  (timeZone) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
    }),
);

/** The day, such as `2026-11-21`, of the last time that it was this hour in the shop's time zone. */
export function nightOf(moment: Date, atHour: number): string {
  const parts = Object.fromEntries(
    wallClock(shopZone())
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0 } = parts;
  return new Date(Date.UTC(year, month - 1, day - (hour < atHour ? 1 : 0))).toISOString().slice(0, 10);
}
