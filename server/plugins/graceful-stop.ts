import { once } from 'node:events';
import { Server as NetServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Time for kept connections to deliver requests in transit; then idle ones are closed. */
const DRAIN_MS = 1_000;

/**
 * Lets `close()` end well under load: no new connection is accepted, every response from now on closes its connection,
 * and only then are idle connections closed. Closing those first, as Node does, would cut off requests in transit; not
 * closing them would delay `close()` by over a minute.
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
    // Closes only the listening socket: the HTTP server's own close would cut idle connections at once.
    NetServer.prototype.close.call(app.server);
    await Promise.race([drained, wait(DRAIN_MS)]);
  });
}
