import { once } from 'node:events';
import { Server as NetServer } from 'node:net';
import { setImmediate as loopTurn, setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Time for keep-alive connections to deliver requests in transit. */
const QUIET_MS = 1_000;
/** The longest wait is this many times `QUIET_MS`; the program has to end within 10 seconds. */
const MAX_WAITS = 4;
/** Turns of the event loop; each accepts at least one waiting connection. It limits clients that keep connecting. */
const MAX_TURNS = 1_000;

/**
 * Makes `close()` succeed under load. Waiting connections are accepted, later ones refused, every further response
 * closes its connection, and idle connections are closed only after a second without requests.
 * Closing idle ones first, as Node does, would cut off requests in transit; keeping them would delay `close()` by over
 * a minute. Closing the listening socket resets the connections that wait there with their requests.
 */
export function stopGracefully(app: FastifyInstance, waitQuiet = () => wait(QUIET_MS)): void {
  let isStopping = false;
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isStopping) reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('preClose', async () => {
    if (app.server.listening) await acceptWaiting(app.server);
    isStopping = true;
    if (!app.server.listening) return;
    let arrived = 0;
    app.server.on('request', () => {
      arrived += 1;
    });
    const drained = once(app.server, 'close');
    // Closes only the listening socket: the HTTP server's own close would cut idle connections at once.
    NetServer.prototype.close.call(app.server);
    const untilQuiet = async () => {
      for (let i = 0; i < MAX_WAITS; i++) {
        const before = arrived;
        await waitQuiet();
        // A busy event loop runs its timers before it reads what has arrived in the meantime.
        await loopTurn();
        if (arrived === before) return;
      }
    };
    await Promise.race([drained, untilQuiet()]);
  });
}

/** Resolves after a turn of the event loop in which nobody connected. */
async function acceptWaiting(server: NetServer): Promise<void> {
  let accepted = 0;
  const count = () => {
    accepted += 1;
  };
  server.on('connection', count);
  for (let i = 0; i < MAX_TURNS; i++) {
    const before = accepted;
    // Between two check phases lies a whole poll phase, which accepts connections.
    await loopTurn();
    await loopTurn();
    if (accepted === before) break;
  }
  server.off('connection', count);
}
