import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test, vi } from 'vitest';
import { prepareEngineOn } from '#test/engine-base.ts';
import { startProgram } from '#test/program.ts';

vi.setConfig({ testTimeout: 180_000 });
const isPglite = inject('base').engine === 'pglite';
const isRoot = process.getuid?.() === 0;
/** Starts the program with the most permissive umask; a thread may not set it. */
const CARELESS = `--import=data:text/javascript,${encodeURIComponent("import {isMainThread} from 'node:worker_threads';if(isMainThread)process.umask(0)")}`;

/** What the user `nobody` can read or write in a folder. */
function openToNobody(folder: string): string[] {
  const { stdout } = spawnSync('find', [folder, '(', '-readable', '-o', '-writable', ')', '-print'], {
    uid: 65_534,
    gid: 65_534,
    encoding: 'utf8',
  });
  return stdout.split('\n').filter(Boolean);
}

/** Files and folders with permissions for others. */
const withRights = (folder: string) =>
  [folder, ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))].filter(
    (path) => (lstatSync(path).mode & 0o077) !== 0,
  );

test.runIf(isPglite && isRoot)(
  'S18: no other user can read or write the data folder or a backup, whatever the umask',
  async () => {
    const parent = mkdtempSync(join(tmpdir(), 'shop-neighbour-'));
    chmodSync(parent, 0o755);
    const [fresh, old] = [join(parent, 'fresh'), join(parent, 'old')];
    mkdirSync(old, { mode: 0o777 });
    chmodSync(old, 0o777);
    await prepareEngineOn(inject('base'), { dataDir: old });
    spawnSync('chmod', ['-R', 'a+rwX', old]);
    // The control: what another user can access in a folder made by an older version.
    expect(openToNobody(old).length).toBeGreaterThan(500);

    const env = { NODE_OPTIONS: CARELESS, BACKUP_DIR: join(parent, 'backups') };
    for (const dataDir of [fresh, old]) {
      const program = await startProgram({ dataDir, env });
      const backups = () => (existsSync(env.BACKUP_DIR) ? readdirSync(env.BACKUP_DIR) : []);
      await expect.poll(() => backups().filter((name) => name.endsWith('.gz')).length, { timeout: 60_000 }).toBe(1);
      expect(openToNobody(dataDir)).toEqual([]);
      expect(withRights(dataDir).filter((path) => !path.endsWith('.sock'))).toEqual([]);
      expect(withRights(env.BACKUP_DIR)).toEqual([]);
      const said = expect.stringMatching(/old was open to other users of this machine \(mode 777, \d{3,} files/);
      if (dataDir === old) expect(program.output()).toEqual(said);
      else expect(program.output()).not.toContain('other users');
      expect(await program.stop()).toBe(0);
      rmSync(env.BACKUP_DIR, { recursive: true });
    }
    const again = await startProgram({ dataDir: old, env });
    expect(again.output()).not.toContain('other users');
    await again.stop();
    rmSync(parent, { recursive: true, force: true });
  },
);
