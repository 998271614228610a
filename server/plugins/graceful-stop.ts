import { once } from 'node:events';
import { Server as NetServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Kept connections get this long to send what is on its way; then the idle ones are closed. */
const DRAIN_MS = 1_000;

/**
 * Lets `close()` end well under load: no new connection is taken, every answer from now on closes its connection, and
 * only then are idle ones closed. Closing those first, as Node does, would cut off requests that are on their way;
 * not closing them would hold `close()` for over a minute.
 */
export function stopGracefully(app: FastifyInstance): void {
  let isStopping = false;
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isStopping) reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('preClose', async () => {
    isStopping = true;
    if (!app.server.listening) return;
    const drained = once(app.server, 'close');
    // The listening socket alone: the HTTP server's own close would cut idle connections at once.
    NetServer.prototype.close.call(app.server);
    await Promise.race([drained, wait(DRAIN_MS)]);
  });
}
