import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import pg from 'pg';

/**
 * PgBouncer 1.18 passes these on; any other start-up parameter ends the connection unless its configuration ignores it.
 */
const KNOWN = new Set([
  'user',
  'database',
  'client_encoding',
  'DateStyle',
  'TimeZone',
  'standard_conforming_strings',
  'application_name',
]);

type Pooler = { url: string; close(): Promise<void> };

/**
 * A pooler in front of a PostgreSQL, as far as the shop depends on one. In session mode each client has its own
 * connection to the server. In transaction mode all share one, which a client has from its first message to the end of
 * its transaction.
 *
 * @see https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
export async function startPooler(url: string, mode: 'session' | 'transaction'): Promise<Pooler> {
  const { port, hostname } = new URL(url);
  const shared = mode === 'transaction' ? await SharedConnection.open(url) : null;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    sockets.add(client);
    client.on('error', () => {});
    client.once('data', (start) => {
      const unknown = parametersOf(start).find((name) => !KNOWN.has(name));
      if (unknown !== undefined) return void client.end(refusal(`unsupported startup parameter: ${unknown}`));
      if (shared) return shared.serve(client);
      const to = connect(Number(port), hostname, () => to.write(start));
      sockets.add(to);
      to.on('error', () => client.destroy());
      client.on('close', () => to.destroy());
      to.on('close', () => client.destroy());
      to.pipe(client).pipe(to);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = Object.assign(new URL(url), { port: String((server.address() as { port: number }).port) });
  return {
    url: own.href,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      shared?.close();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The names in a StartupMessage: length, version, then zero-terminated pairs. */
function parametersOf(start: Buffer): string[] {
  const words = start.subarray(8).toString('utf8').split('\0');
  return words.filter((word, i) => i % 2 === 0 && word !== '');
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
const refusal = (words: string) => message('E', Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${words}\0\0`));
const AUTHENTICATED = message('R', Buffer.alloc(4));
const READY = message('Z', Buffer.from('I'));

/** One connection to the server: the driver logs in, then it is read and written here. */
class SharedConnection {
  readonly #server: Socket;
  readonly #waiting: { client: Socket; said: Buffer[] }[] = [];
  #holder: Socket | null = null;
  #heard = Buffer.alloc(0);

  private constructor(server: Socket) {
    this.#server = server;
    server.removeAllListeners('data');
    server.on('data', (chunk) => this.#answer(chunk));
  }

  static async open(url: string): Promise<SharedConnection> {
    const client = new pg.Client(url);
    client.on('error', () => {});
    await client.connect();
    return new SharedConnection((client as unknown as { connection: { stream: Socket } }).connection.stream);
  }

  serve(client: Socket): void {
    client.write(Buffer.concat([AUTHENTICATED, READY]));
    client.on('data', (said) => {
      // Terminate: the server's connection stays.
      if (said[0] === 'X'.charCodeAt(0)) return void client.end();
      const mine = this.#waiting.find((each) => each.client === client);
      if (mine) mine.said.push(said);
      else this.#waiting.push({ client, said: [said] });
      this.#lend();
    });
  }

  close(): void {
    this.#server.destroy();
  }

  #lend(): void {
    const at = this.#waiting.findIndex(({ client }) => this.#holder === null || this.#holder === client);
    const [next] = at < 0 ? [] : this.#waiting.splice(at, 1);
    if (!next) return;
    this.#holder = next.client;
    for (const said of next.said) this.#server.write(said);
  }

  #answer(chunk: Buffer): void {
    this.#holder?.write(chunk);
    this.#heard = Buffer.concat([this.#heard, chunk]);
    while (this.#heard.length >= 5) {
      const end = 1 + this.#heard.readInt32BE(1);
      if (this.#heard.length < end) return;
      const isOver = this.#heard[0] === 'Z'.charCodeAt(0) && this.#heard[5] === 'I'.charCodeAt(0);
      this.#heard = this.#heard.subarray(end);
      if (!isOver) continue;
      this.#holder = null;
      this.#lend();
    }
  }
}
