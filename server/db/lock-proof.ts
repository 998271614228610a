import { readFileSync, statSync, writeSync } from 'node:fs';

/** A lock that this process has taken: its file, the random word in it, and the file's number on its disk. */
export type LockClaim = { path: string; nonce: string; inode: string };

/** After so long without a look at the lock, a write waits for one. */
const FRESH_MS = 500;
const NONCE = /"nonce":"([0-9a-f]{32})"/;

/** The random word in a lock's text; `null` when there is none. */
export function nonceIn(text: string): string | null {
  return NONCE.exec(text)?.[1] ?? null;
}

/** Whether the file at the path is still the lock that was taken. */
export function isHeld({ path, nonce, inode }: LockClaim): boolean {
  try {
    return nonceIn(readFileSync(path, 'utf8')) === nonce;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
  }
  try {
    // With no file descriptor left, under a flood of connections, the file's number can still be asked for.
    return String(statSync(path, { bigint: true }).ino) === inode;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}

/** Ends the process before anything more is written or answered. Works in a thread, where `process.exit` ends the thread alone. */
export function endWithoutLock({ path }: LockClaim): void {
  const words = `The lock of the data folder is gone (${path}): another process has the folder, or the file was removed. This process ends at once; what it answered is kept.\n`;
  try {
    writeSync(2, words);
  } finally {
    process.kill(process.pid, 'SIGKILL');
  }
}

/**
 * What a writer asks before it writes and before it answers. While the last proof is fresh it costs two clock readings;
 * after a pause (a stopped process, a suspended machine, a blocked loop) the lock is looked at again first.
 *
 * @param lost called when the lock is gone; by default it does not return
 */
export function createWriteGate(claim: LockClaim, lost: (claim: LockClaim) => void = endWithoutLock): () => void {
  let [monotonicMs, wallMs] = [performance.now(), Date.now()];
  return () => {
    // The monotonic clock stands still while a machine is suspended, the other one can be set: either may tell of a pause.
    const isFresh = performance.now() - monotonicMs < FRESH_MS && Math.abs(Date.now() - wallMs) < FRESH_MS;
    if (isFresh) return;
    [monotonicMs, wallMs] = [performance.now(), Date.now()];
    if (!isHeld(claim)) lost(claim);
  };
}
