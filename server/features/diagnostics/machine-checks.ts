import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import type { DatabaseState } from '#server/db/state.ts';
import { type BackupFile, newestBackup } from '#server/features/backup/files.ts';
import type { StripeProbe } from '#server/features/payments/stripe-probe.ts';
import { nearestFolder } from '#server/plugins/disk.ts';
import type { CheckResult, DiagnosticsDeps } from './check-result.ts';

const HOUR_MS = 3_600_000;
/** One night and two hours. */
const OLD_MS = 26 * HOUR_MS;
const LITTLE_BYTES = 1e9;
const TOO_LITTLE_BYTES = 200e6;
/** Stripe's signatures are valid for 300 s. */
const TOLERANCE_S = 300;
const DRIFT_S = 30;

export async function checkDisk({ config }: DiagnosticsDeps): Promise<CheckResult> {
  const check = 'disk';
  const folder = await nearestFolder(config.dataDir);
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const values = { folder: config.dataDir, free: `${(free / 1e9).toFixed(1)} GB` };
  const mayWrite = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!mayWrite) {
    // With an external database the shop itself writes nothing to the disk.
    return { check, state: config.databaseUrl === undefined ? 'fault' : 'ok', code: 'disk_unwritable', values };
  }
  if (free < TOO_LITTLE_BYTES) return { check, state: 'fault', code: 'disk_full', values };
  return free < LITTLE_BYTES
    ? { check, state: 'warning', code: 'disk_low', values }
    : { check, state: 'ok', code: 'disk_ok', values };
}

/** The age of the newest backup. */
export async function checkBackups({ config, clock }: DiagnosticsDeps): Promise<CheckResult> {
  const check = 'backups';
  if (config.backup === undefined) return { check, state: 'warning', code: 'backups_off' };
  const { folder } = config.backup;
  let newest: BackupFile | null;
  try {
    newest = await newestBackup(folder, clock.now());
  } catch {
    return { check, state: 'fault', code: 'backups_unreadable', values: { folder } };
  }
  if (newest === null) return { check, state: 'warning', code: 'backups_empty', values: { folder } };
  const values = { folder, when: newest.writtenAt.toISOString() };
  if (newest.isShrunk) return { check, state: 'fault', code: 'backups_shrunk', values };
  return clock.now().getTime() - newest.writtenAt.getTime() > OLD_MS
    ? { check, state: 'warning', code: 'backups_old', values }
    : { check, state: 'ok', code: 'backups_ok', values };
}

/**
 * Compares with Stripe's clock, which dates the signatures; otherwise with the database's clock if it is on another
 * machine.
 */
export async function checkClock(
  { config, clock, database }: DiagnosticsDeps,
  stripe: () => Promise<StripeProbe>,
  state: () => Promise<DatabaseState>,
): Promise<CheckResult> {
  const check = 'clock';
  const probe = config.stripe ? await stripe() : null;
  const theirs =
    (probe?.kind === 'accepted' ? probe.date : null) ??
    (database.isOpen && database.engine === 'postgres' ? (await state()).now : null);
  if (theirs === null) return { check, state: 'ok', code: 'clock_alone' };
  const seconds = Math.round(Math.abs(clock.now().getTime() - theirs.getTime()) / 1000);
  if (seconds <= DRIFT_S) return { check, state: 'ok', code: 'clock_ok' };
  return { check, state: seconds >= TOLERANCE_S ? 'fault' : 'warning', code: 'clock_off', values: { seconds } };
}
