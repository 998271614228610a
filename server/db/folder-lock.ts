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
/** A lock as it was read. `id` tells it from all others; `owner` is `null` when its text makes no sense. */
type Entry = { file: string; id: string; owner: Owner | null };

const BEAT_MS = 1_000;
/** How often, at this pause, a heart beat that cannot be judged otherwise is looked at: eight beats. */
const [LOOKS, LOOK_MS] = [32, 250] as const;
/** The same for a text that makes no sense: its owner, if there is one, finds its word gone at the next beat and ends. */
const LOOKS_AT_RUBBISH = 10;
const DYING_MS = 3_000;
/** After taking over from an owner that could not be seen: longer than it may write without a look at its lock. */
const SETTLE_MS = 1_500;
const DIGITS = 12;
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL']);

/** Short, since a socket's path has few letters. */
const besideLock = (path: string, nonce: string) => `${path}.${nonce.slice(0, 12)}`;
const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/**
 * Takes a lock file that says which process owns a folder; two processes on one PGlite folder lose rows silently. Beside
 * it the owner listens on a socket, which the kernel shuts when the process ends. A lock whose owner is gone is taken
 * over: docs/decisions/0032-one-writer-on-a-folder.md.
 *
 * @param options.onWait told in words why the taking lasts
 * @param options.onLost called when the lock is no longer this process's own; by default it ends the process
 * @throws FolderLockedError when its owner lives
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

/** Beats for as long as the lock is held, proving before each beat that it is. */
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
    // Given back between the two.
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

/* ---- who has it ---- */

/**
 * Of a lock whose owner is gone exactly one process may take the place: the one that makes the file named after it. Should
 * that one be gone too, the next is named after it, and so on; the last of this chain has the lock.
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
  // The name is part of it: the same rubbish elsewhere is another entry.
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
    // Versions before this one wrote none.
    nonce: nonceIn(text) ?? '',
    pid: Number(found.pid),
    started: word(found.started),
    boot: word(found.boot),
    namespace: word(found.namespace),
    host: word(found.host),
    // A name beside the lock, and nothing that leads elsewhere.
    socket: /^[\w.-]+\.sock$/.test(word(found.socket)) ? word(found.socket) : null,
  };
}

/** `silent`: not seen, and its heart did not beat. `changed`: it is not the same lock any more. */
async function waitForVerdict(
  entry: Entry,
  path: string,
  onWait: (words: string) => void,
): Promise<'alive' | 'dead' | 'silent' | 'changed'> {
  let verdict = await judge(entry, path);
  // A signal that was sent a moment ago may not be seen yet.
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
  // Of an older version, which did not say in which namespace its number counts.
  const here = ownerHere('', null);
  const verdict = owner.host === here.host && owner.started !== '' ? judgeProcess(owner) : 'unseen';
  return verdict === 'dead' ? 'unseen' : verdict;
}

/** Compares what it sees with what it saw before, never with a clock. A pause of this process is one look, not many. */
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
  // Another may have finished since: then the lock at the path is its own, and leads not here.
  if (findLast(path)?.id !== record.nonce) {
    rmSync(place, { force: true });
    return false;
  }
  renameSync(place, path);
  return true;
}

/** Takes away what killed processes left beside the lock. */
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
 * This process's words for the lock. They are written beside it and then linked to its place, so that no other process
 * finds half of them there. Heart beats go to the open file: if the place is another's by now, they do not reach it.
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
    // A file system without links: its name and its words come one after the other.
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

  /** @param isRemote other machines see it only once it is sent off */
  beat(isRemote: boolean): void {
    try {
      this.#beats += 1;
      writeSync(this.#file, String(this.#beats).padStart(DIGITS, '0'), Buffer.byteLength(this.#text) - DIGITS - 2);
      futimesSync(this.#file, new Date(), new Date());
      if (isRemote) fsync(this.#file, () => {});
    } catch {
      // A full or failing disk; whoever watches may take over, and the next proof tells.
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
      // On a full disk the name is there and the words are not.
      closeSync(file);
      rmSync(path, { force: true });
      throw error;
    }
  }
}
