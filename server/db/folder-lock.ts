import { closeSync, openSync, readFileSync, rmSync, statSync, utimesSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';

/** Another live process has the data folder. */
export class FolderLockedError extends Error {
  override readonly name = 'FolderLockedError';
}

type Owner = { pid: number; host: string; started: string };
const HEARTBEAT_MS = 2_000;
/** A lock of another machine or container, whose processes we cannot see, lives as long as its heart beats. */
const SILENCE_MS = 10_000;

/**
 * Takes a lock file that says which process owns a folder; two processes on one PGlite folder lose rows silently.
 * A lock whose process is gone is taken over.
 *
 * @throws FolderLockedError when its process lives
 */
export function lockFolder(path: string): { release(): void } {
  for (let attempt = 0; attempt < 40; attempt++) {
    if (create(path, { pid: process.pid, host: hostname(), started: processStart(process.pid) })) {
      const heart = setInterval(() => beat(path), HEARTBEAT_MS).unref();
      return {
        release: () => {
          clearInterval(heart);
          rmSync(path, { force: true });
        },
      };
    }
    const owner = liveOwner(path);
    if (owner) {
      throw new FolderLockedError(
        `The data folder is in use by another process (${owner}). Stop it first, give this one another DATA_DIR, or use PostgreSQL (DATABASE_URL), which several processes may share. Lock file: ${path}`,
      );
    }
    removeStale(path);
  }
  throw new FolderLockedError(`The data folder's lock could not be taken: ${path}`);
}

/** Creates a file that must not be there yet; false when it is. */
function create(path: string, content: unknown): boolean {
  let file: number;
  try {
    file = openSync(path, 'wx');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  try {
    writeSync(file, JSON.stringify(content));
    return true;
  } catch (error) {
    // On a full disk the name is there and the words are not: left behind, it would keep the next start waiting.
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

function beat(path: string): void {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // Removed by hand; the folder is still ours.
  }
}

/**
 * Removes a lock whose owner is gone. One process at a time: of two that judged the same lock, the slower would
 * otherwise remove the one that the faster has just taken.
 */
function removeStale(path: string): void {
  const turn = `${path}.takeover`;
  if (create(turn, { pid: process.pid })) {
    if (!liveOwner(path)) rmSync(path, { force: true });
    rmSync(turn, { force: true });
  } else {
    if (silence(turn) > SILENCE_MS) rmSync(turn, { force: true });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  }
}

/** How long ago a file was last touched, in ms; endless when it is not there. */
function silence(path: string): number {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Who has the lock, in words for a person; `null` when nobody living has. */
function liveOwner(path: string): string | null {
  let owner: Partial<Owner>;
  try {
    owner = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    // Half written: its owner is between creating and filling it, unless it is old.
    return silence(path) < SILENCE_MS ? 'starting now' : null;
  }
  if (typeof owner.pid !== 'number') return null;
  const words = `process ${owner.pid} on ${owner.host}`;
  if (owner.host !== hostname()) return silence(path) < SILENCE_MS ? words : null;
  return isAlive(owner.pid, owner.started ?? '') ? words : null;
}

function isAlive(pid: number, started: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  // A process number is given again, in a container often the same in every life: the start time tells.
  const now = processStart(pid);
  return now === '' || started === '' || now === started;
}

/** When a process began, in the kernel's ticks (Linux, /proc/pid/stat field 22); empty where that cannot be known. */
function processStart(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
