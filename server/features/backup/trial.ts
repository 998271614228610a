import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { statfs as realStatfs, rm, stat } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Connection } from '#server/db/connect.ts';
import type { BaseDeps } from '#server/deps.ts';
import type { Counts, TRIAL_FAILURES, Trial } from '#shared/admin/backups.ts';
import { type BackupFile, newestBackup } from './files.ts';
import { NoRoomError, type Statfs } from './room.ts';
import { countRows } from './shop-tables.ts';

export type TrialDeps = Pick<BaseDeps, 'clock' | 'config' | 'log'> & { connection: Pick<Connection, 'db'> };
type Options = { limitMs?: number; statfs?: Statfs };

const PROGRAM = fileURLToPath(new URL('./trial-process.ts', import.meta.url));
/** In the data folder, because the system's folder of temporary files may be in memory. */
const FOLDER = 'backup-trial';
const LIMIT_MS = 15 * 60_000;
/**
 * Disk space: an empty database, and the factor by which a compressed backup grows into tables, indexes and journal.
 */
const EMPTY_BYTES = 100e6;
const GROWTH = 25;
/** The program's exit code for a file that cannot be restored. */
const BAD_FILE = 2;

class TrialFailed extends Error {
  readonly failure: (typeof TRIAL_FAILURES)[number];
  constructor(failure: TrialFailed['failure'], message: string) {
    super(message);
    this.failure = failure;
  }
}

/** Trial restores of the newest backup, one at a time, never into the shop's own database. */
export type Trials = {
  /** The running trial, else the last one since the start. */
  latest(): Trial | null;
  /** Starts a trial and returns at once, unless one is running. @returns `false` without a backup */
  begin(): Promise<boolean>;
  /** Ends a running one. */
  stop(): Promise<void>;
};

/** @param options.limitMs time limit of a restore */
export function openTrials(deps: TrialDeps, { limitMs = LIMIT_MS, statfs = realStatfs }: Options = {}): Trials {
  const { clock, config, log } = deps;
  const folder = join(config.dataDir, FOLDER);
  const stopping = new AbortController();
  let latest: Trial | null = null;
  let running: Promise<void> | null = null;

  async function run(backup: BackupFile, writtenAt: string): Promise<void> {
    const begun = performance.now();
    try {
      const bytes = (await stat(backup.path)).size;
      const copy = await inFolder(folder, async () => {
        await requireRoom(folder, EMPTY_BYTES + GROWTH * bytes, statfs);
        return restoreAndCount(backup.path, folder, { limitMs, signal: stopping.signal });
      });
      const seconds = Math.round((performance.now() - begun) / 1000);
      latest = { state: 'whole', writtenAt, seconds, copy, shop: await countShop(deps) };
      log.info({ event: 'backup_tried', file: backup.path, seconds, ...copy }, 'the backup was restored into a copy');
    } catch (error) {
      const failure = error instanceof TrialFailed ? error.failure : error instanceof NoRoomError ? 'room' : 'ended';
      latest = { state: 'failed', writtenAt, failure };
      log.error({ event: 'backup_trial_failed', file: backup.path, err: error }, 'the backup could not be tried');
    }
  }

  return {
    latest: () => latest,
    begin: async () => {
      if (running) return true;
      const backup = config.backup ? await newestBackup(config.backup.folder, clock.now()) : null;
      if (!backup) return false;
      // Another call may have come first meanwhile.
      if (running) return true;
      const writtenAt = backup.writtenAt.toISOString();
      latest = { state: 'running', writtenAt };
      running = run(backup, writtenAt).finally(() => {
        running = null;
      });
      return true;
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

/** Deletes the copy that a killed process has left. */
export async function removeLeftCopy({ config }: Pick<TrialDeps, 'config'>): Promise<void> {
  await rm(join(config.dataDir, FOLDER), { recursive: true, force: true });
}

async function inFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  await rm(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    return await work();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function requireRoom(folder: string, needed: number, statfs: Statfs): Promise<void> {
  const { bavail, bsize, blocks } = await statfs(folder);
  if (blocks > 0 && bavail * bsize < needed) throw new NoRoomError(folder, needed, bavail * bsize);
}

/** In a process of its own, whose memory is released with it, and which has no address of the shop's database. */
async function restoreAndCount(
  path: string,
  folder: string,
  { limitMs, signal }: { limitMs: number; signal: AbortSignal },
): Promise<Counts> {
  const child = spawn(process.execPath, [PROGRAM, path, folder], {
    env: { NODE_ENV: 'production' },
    stdio: ['pipe', 'pipe', 'pipe'],
    killSignal: 'SIGKILL',
    signal,
  });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    child.kill('SIGKILL');
  }, limitMs);
  const ended = new Promise<number | null>((done) => {
    child.once('close', done);
    // An abort is an error too, but the process ends later.
    child.on('error', () => {
      if (child.pid === undefined) done(null);
    });
  });
  child.stdin.on('error', () => {});
  yieldToShoppers(child.pid);
  const [counts, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  clearTimeout(timer);
  if (code === 0) return JSON.parse(counts) as Counts;
  if (isLate) throw new TrialFailed('slow', `The restore did not end in ${limitMs} ms`);
  throw new TrialFailed(code === BAD_FILE ? 'file' : 'ended', errors.slice(-2_000) || `The restore ended with ${code}`);
}

function yieldToShoppers(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended already, or the system forbids it.
  }
}

async function countShop({ connection: { db } }: TrialDeps): Promise<Counts> {
  return {
    orders: await countRows(db, 'orders'),
    lines: await countRows(db, 'order_lines'),
    customers: await countRows(db, 'customers'),
  };
}
