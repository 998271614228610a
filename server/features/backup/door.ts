import { randomBytes, timingSafeEqual } from 'node:crypto';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isAbsolute, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Logger } from '#server/deps.ts';
import { BackupError } from './format.ts';
import type { WrittenBackup } from './service.ts';

/** What stands beside the database, for this user alone: where the running shop listens, and the word that it wants. */
type Key = { port: number; token: string };
type Order = { path: string; writtenAt: string };
const KEY_FILE = 'backup-door.json';
const MAX_ORDER_LENGTH = 10_000;

/**
 * Lets `npm run backup` ask the running shop, which alone can read a PGlite folder, for a backup. A server of its own
 * on this machine's own address, so that no proxy in front of the shop leads to it; who can read the token could read
 * the database's files just as well.
 *
 * @param write writes the backup to a path
 */
export async function openBackupDoor(
  { dataDir, log }: { dataDir: string; log: Logger },
  write: (path: string, options: { writtenAt: Date; signal: AbortSignal }) => Promise<WrittenBackup>,
): Promise<{ stop(): Promise<void> }> {
  const token = randomBytes(32).toString('hex');
  const stopping = new AbortController();
  const handle = async (call: IncomingMessage): Promise<{ status: number; body: unknown }> => {
    if (!isSame(call.headers.authorization ?? '', `Bearer ${token}`)) return { status: 403, body: {} };
    if (Number(call.headers['content-length']) > MAX_ORDER_LENGTH) return { status: 413, body: {} };
    const { path, writtenAt } = JSON.parse(await text(call)) as Order;
    if (!isAbsolute(path)) return { status: 400, body: {} };
    try {
      const written = await write(path, { writtenAt: new Date(writtenAt), signal: stopping.signal });
      log.info({ file: path, bytes: written.bytes }, 'a backup was asked for and written');
      return { status: 200, body: written };
    } catch (error) {
      log.error({ err: error }, 'a backup was asked for and failed');
      return { status: 500, body: { message: (error as Error).message } };
    }
  };
  const server = createServer((call: IncomingMessage, answer: ServerResponse) => {
    handle(call).then(
      // A connection kept open would hold up the stop.
      ({ status, body }) => answer.writeHead(status, { connection: 'close' }).end(JSON.stringify(body)),
      () => answer.destroy(),
    );
  });
  await new Promise<void>((done, fail) => server.once('error', fail).listen(0, '127.0.0.1', done));
  server.unref();
  const file = join(dataDir, KEY_FILE);
  const key: Key = { port: (server.address() as AddressInfo).port, token };
  // A file that a killed shop left behind may have other rights.
  rmSync(file, { force: true });
  writeFileSync(file, JSON.stringify(key), { mode: 0o600, flag: 'wx' });
  chmodSync(file, 0o600);
  return {
    stop: async () => {
      rmSync(file, { force: true });
      stopping.abort(new Error('The shop is stopping; the backup was not finished.'));
      await new Promise((done) => server.close(done));
    },
  };
}

/** Asks the shop that has this data folder. @returns `null` when nobody answers there */
export async function askShop(
  dataDir: string,
  { path, writtenAt }: { path: string; writtenAt: Date },
): Promise<WrittenBackup | null> {
  const key = await readKey(join(dataDir, KEY_FILE));
  if (!key) return null;
  const order: Order = { path, writtenAt: writtenAt.toISOString() };
  const answer = await post(key, JSON.stringify(order));
  if (answer === null || answer.status === 403) return null;
  if (answer.status !== 200) {
    throw new BackupError(`The running shop could not write the backup: ${JSON.parse(answer.body).message}`);
  }
  return JSON.parse(answer.body) as WrittenBackup;
}

async function readKey(file: string): Promise<Key | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return null;
  }
}

/** Without a limit of time, which `fetch` has: a large shop takes minutes. `null` when nobody listens. */
function post({ port, token }: Key, body: string): Promise<{ status: number; body: string } | null> {
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, method: 'POST', headers: { authorization: `Bearer ${token}` } });
    call.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') resolve(null);
      else reject(new BackupError(`The running shop ended before the backup was written (${error.message}).`));
    });
    call.once('response', (answer) => {
      text(answer).then((all) => resolve({ status: answer.statusCode ?? 0, body: all }), reject);
    });
    call.end(body);
  });
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
