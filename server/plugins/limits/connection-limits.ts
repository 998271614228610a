import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from './client-network.ts';

type Limits = {
  /** For one address; `null` when all connections come from a proxy. */
  perAddress: number | null;
  /** For all addresses; below the server's `maxConnections`, which refuses regardless of the address. */
  overall: number;
};

/**
 * Prevents one address from taking all connections. Beyond its limit, or when all are taken, a connection of the
 * address with the most is closed, idle ones first. Requests in progress continue.
 */
export function limitConnections(server: Server, { perAddress, overall }: Limits): void {
  const byCaller = new Map<string, Set<Socket>>();
  const exchanges = new WeakMap<Socket, { request: IncomingMessage; response: ServerResponse }>();
  let count = 0;

  /** Frees a connection for `newcomer`, its own if necessary. */
  const shed = (sockets: Set<Socket>, newcomer: Socket) => {
    let victim = newcomer;
    for (const socket of sockets) {
      const exchange = exchanges.get(socket);
      const isAnswered = !exchange || exchange.response.writableFinished;
      if (socket === newcomer || (!isAnswered && exchange?.request.complete) || socket.writableLength > 0) continue;
      victim = socket;
      // Sets keep insertion order, so this is the oldest idle connection, or else one that is still sending.
      if (isAnswered) break;
    }
    forget(victim);
    victim.destroy();
  };
  const forget = (socket: Socket) => {
    const caller = callers.get(socket);
    const sockets = caller === undefined ? undefined : byCaller.get(caller);
    if (caller === undefined || !sockets?.delete(socket)) return;
    count -= 1;
    if (sockets.size === 0) byCaller.delete(caller);
  };
  const callers = new WeakMap<Socket, string>();

  server.on('connection', (socket) => {
    const caller = networkOf(socket.remoteAddress);
    const sockets = byCaller.get(caller) ?? new Set();
    byCaller.set(caller, sockets.add(socket));
    callers.set(socket, caller);
    count += 1;
    socket.once('close', () => forget(socket));
    if (perAddress !== null && sockets.size > perAddress) return shed(sockets, socket);
    if (count <= overall) return;
    let most = sockets;
    for (const others of byCaller.values()) if (others.size > most.size) most = others;
    shed(most, socket);
  });
  server.on('request', (request, response) => exchanges.set(request.socket, { request, response }));
}
