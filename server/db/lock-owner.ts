import { closeSync, constants, openSync, readdirSync, readFileSync, readlinkSync, statfsSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * The owner of a lock. `boot` identifies the boot of the kernel, `namespace` the namespace of process ids, `started`
 * the start time of the process; each is empty where the system does not provide it. `socket` is the file beside the
 * lock on which the owner listens.
 */
export type Owner = {
  nonce: string;
  pid: number;
  started: string;
  boot: string;
  namespace: string;
  host: string;
  socket: string | null;
};

/**
 * `dying`: it has been killed and has not exited yet. `unseen`: this process cannot tell; only the heartbeat shows
 * whether it lives.
 */
export type Verdict = 'alive' | 'dying' | 'dead' | 'unseen';

/** Longest path of a socket's address: 104 bytes on macOS, 108 on Linux. */
const MAX_SOCKET_PATH = 100;
/** Local file systems (statfs(2)). On these, a socket that refuses connections means that its owner has ended. */
const LOCAL_FILE_SYSTEMS = new Set([
  0xef53, // ext2, ext3, ext4
  0x58465342, // XFS
  0x9123683e, // Btrfs
  0x01021994, // tmpfs
  0x794c7630, // overlayfs
  0x2fc12fc1, // ZFS
  0xf2f52010, // F2FS
  0xca451a4e, // bcachefs
]);
/** Flag in `/proc/pid/stat`: the process is exiting. */
const PF_EXITING = 0x4;
const SIGKILL_BIT = 1n << 8n;

/** This process as the owner of a lock. */
export function ownerHere(nonce: string, socket: string | null): Owner {
  return {
    nonce,
    pid: process.pid,
    started: readProcess(process.pid)?.started ?? '',
    boot: read('/proc/sys/kernel/random/boot_id'),
    namespace: pidNamespace(),
    host: hostname(),
    socket,
  };
}

/** @param lock the lock's path; the owner's socket is beside it */
export async function judgeOwner(owner: Owner, lock: string): Promise<Verdict> {
  const here = ownerHere('', null);
  const isSameKernel = owner.boot === here.boot && (here.boot !== '' || owner.host === here.host);
  if (!isSameKernel) return 'unseen';
  const seesProcess = owner.namespace === here.namespace;
  if (owner.socket !== null) {
    const answer = await knock(join(dirname(lock), owner.socket));
    if (answer === 'open') return seesProcess && judgeProcess(owner) === 'dying' ? 'dying' : 'alive';
    // Where the process can be inspected, that decides: one folder may be mounted twice.
    if (answer === 'shut' && (!seesProcess || here.boot === '') && isLocal(dirname(lock))) return 'dead';
  }
  return seesProcess ? judgeProcess(owner) : 'unseen';
}

/** By process id and start time. Ids are reused; in a container the id is often the same after each start. */
export function judgeProcess({ pid, started }: Pick<Owner, 'pid' | 'started'>): Verdict {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Another user's process has the id, or a process that started after the owner.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return 'dead';
  }
  const found = readProcess(pid);
  if (found === null) return 'alive';
  if (started !== '' && found.started !== started) return 'dead';
  // A zombie has ended unless one of its threads still runs. The database is such a thread.
  if (isOver(found.state)) return hasLivingThread(pid) ? 'dying' : 'dead';
  return found.isEnding ? 'dying' : 'alive';
}

const isOver = (state: string) => state === 'Z' || state === 'X' || state === 'x';

function hasLivingThread(pid: number): boolean {
  try {
    return readdirSync(`/proc/${pid}/task`).some((thread) => {
      const stat = read(`/proc/${pid}/task/${thread}/stat`);
      return stat !== '' && !isOver(stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3));
    });
  } catch {
    return false;
  }
}

/** `null` where the system does not list processes (only Linux does). */
function readProcess(pid: number): { state: string; started: string; isEnding: boolean } | null {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === '') return null;
  // The second field is the program's name and may contain any character. proc(5): state is field 3, flags 9, start
  // time 22.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const pending = /^(?:SigPnd|ShdPnd):\s*([0-9a-f]+)$/gm;
  const isKilled = [...read(`/proc/${pid}/status`).matchAll(pending)].some(
    ([, mask]) => (BigInt(`0x${mask}`) & SIGKILL_BIT) !== 0n,
  );
  const isEnding = isKilled || (Number(fields[6]) & PF_EXITING) !== 0;
  return { state: fields[0] ?? '', started: fields[19] ?? '', isEnding };
}

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}

/** Whether a folder is on a file system that only one kernel uses. */
export function isLocal(folder: string): boolean {
  return process.platform !== 'linux' || LOCAL_FILE_SYSTEMS.has(statfsSync(folder).type);
}

/* ---- a socket as a lock: the kernel closes it when its process ends, and keeps it while the process is paused ---- */

/** Listens on a socket for the life of this process. @returns `null` where the file system has no sockets */
export async function listenOn(path: string): Promise<{ close(): void } | null> {
  const place = socketAddress(path);
  if (place === null) return null;
  const server = createServer((socket) => socket.destroy()).unref();
  try {
    await new Promise<void>((done, fail) => server.once('error', fail).listen(place.address, done));
    server.on('error', () => {});
    return { close: () => void server.close() };
  } catch {
    return null;
  } finally {
    place.release();
  }
}

/** `shut`: nobody listens there, or there is no such socket. */
export async function knock(path: string): Promise<'open' | 'shut' | 'unknown'> {
  const place = socketAddress(path);
  if (place === null) return 'unknown';
  try {
    return await new Promise((resolve) => {
      const socket = connect(place.address);
      socket.once('connect', () => resolve('open'));
      socket.once('error', ({ code }: NodeJS.ErrnoException) => {
        // A full backlog means that somebody listens.
        if (code === 'EAGAIN') resolve('open');
        else resolve(code === 'ECONNREFUSED' || code === 'ENOENT' || code === 'ENOTSOCK' ? 'shut' : 'unknown');
      });
      socket.once('close', () => resolve('unknown'));
      socket.once('connect', () => socket.destroy());
    });
  } finally {
    place.release();
  }
}

/** Reaches a long path through its open folder, whose path under /proc is short on Linux. */
function socketAddress(path: string): { address: string; release(): void } | null {
  if (process.platform === 'win32') {
    return { address: `\\\\.\\pipe\\${path.replaceAll(/[\\/:]/g, '-')}`, release: () => {} };
  }
  if (Buffer.byteLength(path) <= MAX_SOCKET_PATH) return { address: path, release: () => {} };
  if (process.platform !== 'linux') return null;
  const folder = openSync(dirname(path), constants.O_RDONLY | constants.O_DIRECTORY);
  return {
    address: `/proc/self/fd/${folder}/${path.slice(dirname(path).length + 1)}`,
    release: () => closeSync(folder),
  };
}
