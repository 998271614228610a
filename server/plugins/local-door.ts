import { randomBytes, timingSafeEqual } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Logger } from '#server/deps.ts';

/** What stands in the data folder, for this user alone: where the running shop listens, and the word that it wants. */
type Key = { port: number; token: string };
const KEY_FILE = 'door.json';
const MAX_ORDER_LENGTH = 10_000;

/**
 * Something that the running shop does for a command beside it. `signal` ends when the shop stops.
 *
 * @throws LocalOrderError for an order that makes no sense; any other error's message is told to the command
 */
export type LocalCall = (order: unknown, signal: AbortSignal) => Promise<unknown>;
export class LocalOrderError extends Error {
  override readonly name = 'LocalOrderError';
}

/** `null` when nobody answers there. */
export type LocalAnswer = { status: number; body: unknown };

/**
 * Lets commands on this machine (`npm run backup`, `npm run doctor`) ask the running shop, which alone can read an
 * embedded database and knows its own settings. A server of its own on this machine's own address, so that no proxy in
 * front of the shop leads to it; who can read the token could read the database's files just as well. A shop whose data
 * folder cannot hold the key runs without.
 *
 * @param calls by their names, each at `POST /{name}`
 */
export async function openLocalDoor(
  { dataDir, log }: { dataDir: string; log: Logger },
  calls: Readonly<Record<string, LocalCall>>,
): Promise<{ stop(): Promise<void> }> {
  const token = randomBytes(32).toString('hex');
  const stopping = new AbortController();
  const handle = async (call: IncomingMessage): Promise<LocalAnswer> => {
    if (!isSame(call.headers.authorization ?? '', `Bearer ${token}`)) return { status: 403, body: {} };
    if (Number(call.headers['content-length']) > MAX_ORDER_LENGTH) return { status: 413, body: {} };
    const name = call.url?.slice(1) ?? '';
    const work = Object.hasOwn(calls, name) ? calls[name] : undefined;
    if (!work) return { status: 404, body: {} };
    try {
      return { status: 200, body: await work(JSON.parse(await text(call)), stopping.signal) };
    } catch (error) {
      if (error instanceof LocalOrderError) return { status: 400, body: {} };
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
  try {
    writeKey(file, { port: (server.address() as AddressInfo).port, token });
  } catch (error) {
    log.info({ event: 'local_door_shut', err: error }, 'commands beside the shop cannot ask it');
  }
  return {
    stop: async () => {
      // Another instance on the same folder may have put its own there.
      if (readKey(file)?.token === token) rmSync(file, { force: true });
      stopping.abort(new Error('The shop is stopping; what was asked for was not finished.'));
      await new Promise((done) => server.close(done));
    },
  };
}

function writeKey(file: string, key: Key): void {
  mkdirSync(join(file, '..'), { recursive: true });
  // A file that a killed shop left behind may have other rights.
  rmSync(file, { force: true });
  writeFileSync(file, JSON.stringify(key), { mode: 0o600, flag: 'wx' });
  chmodSync(file, 0o600);
}

function readKey(file: string): Key | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/**
 * Asks the shop that has this data folder. Without a limit of time of its own: a large shop's backup takes minutes.
 *
 * @returns `null` when nobody answers there
 * @throws Error when the shop ends before it has answered, or `signal` does
 */
export async function askLocalDoor(
  dataDir: string,
  name: string,
  order: unknown,
  signal?: AbortSignal,
): Promise<LocalAnswer | null> {
  const key = readKey(join(dataDir, KEY_FILE));
  if (!key) return null;
  const answer = await post(key, name, JSON.stringify(order), signal);
  // Another program has the port that a killed shop had.
  return answer === null || answer.status === 403 || answer.status === 404 ? null : answer;
}

function post({ port, token }: Key, name: string, body: string, signal?: AbortSignal): Promise<LocalAnswer | null> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    const call = request({ host: '127.0.0.1', port, path: `/${name}`, method: 'POST', headers, signal });
    call.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') resolve(null);
      else reject(error);
    });
    call.once('response', (answer) => {
      text(answer)
        .then((all) => resolve({ status: answer.statusCode ?? 0, body: JSON.parse(all) }))
        .catch(reject);
    });
    call.end(body);
  });
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
