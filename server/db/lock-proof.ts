import { readFileSync, statSync, writeSync } from 'node:fs';

/** A lock that this process has taken: its file, the random token in it, and the file's inode number. */
export type LockClaim = { path: string; nonce: string; inode: string };

/** Age of the last proof after which a write has to prove the lock again. */
const FRESH_MS = 500;
const NONCE = /"nonce":"([0-9a-f]{32})"/;

/** The random token in a lock's text; `null` when there is none. */
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
    // Without a free file descriptor (a flood of connections) the inode number can still be read.
    return String(statSync(path, { bigint: true }).ino) === inode;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}

/**
 * Ends the process before anything more is written or answered. Works in a thread, where `process.exit` ends only the
 * thread.
 */
export function endWithoutLock({ path }: LockClaim): void {
  const words = `The lock of the data folder is gone (${path}): another process has the folder, or the file was removed. This process ends at once; what it answered is kept.\n`;
  try {
    writeSync(2, words);
  } finally {
    process.kill(process.pid, 'SIGKILL');
  }
}

/**
 * Called by a writer before it writes and before it answers. While the last proof is fresh it costs two clock readings.
 * After a pause (a stopped process, a suspended machine, a blocked event loop) the lock file is checked again first.
 *
 * @param lost called when the lock is gone; by default it does not return
 */
export function createWriteGate(claim: LockClaim, lost: (claim: LockClaim) => void = endWithoutLock): () => void {
  let [monotonicMs, wallMs] = [performance.now(), Date.now()];
  return () => {
    // Two clocks: the monotonic clock stops while a machine is suspended, and the time of day can be set. Either one
    // may show a pause.
    const isFresh = performance.now() - monotonicMs < FRESH_MS && Math.abs(Date.now() - wallMs) < FRESH_MS;
    if (isFresh) return;
    [monotonicMs, wallMs] = [performance.now(), Date.now()];
    if (!isHeld(claim)) lost(claim);
  };
}
