import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/**
 * `pass`: unchanged · `slow`: `delayMs` before each answer's bytes · `black-hole`: accepted and never answered ·
 * `reset`: cut before the other side sees a byte · `reset-after-reply`: executed on the other side, but its answer is
 * cut off · `trickle`: one byte a second, so that no idle time limit ends it.
 */
export type FaultMode = 'pass' | 'slow' | 'black-hole' | 'reset' | 'reset-after-reply' | 'trickle';

/** A TCP proxy that injects faults into connections between the shop and a provider. */
export class FaultProxy {
  mode: FaultMode = 'pass';
  delayMs = 0;
  url = '';
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((client) => this.#serve(client));

  private constructor(target: string) {
    this.#target = new URL(target);
  }

  /** @param target base URL of the server behind it, such as `http://127.0.0.1:4001` */
  static async start(target: string): Promise<FaultProxy> {
    const proxy = new FaultProxy(target);
    await new Promise<void>((done) => proxy.#server.listen(0, '127.0.0.1', done));
    proxy.url = `http://127.0.0.1:${(proxy.#server.address() as AddressInfo).port}`;
    return proxy;
  }

  /** Cuts every connection, including kept ones, so that the next call meets `mode`. */
  set(mode: FaultMode, delayMs = 0): void {
    this.mode = mode;
    this.delayMs = delayMs;
    for (const socket of this.#sockets) socket.destroy();
  }

  close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    return new Promise((done) => this.#server.close(() => done()));
  }

  #serve(client: Socket): void {
    this.#keep(client);
    if (this.mode === 'black-hole') return void client.resume();
    if (this.mode === 'reset') return void client.once('data', () => client.resetAndDestroy());
    const { mode, delayMs } = this;
    const server = connect(Number(this.#target.port), this.#target.hostname);
    this.#keep(server);
    client.pipe(server);
    client.once('close', () => server.destroy());
    // Late bytes are still in transit when the other side has closed.
    const isLate = mode === 'slow' || mode === 'trickle';
    server.once('close', () => isLate || client.destroy());
    server.on('data', (bytes) => {
      if (mode === 'reset-after-reply') client.resetAndDestroy();
      else if (mode === 'slow') setTimeout(() => client.writable && client.write(bytes), delayMs);
      else if (mode === 'trickle') trickle(client, bytes);
      else client.write(bytes);
    });
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => this.#sockets.delete(socket));
  }
}

function trickle(client: Socket, bytes: Buffer): void {
  let sent = 0;
  const timer = setInterval(() => {
    if (!client.writable || sent >= bytes.length) clearInterval(timer);
    else client.write(bytes.subarray(sent, ++sent));
  }, 1000);
  client.once('close', () => clearInterval(timer));
}
