import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from './node-http.ts';

/** More connections than a shop needs, fewer than a process's file handles. */
const MAX_CONNECTIONS = 4_000;

/** @returns whether the request was answered; otherwise it is unchanged */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Node's HTTP server for Fastify's `serverFactory`, with time limits for slow senders. The fast path gets each request
 * before Fastify, until the server stops; then Fastify's responses close the keep-alive connections.
 */
export function createHttpServer(
  handler: (request: IncomingMessage, response: ServerResponse) => void,
  answerFast: FastPath | null,
): Server {
  const server = createServer(
    {
      // Fits the longest body, a file; every shorter one has its own limit (body-deadline.ts).
      requestTimeout: 180_000,
      // Node's defaults are 60 s and 5 s; slow senders would hold sockets for a minute.
      headersTimeout: 10_000,
      keepAliveTimeout: 10_000,
      connectionsCheckingInterval: 2_000,
    },
    answerFast === null
      ? handler
      : (request, response) => {
          if (server.listening && answerFast(request, response)) return;
          handler(request, response);
        },
  );
  server.setTimeout(30_000);
  server.maxConnections = MAX_CONNECTIONS;
  return server;
}
