import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs, {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { FolderLockedError, lockFolder } from './folder-lock.ts';

const root = mkdtempSync(join(tmpdir(), 'shop-lock-'));
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

let folders = 0;
/** A lock path in a new folder. */
function aPath(): string {
  folders += 1;
  const folder = join(root, String(folders));
  mkdirSync(folder);
  return join(folder, 'folder.lock');
}
const onLinux = (name: string, work: () => Promise<void>, isPossible = true) =>
  process.platform === 'linux' && isPossible && test(name, work);
const isRoot = process.getuid?.() === 0;

/** Tries to take the lock, prints the result, and runs until it is killed. */
const script = (path: string) => `
  import { lockFolder } from ${JSON.stringify(new URL('./folder-lock.ts', import.meta.url).href)};
  try { globalThis.lock = await lockFolder(${JSON.stringify(path)}, { endingMs: 0 }); console.log(process.pid, 'taken'); }
  catch (error) { console.log(process.pid, error.name === 'FolderLockedError' ? 'refused' : error.message); }
  setInterval(() => {}, 1e6);`;
function taker(path: string, before: string[] = []): ChildProcess {
  const [command = '', ...rest] = [...before, process.execPath, '--input-type=module', '-e', script(path)];
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  return child;
}
async function answerOf({ stdout }: ChildProcess): Promise<{ pid: number; word: string }> {
  const [pid, word = ''] = String((await once(stdout as NonNullable<typeof stdout>, 'data'))[0])
    .trim()
    .split(' ');
  return { pid: Number(pid), word };
}
async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}
async function takeElsewhere(path: string, before: string[] = []): Promise<string> {
  const child = taker(path, before);
  const { word } = await answerOf(child);
  await kill(child);
  return word;
}

test('F3: a second process or taker is refused with a fix; a released lock is free', async () => {
  const path = aPath();
  const lock = await lockFolder(path);
  await expect(lockFolder(path, { endingMs: 0 })).rejects.toThrow(FolderLockedError);
  await expect(lockFolder(path, { endingMs: 0 })).rejects.toThrow(/in use by another process.*DATA_DIR.*DATABASE_URL/);
  expect(await takeElsewhere(path)).toBe('refused');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  lock.release();
  expect(await takeElsewhere(path)).toBe('taken');
  (await lockFolder(path)).release();
});

test('F3: of twelve processes that start at once, one gets the lock', async () => {
  const path = aPath();
  const takers = Array.from({ length: 12 }, () => taker(path));
  const words = (await Promise.all(takers.map(answerOf))).map(({ word }) => word);
  await Promise.all(takers.map(kill));
  expect(words.toSorted()).toEqual([...Array(11).fill('refused'), 'taken']);
});

test('F16: the lock of a killed process can be taken at once', async () => {
  const path = aPath();
  for (let i = 0; i < 5; i++) {
    const child = taker(path);
    expect((await answerOf(child)).word).toBe('taken');
    await kill(child);
    (await lockFolder(path)).release();
  }
});

onLinux('F16: a killed process that nobody has asked after yet is gone', async () => {
  const path = aPath();
  // The shell becomes a program that never waits for its child, so that the child stays a zombie.
  const command = '"$0" --input-type=module -e "$1" & exec sleep 1000';
  const parent = spawn('sh', ['-c', command, process.execPath, script(path)], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(parent);
  const { pid, word } = await answerOf(parent);
  expect([word, await takeElsewhere(path)]).toEqual(['taken', 'refused']);
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ');
  // The control: a signal still reaches it.
  process.kill(pid, 0);
  (await lockFolder(path)).release();
});

/** A separate PID namespace, where process ids of this one mean nothing. */
const UNSHARE = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'];
const hasNamespaces = isRoot && spawnSync(UNSHARE[0] ?? '', [...UNSHARE.slice(1), 'true']).status === 0;

onLinux(
  'F15: in two process namespaces one has the folder, paused or not, and when it is killed the other has it at once',
  async () => {
    const path = aPath();
    const first = taker(path, UNSHARE);
    expect((await answerOf(first)).word).toBe('taken');
    const pid = Number(readFileSync(`/proc/${first.pid}/task/${first.pid}/children`, 'utf8'));
    for (const signal of ['SIGSTOP', 'SIGCONT'] as const) {
      process.kill(pid, signal);
      expect([await takeElsewhere(path), await takeElsewhere(path, UNSHARE)]).toEqual(['refused', 'refused']);
    }
    process.kill(pid, 'SIGKILL');
    await once(first, 'exit');
    (await lockFolder(path)).release();
  },
  hasNamespaces,
);

test.each([
  ['was removed', (path: string) => rmSync(path)],
  [
    'is another file',
    (path: string) => {
      writeFileSync(`${path}.new`, '');
      renameSync(`${path}.new`, path);
    },
  ],
])('F15: an owner whose lock %s is notified', async (_, change) => {
  const path = aPath();
  let told = 0;
  const lock = await lockFolder(path, {
    onLost: () => {
      told += 1;
    },
  });
  change(path);
  await expect.poll(() => told, { timeout: 120_000 }).toBe(1);
  lock.release();
});

test('F15: by default such a process ends at once, with a reason', async () => {
  const path = aPath();
  const child = taker(path);
  await answerOf(child);
  const said = once(child.stderr as NonNullable<typeof child.stderr>, 'data');
  rmSync(path);
  expect((await once(child, 'exit'))[1]).toBe('SIGKILL');
  expect(String((await said)[0])).toContain('The lock of the data folder is gone');
});

test('F5: on a full disk an empty lock can still be taken; a disk that accepts no file is reported', async () => {
  const path = aPath();
  const full = vi.spyOn(fs, 'openSync').mockImplementation(() => {
    throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  });
  syncBuiltinESMExports();
  try {
    await expect(lockFolder(path)).rejects.toThrow('ENOSPC');
  } finally {
    full.mockRestore();
    syncBuiltinESMExports();
  }
  const lock = await lockFolder(path);
  expect(statSync(path).size).toBe(0);
  lock.release();
});

test('the lock of version 0.2 is removed, and its owner gets the time to exit', async () => {
  const path = aPath();
  for (const name of ['pglite.lock', `pglite.lock.${'a'.repeat(12)}.sock`, 'pglite.lock.after-b'])
    writeFileSync(join(dirname(path), name), '{"pid":1}');
  const start = performance.now();
  (await lockFolder(path)).release();
  expect(readdirSync(dirname(path))).toEqual(['folder.lock']);
  expect(performance.now() - start).toBeGreaterThan(1_900);
});
