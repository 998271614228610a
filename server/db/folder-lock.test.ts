import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs, {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { FolderLockedError, lockFolder } from './folder-lock.ts';
import { type Owner, ownerHere } from './lock-owner.ts';
import { createWriteGate, type LockClaim } from './lock-proof.ts';

// Where an owner cannot be seen its heart beat is watched for eight seconds.
vi.setConfig({ testTimeout: 60_000 });
const root = mkdtempSync(join(tmpdir(), 'shop-lock-'));
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

let folders = 0;
/** The path of a lock in a folder of its own. */
function aPath(): string {
  folders += 1;
  const folder = join(root, String(folders));
  mkdirSync(folder);
  return join(folder, 'pglite.lock');
}
const write = (path: string, owner: unknown) =>
  writeFileSync(path, typeof owner === 'string' ? owner : JSON.stringify(owner));
const NONCE = 'a'.repeat(32);
/** This process as it would be written, with something changed. */
const owner = (changes: Partial<Owner> = {}) => ({ ...ownerHere(NONCE, null), ...changes });
const onLinux = (name: string, work: () => Promise<void>, isPossible = true) =>
  process.platform === 'linux' && isPossible && test(name, work);
const isRoot = process.getuid?.() === 0;

/** Takes a lock and gives it back; nothing is left beside it. */
async function takeAndRelease(path: string): Promise<void> {
  const lock = await lockFolder(path);
  expect(readFileSync(path, 'utf8')).toContain(lock.claim.nonce);
  lock.release();
  expect(readdirSync(dirname(path))).toEqual([]);
}

/** While `work` runs no byte fits on the disk. */
async function withFullDisk(work: () => Promise<void>): Promise<void> {
  const full = vi.spyOn(fs, 'writeSync').mockImplementation(() => {
    throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  });
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    full.mockRestore();
    syncBuiltinESMExports();
  }
}

test('F5: a start on a full disk says so and leaves nothing behind, so the next one starts at once', async () => {
  const [path, stale] = [aPath(), aPath()];
  write(stale, owner({ pid: 2 ** 30 }));
  await withFullDisk(async () => {
    await expect(lockFolder(path)).rejects.toThrow('ENOSPC');
    await expect(lockFolder(stale)).rejects.toThrow('ENOSPC');
  });
  expect(readdirSync(dirname(path))).toEqual([]);
  expect(readdirSync(dirname(stale))).toEqual(['pglite.lock']);
  await takeAndRelease(path);
  await takeAndRelease(stale);
});

test('F3: a second taker is told who has the folder and what to do, and the lock stays', async () => {
  const path = aPath();
  const lock = await lockFolder(path);
  const second = lockFolder(path);
  await expect(second).rejects.toThrow(FolderLockedError);
  await expect(second).rejects.toThrow(new RegExp(`in use by another process.*${process.pid}.*DATA_DIR`, 's'));
  expect(readFileSync(path, 'utf8')).toContain(lock.claim.nonce);
  expect(readdirSync(dirname(path))).toHaveLength(2);
  lock.release();
  expect(readdirSync(dirname(path))).toEqual([]);
});

test('F3: a path too long for a socket is locked all the same', async () => {
  const path = join(dirname(aPath()), 'deep'.repeat(30), 'pglite.lock');
  mkdirSync(dirname(path));
  const lock = await lockFolder(path);
  await expect(lockFolder(path)).rejects.toThrow(FolderLockedError);
  lock.release();
  await takeAndRelease(path);
});

test('F16: a lock whose process is gone is taken over at once', async () => {
  const gone = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(gone, 'exit');
  const path = aPath();
  write(path, owner({ pid: gone.pid ?? 0 }));
  await takeAndRelease(path);
});

onLinux('F16: a process number that another process has now is no obstacle', async () => {
  for (const pid of [process.ppid, process.pid]) {
    const path = aPath();
    write(path, owner({ pid, started: '1' }));
    await takeAndRelease(path);
  }
});

onLinux(
  "F16: nor is one that another user's process has now",
  async () => {
    const path = aPath();
    write(path, owner({ pid: process.pid, started: '1' }));
    chmodSync(root, 0o755);
    chmodSync(dirname(path), 0o777);
    chmodSync(path, 0o666);
    // The control: the system refuses that user a look at the process.
    const user = { uid: 65_534, gid: 65_534 };
    const look = spawnSync(
      process.execPath,
      ['-p', `try { process.kill(${process.pid}, 0) } catch (e) { e.code }`],
      user,
    );
    expect(String(look.stdout).trim()).toBe('EPERM');
    expect(await takeElsewhere(path, [], user)).toBe('taken');
  },
  isRoot,
);

onLinux('F16: a killed process that nobody has asked after yet is gone', async () => {
  // The shell becomes a program that never waits for its child.
  const parent = spawn('sh', ['-c', 'sleep 1000 & echo $!; exec sleep 1000']);
  children.push(parent);
  const pid = Number(String((await once(parent.stdout, 'data'))[0]));
  const started = readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[21] ?? '';
  // Until then it is a shell, which may still ask after its child.
  await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n');
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ');
  // The control: a signal still reaches it.
  process.kill(pid, 0);
  const path = aPath();
  write(path, owner({ pid, started }));
  await takeAndRelease(path);
});

onLinux(
  'F16: a killed process of which one thread still runs is waited for',
  async () => {
    // exit(2), unlike exit(3), ends the first thread alone.
    const script = `import ctypes,platform,threading,time
threading.Thread(target=lambda: time.sleep(1000)).start()
print("up", flush=True)
ctypes.CDLL(None).syscall({"x86_64": 60, "aarch64": 93}[platform.machine()], 0)`;
    const dying = spawn('python3', ['-c', script]);
    children.push(dying);
    await once(dying.stdout, 'data');
    const stat = () => readFileSync(`/proc/${dying.pid}/stat`, 'utf8');
    await expect.poll(stat).toContain(') Z ');
    const path = aPath();
    write(path, owner({ pid: dying.pid ?? 0, started: stat().split(' ')[21] ?? '' }));
    // As long as it lives the folder is its own.
    await expect(lockFolder(path)).rejects.toThrow(FolderLockedError);
    const taking = lockFolder(path);
    dying.kill('SIGKILL');
    (await taking).release();
  },
  spawnSync('python3', ['--version']).status === 0 && ['x64', 'arm64'].includes(process.arch),
);

test('F16: rubbish in the lock, a left-over takeover and times to come are no obstacle', async () => {
  const future = new Date(Date.now() + 86_400_000);
  const rubbish = [
    'null',
    '',
    '{"pid":',
    'x',
    '[]',
    '{}',
    '{"pid":"1"}',
    '{"pid":-1}',
    '{"pid":1e300}',
    `{"nonce":"${NONCE}"}`,
  ];
  await Promise.all(
    rubbish.map(async (text) => {
      const path = aPath();
      write(path, text);
      write(`${path}.takeover`, '{"pid":1}');
      // Someone began to take over, and was killed with half of it written.
      for (const name of [path, `${path}.takeover`]) utimesSync(name, future, future);
      await takeAndRelease(path);
    }),
  );
});

test('F16: those who were killed while taking over are no obstacle either', async () => {
  const path = aPath();
  const dead = { pid: 2 ** 30 };
  write(path, owner(dead));
  write(`${path}.after-${NONCE}`, owner({ ...dead, nonce: 'b'.repeat(32) }));
  write(`${path}.after-${'b'.repeat(32)}`, owner({ ...dead, nonce: 'c'.repeat(32) }));
  await takeAndRelease(path);
  write(path, owner(dead));
  // Alive, and not done yet.
  write(`${path}.after-${NONCE}`, owner({ nonce: 'd'.repeat(32) }));
  await expect(lockFolder(path)).rejects.toThrow(FolderLockedError);
});

/** A heart that beats as an owner's does, and can be stopped. */
function beating(path: string, words: object, beat: (i: number) => void): () => void {
  write(path, words);
  let i = 0;
  const timer = setInterval(() => {
    i += 1;
    beat(i);
  }, 1_000);
  return () => clearInterval(timer);
}

test('F15: an owner that cannot be seen has the folder while its heart beats, whatever the clocks say', async () => {
  const unseen = owner({ boot: 'another', host: 'another-machine', pid: 1 });
  const behind = new Date(Date.now() - 15_000);
  const ahead = new Date(Date.now() + 15_000);
  const refused = [behind, ahead].map(async (time) => {
    const path = aPath();
    const stop = beating(path, unseen, (i) => {
      write(path, { ...unseen, beat: i });
      utimesSync(path, time, time);
    });
    await expect(lockFolder(path)).rejects.toThrow(/on another-machine/);
    stop();
  });
  // Versions before this one moved the time of the file alone.
  const older = (async () => {
    const path = aPath();
    const stop = beating(path, { pid: 1, host: 'another-machine', started: '1' }, (i) =>
      utimesSync(path, new Date(), new Date(ahead.getTime() + i)),
    );
    await expect(lockFolder(path)).rejects.toThrow(/on another-machine/);
    stop();
  })();
  const silent = [behind, ahead].map(async (time) => {
    const path = aPath();
    write(path, unseen);
    utimesSync(path, time, time);
    const words: string[] = [];
    (await lockFolder(path, { onWait: (line) => words.push(line) })).release();
    expect(words).toEqual([expect.stringContaining('watching it')]);
  });
  await Promise.all([...refused, older, ...silent]);
});

test('F15: whoever has lost the lock is told by the next beat and by the next write, and takes away nothing', async () => {
  const path = aPath();
  const told: LockClaim[] = [];
  const lock = await lockFolder(path, { onLost: (claim) => told.push(claim) });
  const prove = createWriteGate(lock.claim, () => {
    throw new Error('not ours');
  });
  prove();
  rmSync(path);
  const other = owner({ nonce: 'e'.repeat(32) });
  write(path, other);
  await expect.poll(() => told.length, { timeout: 20_000 }).toBe(1);
  expect(prove).toThrow('not ours');
  lock.release();
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(other);
});

test('F15: a lock that was removed by hand ends its owner as well, since another may have taken and given it back', async () => {
  const path = aPath();
  const told: LockClaim[] = [];
  const lock = await lockFolder(path, { onLost: (claim) => told.push(claim) });
  rmSync(path);
  await expect.poll(() => told.length, { timeout: 20_000 }).toBe(1);
  lock.release();
});

/** Takes the lock in another process, which keeps it until its input ends. */
function taker(path: string, before: string[], options: object = {}): ChildProcess {
  const script = `
    import { lockFolder } from ${JSON.stringify(new URL('./folder-lock.ts', import.meta.url).href)};
    try { await lockFolder(${JSON.stringify(path)}); console.log('taken'); }
    catch (error) { console.log(error.name === 'FolderLockedError' ? 'refused' : error.message); }
    process.stdin.resume().on('end', () => process.exit(0));`;
  const [command = '', ...rest] = [...before, process.execPath, '--input-type=module', '-e', script];
  const child = spawn(command, rest, { stdio: ['pipe', 'pipe', 'inherit'], ...options });
  children.push(child);
  return child;
}
const wordOf = async ({ stdout }: ChildProcess) =>
  String((await once(stdout as NonNullable<typeof stdout>, 'data'))[0]).trim();
async function takeElsewhere(path: string, before: string[] = [], options: object = {}): Promise<string> {
  const child = taker(path, before, options);
  const word = await wordOf(child);
  child.stdin?.end();
  await once(child, 'exit');
  return word;
}

test('F3: of ten processes that find the same stale lock, one has it', async () => {
  const path = aPath();
  write(path, owner({ pid: 2 ** 22 + 1 }));
  const takers = Array.from({ length: 10 }, () => taker(path, []));
  const words = await Promise.all(takers.map(wordOf));
  for (const { stdin } of takers) stdin?.end();
  await Promise.all(takers.map((child) => once(child, 'exit')));
  expect(words.filter((word) => word === 'taken')).toHaveLength(1);
  expect(words.filter((word) => word === 'refused')).toHaveLength(9);
});

/** A namespace of process numbers: there no process of ours has a number. */
const UNSHARE = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'];
const hasNamespaces = isRoot && spawnSync(UNSHARE[0] ?? '', [...UNSHARE.slice(1), 'true']).status === 0;

onLinux(
  'F15: the same host name in two process namespaces: one has the folder, paused or not, and when it is killed the other has it at once',
  async () => {
    const path = aPath();
    const first = taker(path, UNSHARE);
    expect(await wordOf(first)).toBe('taken');
    const { host, namespace } = JSON.parse(readFileSync(path, 'utf8'));
    expect([host, namespace === owner().namespace]).toEqual([hostname(), false]);
    expect(await takeElsewhere(path)).toBe('refused');
    expect(await takeElsewhere(path, UNSHARE)).toBe('refused');
    const pid = Number(readFileSync(`/proc/${first.pid}/task/${first.pid}/children`, 'utf8'));
    process.kill(pid, 'SIGSTOP');
    expect(await takeElsewhere(path, UNSHARE)).toBe('refused');
    process.kill(pid, 'SIGKILL');
    await once(first, 'exit');
    const words: string[] = [];
    (await lockFolder(path, { onWait: (line) => words.push(line) })).release();
    // The kernel told at once; nothing had to be watched.
    expect(words).toEqual([]);
    expect(existsSync(path)).toBe(false);
  },
  hasNamespaces,
);
