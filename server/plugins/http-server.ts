import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from './node-http.ts';

/** More connections than a shop needs, fewer than a process's file handles. */
const MAX_CONNECTIONS = 4_000;

/** Gets each request before Fastify. @returns whether the request was answered; otherwise it is unchanged */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
type Answering = { handler: Handler; answerFast: FastPath | null; open: number; onDrained: (() => void) | null };

/**
 * The listening server. The app behind it can be replaced: every later request goes to the new one, on open connections
 * too, and the earlier app finishes the requests that it has.
 */
export class Front {
  readonly server: Server;
  #answering: Answering | null = null;

  constructor() {
    this.server = createLimitedServer((request, response) => {
      const answering = this.#answering;
      if (answering === null) return void response.destroy();
      // Until the server stops; then Fastify's responses close the keep-alive connections.
      if (this.server.listening && answering.answerFast?.(request, response)) return;
      answering.open += 1;
      response.once('close', () => {
        answering.open -= 1;
        if (answering.open === 0) answering.onDrained?.();
      });
      answering.handler(request, response);
    });
  }

  get isAnswering(): boolean {
    return this.#answering !== null;
  }

  /** @returns resolves when the app that answered before has no request left */
  answerBy(handler: Handler, answerFast: FastPath | null): Promise<void> {
    const before = this.#answering;
    this.#answering = { handler, answerFast, open: 0, onDrained: null };
    if (!before || before.open === 0) return Promise.resolve();
    return new Promise((resolve) => {
      before.onDrained = resolve;
    });
  }
}

/** Node's HTTP server with time limits for slow senders. */
function createLimitedServer(handler: Handler): Server {
  const server = createServer(
    {
      // Fits the longest body, a file; every shorter one has its own limit (body-deadline.ts).
      requestTimeout: 180_000,
      // Node's defaults are 60 s and 5 s; slow senders would hold sockets for a minute.
      headersTimeout: 10_000,
      keepAliveTimeout: 10_000,
      connectionsCheckingInterval: 2_000,
    },
    handler,
  );
  server.setTimeout(30_000);
  server.maxConnections = MAX_CONNECTIONS;
  return server;
}
