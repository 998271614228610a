import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** More than a shop needs, fewer than a process has file handles. */
const MAX_CONNECTIONS = 4_000;

/** @returns whether the request was answered; otherwise it is untouched */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Node's HTTP server for Fastify's `serverFactory`, with limits of time for those who send slowly. A fast path sees each
 * request before Fastify does, until the server stops: Fastify then closes the kept connections with its answers.
 */
export function createHttpServer(
  handler: (request: IncomingMessage, response: ServerResponse) => void,
  answerFast: FastPath | null,
): Server {
  const server = createServer(
    {
      // Node's own values are 300 s, 60 s and 5 s; slow senders would hold sockets for minutes.
      requestTimeout: 15_000,
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
