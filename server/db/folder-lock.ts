import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  fsync,
  futimesSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import {
  isLocal,
  judgeOwner,
  judgeProcess,
  knock,
  listenOn,
  type Owner,
  ownerHere,
  type Verdict,
} from './lock-owner.ts';
import { endWithoutLock, isHeld, type LockClaim, nonceIn } from './lock-proof.ts';

/** Another live process has the data folder. */
export class FolderLockedError extends Error {
  override readonly name = 'FolderLockedError';
}

export type FolderLock = { claim: LockClaim; release(): void };
/** A lock as it was read. `id` distinguishes it from all others; `owner` is `null` when its text cannot be parsed. */
type Entry = { file: string; id: string; owner: Owner | null };

const BEAT_MS = 1_000;
/** Number of heartbeats to wait for when an owner cannot be checked in another way. */
const [LOOKS, LOOK_MS] = [32, 250] as const;
/**
 * The same for a lock whose text cannot be parsed. A live owner notices at its next heartbeat that its text is gone,
 * and ends.
 */
const LOOKS_AT_RUBBISH = 10;
const DYING_MS = 3_000;
/**
 * Wait after taking over from an owner that could not be checked: longer than it may write without proving its lock.
 */
const SETTLE_MS = 1_500;
const DIGITS = 12;
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL']);

/** Short, because the path of a Unix socket is limited to about 100 bytes. */
const besideLock = (path: string, nonce: string) => `${path}.${nonce.slice(0, 12)}`;
const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/**
 * Takes a lock file that names the process that owns a folder. Two processes on one PGlite folder lose rows without an
 * error. The owner also listens on a socket beside the file, which the kernel closes when the process ends. A lock
 * whose owner has ended is taken over: docs/decisions/0032-one-writer-on-a-folder.md.
 *
 * @param options.onWait called with the reason when taking the lock has to wait
 * @param options.onLost called when this process no longer has the lock; by default it ends the process
 * @throws FolderLockedError when the owner is alive
 */
export async function lockFolder(
  path: string,
  options: { onWait?: (words: string) => void; onLost?: (claim: LockClaim) => void } = {},
): Promise<FolderLock> {
  const nonce = randomBytes(16).toString('hex');
  const socketName = `${besideLock(basename(path), nonce)}.sock`;
  const socket = await listenOn(join(dirname(path), socketName));
  let record: OwnRecord | undefined;
  const leave = () => {
    record?.close();
    socket?.close();
    rmSync(join(dirname(path), socketName), { force: true });
  };
  try {
    record = new OwnRecord(path, ownerHere(nonce, socket && socketName));
    await take(record, path, options.onWait ?? (() => {}));
    await tidy(path, nonce);
  } catch (error) {
    leave();
    throw error;
  } finally {
    record?.removeDraft();
  }
  return keep(record, { path, nonce, inode: record.inode }, leave, options.onLost ?? endWithoutLock);
}

/** Writes heartbeats while the lock is held; proves the lock before each one. */
function keep(record: OwnRecord, claim: LockClaim, leave: () => void, onLost: (claim: LockClaim) => void): FolderLock {
  const { path } = claim;
  const isRemote = !isLocal(dirname(path));
  const heart = setInterval(() => {
    if (isHeld(claim)) record.beat(isRemote);
    else {
      clearInterval(heart);
      onLost(claim);
    }
  }, BEAT_MS).unref();
  return {
    claim,
    release: () => {
      clearInterval(heart);
      if (isHeld(claim)) rmSync(path, { force: true });
      leave();
    },
  };
}

async function take(record: OwnRecord, path: string, onWait: (words: string) => void): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt++) {
    if (record.placeAt(path)) return;
    const last = findLast(path);
    // The lock was released between the two calls.
    if (last === null) continue;
    const verdict = await waitForVerdict(last, path, onWait);
    if (verdict === 'alive') throw inUse(last, path);
    if (verdict === 'changed' || !succeed(record, path, last)) continue;
    if (verdict === 'silent') await pause(SETTLE_MS);
    if (isHeld({ path, nonce: record.nonce, inode: record.inode })) return;
  }
  throw new FolderLockedError(`The data folder's lock could not be taken: ${path}`);
}

function inUse({ owner }: Entry, path: string): FolderLockedError {
  const words = owner ? `process ${owner.pid} on ${owner.host}` : 'starting now';
  return new FolderLockedError(
    `The data folder is in use by another process (${words}). Stop it first, give this one another DATA_DIR, or use PostgreSQL (DATABASE_URL), which several processes may share. Lock file: ${path}`,
  );
}

/* ---- finding the owner ---- */

/**
 * When the owner of a lock has ended, exactly one process may take over: the one that creates the file named after that
 * lock. If that process has ended too, its successor's file is named after its own entry. The last entry of this chain
 * holds the lock.
 */
const placeAfter = (path: string, id: string) => `${path}.after-${id}`;

function findLast(path: string): Entry | null {
  let last = readEntry(path);
  for (let next = last; next !== null; next = readEntry(placeAfter(path, next.id))) last = next;
  return last;
}

function readEntry(file: string): Entry | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const owner = parseOwner(text);
  // The path is part of the hash: the same unreadable text elsewhere is another entry.
  const id =
    owner?.nonce ||
    createHash('sha256')
      .update(`${basename(file)}\n${text}`)
      .digest('hex')
      .slice(0, 32);
  return { file, id, owner };
}

function parseOwner(text: string): Owner | null {
  let found: Partial<Owner> | null;
  try {
    found = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof found !== 'object' || found === null || !Number.isSafeInteger(found.pid) || Number(found.pid) < 1)
    return null;
  const word = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    // Locks of earlier versions have none.
    nonce: nonceIn(text) ?? '',
    pid: Number(found.pid),
    started: word(found.started),
    boot: word(found.boot),
    namespace: word(found.namespace),
    host: word(found.host),
    // Accepts a plain file name beside the lock, never a path to another folder.
    socket: /^[\w.-]+\.sock$/.test(word(found.socket)) ? word(found.socket) : null,
  };
}

/** `silent`: the owner cannot be checked and wrote no heartbeat. `changed`: it is no longer the same lock. */
async function waitForVerdict(
  entry: Entry,
  path: string,
  onWait: (words: string) => void,
): Promise<'alive' | 'dead' | 'silent' | 'changed'> {
  let verdict = await judge(entry, path);
  // A signal sent a moment ago may not have taken effect yet.
  if (verdict === 'alive') {
    await pause(50);
    verdict = await judge(entry, path);
  }
  const end = performance.now() + DYING_MS;
  while (verdict === 'dying' && performance.now() < end) {
    await pause(25);
    verdict = await judge(entry, path);
  }
  if (verdict === 'dead') return 'dead';
  if (verdict !== 'unseen') return 'alive';
  const looks = entry.owner ? LOOKS : LOOKS_AT_RUBBISH;
  onWait(
    `The data folder's lock is of a process that cannot be seen from here; watching it for ${(looks * LOOK_MS) / 1000} s.`,
  );
  return watch(entry, looks);
}

async function judge({ owner, id }: Entry, path: string): Promise<Verdict> {
  if (owner === null) return 'unseen';
  if (owner.nonce === id) return judgeOwner(owner, path);
  // Earlier versions did not store the namespace of their process id.
  const here = ownerHere('', null);
  const verdict = owner.host === here.host && owner.started !== '' ? judgeProcess(owner) : 'unseen';
  return verdict === 'dead' ? 'unseen' : verdict;
}

/** Compares successive readings, never a clock. A pause of this process counts as one reading. */
async function watch({ file, id }: Entry, looks: number): Promise<'alive' | 'silent' | 'changed'> {
  const look = () => {
    const { mtimeMs, ino } = statSync(file);
    return `${ino} ${mtimeMs} ${readFileSync(file, 'utf8')}`;
  };
  try {
    const first = look();
    for (let i = 0; i < looks; i++) {
      await pause(LOOK_MS);
      if (look() !== first) return readEntry(file)?.id === id ? 'alive' : 'changed';
    }
    return 'silent';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'changed';
    throw error;
  }
}

/* ---- taking over ---- */

/** @returns false when another process was faster */
function succeed(record: OwnRecord, path: string, last: Entry): boolean {
  const place = placeAfter(path, last.id);
  if (!record.placeAt(place)) return false;
  // Another process may have finished the takeover. Then the lock at the path is its own and starts a new chain.
  if (findLast(path)?.id !== record.nonce) {
    rmSync(place, { force: true });
    return false;
  }
  renameSync(place, path);
  return true;
}

/** Removes files that killed processes left beside the lock. */
async function tidy(path: string, nonce: string): Promise<void> {
  const [folder, name] = [dirname(path), basename(path)];
  for (const found of readdirSync(folder)) {
    if (!found.startsWith(`${name}.`)) continue;
    const rest = found.slice(name.length + 1);
    if (rest === 'takeover' || rest.startsWith('after-')) rmSync(join(folder, found), { force: true });
    const [, other] = /^([0-9a-f]{12})\.sock$/.exec(rest) ?? [];
    if (other === undefined || nonce.startsWith(other) || (await knock(join(folder, found))) !== 'shut') continue;
    rmSync(join(folder, `${name}.${other}.draft`), { force: true });
    rmSync(join(folder, found), { force: true });
  }
}

/**
 * Writes this process's lock text to a temporary file and links it into place, so that no other process reads an
 * incomplete text. Heartbeats are written through the open file handle: if another process has replaced the lock, they
 * do not reach its file.
 */
class OwnRecord {
  readonly nonce: string;
  readonly #draft: string;
  readonly #text: string;
  #file: number;
  #beats = 0;

  constructor(path: string, owner: Owner) {
    this.nonce = owner.nonce;
    this.#draft = `${besideLock(path, owner.nonce)}.draft`;
    this.#text = JSON.stringify({ ...owner, beat: '0'.padStart(DIGITS, '0') });
    this.#file = this.#write(this.#draft);
  }

  get inode(): string {
    return String(fstatSync(this.#file, { bigint: true }).ino);
  }

  /** @returns false when there is a file already */
  placeAt(path: string): boolean {
    try {
      linkSync(this.#draft, path);
      return true;
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') return false;
      if (!NO_LINKS.has(code)) throw error;
    }
    // A file system without hard links: the file is created first and written afterwards.
    try {
      const file = this.#write(path);
      closeSync(this.#file);
      this.#file = file;
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    }
  }

  /** @param isRemote other machines see the write only after it is synced */
  beat(isRemote: boolean): void {
    try {
      this.#beats += 1;
      writeSync(this.#file, String(this.#beats).padStart(DIGITS, '0'), Buffer.byteLength(this.#text) - DIGITS - 2);
      futimesSync(this.#file, new Date(), new Date());
      if (isRemote) fsync(this.#file, () => {});
    } catch {
      // A full or failing disk. A watching process may take over; the next proof detects it.
    }
  }

  removeDraft(): void {
    rmSync(this.#draft, { force: true });
  }

  close(): void {
    closeSync(this.#file);
  }

  #write(path: string): number {
    const file = openSync(path, 'wx', 0o600);
    try {
      writeSync(file, this.#text);
      return file;
    } catch (error) {
      // On a full disk the file exists without its text.
      closeSync(file);
      rmSync(path, { force: true });
      throw error;
    }
  }
}
