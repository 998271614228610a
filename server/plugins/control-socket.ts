import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Logger } from '#server/deps.ts';
import { createServer, request } from './node-http.ts';

const SOCKET_FILE = 'control.sock';
/**
 * The path of a Unix socket is limited to 107 bytes on Linux and 103 on macOS; the temporary name is longer by a random
 * suffix.
 */
const MAX_PATH_LENGTH = 90;
const MAX_COMMAND_LENGTH = 10_000;

/**
 * A command that the running shop executes for another program. `signal` aborts when the shop stops.
 *
 * @throws CommandError for an invalid command; the message of any other error is sent to the program
 */
export type ControlCommand = (input: unknown, signal: AbortSignal) => Promise<unknown>;
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

export type ControlAnswer = { status: number; body: unknown };

/**
 * Lets programs on this machine (`npm run backup`, `npm run doctor`) send commands to the running shop. Only it can
 * read an embedded database and knows its own settings. The protocol is HTTP on a Unix socket in the data folder. Only
 * the shop's own user may connect, who can read the database's files anyway. If the data folder cannot hold a socket,
 * the shop runs without it.
 *
 * @param commands by name, each at `POST /{name}`
 */
export async function openControlSocket(
  { dataDir, log }: { dataDir: string; log: Logger },
  commands: Readonly<Record<string, ControlCommand>>,
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  const handle = async (call: IncomingMessage): Promise<ControlAnswer> => {
    if (Number(call.headers['content-length']) > MAX_COMMAND_LENGTH) return { status: 413, body: {} };
    const name = call.url?.slice(1) ?? '';
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command) return { status: 404, body: {} };
    try {
      return { status: 200, body: await command(JSON.parse(await text(call)), stopping.signal) };
    } catch (error) {
      if (error instanceof CommandError) return { status: 400, body: {} };
      return { status: 500, body: { message: (error as Error).message } };
    }
  };
  const server = createServer((call: IncomingMessage, answer: ServerResponse) => {
    handle(call).then(
      // A keep-alive connection would delay the stop.
      ({ status, body }) => answer.writeHead(status, { connection: 'close' }).end(JSON.stringify(body)),
      () => answer.destroy(),
    );
  });
  server.unref();
  const path = socketPath(dataDir);
  let inode: number | undefined;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    inode = await listenAt(server, path);
  } catch (error) {
    log.info({ event: 'control_socket_closed', err: error }, 'programs beside the shop cannot ask it');
  }
  return {
    stop: async () => {
      stopping.abort(new Error('The shop is stopping; what was asked for was not finished.'));
      if (!server.listening) return;
      // Another instance on the same folder may have replaced the socket.
      if (inode !== undefined && inodeOf(path) === inode) rmSync(path, { force: true });
      await new Promise((done) => server.close(done));
    },
  };
}

/**
 * Listens under a temporary name and renames it. So the socket has its permissions before it can be found, and it
 * replaces the socket of a killed shop. Node removes only the name that it opened, so it never removes another
 * instance's socket.
 *
 * @returns the socket's identity; nothing on Windows, whose pipes are not files
 */
async function listenAt(server: Server, path: string): Promise<number | undefined> {
  const isFile = process.platform !== 'win32';
  const first = isFile ? `${path}.${randomBytes(4).toString('hex')}` : path;
  await new Promise<void>((done, fail) => server.once('error', fail).listen(first, done));
  if (!isFile) return undefined;
  chmodSync(first, 0o600);
  renameSync(first, path);
  return inodeOf(path);
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}

/**
 * In the data folder, or, if that path is too long for a socket, in the system's temporary folder under a hash of the
 * path.
 */
function socketPath(dataDir: string): string {
  const folder = resolve(dataDir);
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 32);
  if (process.platform === 'win32') return `\\\\.\\pipe\\shop-${name}`;
  const path = join(folder, SOCKET_FILE);
  return Buffer.byteLength(path) <= MAX_PATH_LENGTH ? path : join(tmpdir(), `shop-${name}.sock`);
}

/**
 * Sends a command to the shop of this data folder. Without a time limit, because a large shop's backup takes minutes.
 *
 * @returns `null` when no shop answers
 * @throws Error when the shop ends before it has answered, or `signal` aborts
 */
export function askControlSocket(
  dataDir: string,
  name: string,
  input: unknown,
  signal?: AbortSignal,
): Promise<ControlAnswer | null> {
  return new Promise((done, fail) => {
    const call = request({ socketPath: socketPath(dataDir), path: `/${name}`, method: 'POST', signal });
    call.once('error', (error: NodeJS.ErrnoException) => {
      // No socket, that of a killed shop, or another user's.
      if (['ENOENT', 'ENOTDIR', 'ECONNREFUSED', 'ENOTSOCK', 'EACCES'].includes(error.code ?? '')) done(null);
      else fail(error);
    });
    call.once('response', (answer) => {
      const status = answer.statusCode ?? 0;
      // A shop of another version may not have the command.
      if (status === 404) return done(null);
      text(answer)
        .then((all) => done({ status, body: JSON.parse(all) }))
        .catch(fail);
    });
    call.end(JSON.stringify(input));
  });
}
