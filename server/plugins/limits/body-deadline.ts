import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#server/errors.ts';

const SHORT_BODY = 64 * 1024;
/** Longer bodies are files. */
const LONG_BODY = 1024 * 1024;
const BODY_MS = 5_000;
const REQUEST_MS = 15_000;
/** 20 MB at one megabit a second, a slow phone connection. */
const FILE_MS = 170_000;

/**
 * Refuses bodies that take longer to arrive than their route needs: 5 seconds for short ones, 15 for a larger
 * `bodyLimit`, 170 for files. Node's own limit covers the whole request and has to fit the longest one. Before a route
 * reads its body, and after a request was refused, the limit is 15 seconds; then the connection is closed.
 *
 * @throws AppError `body_slow`
 */
export function limitBodyTime(
  app: FastifyInstance,
  { bodyMs = BODY_MS, requestMs = REQUEST_MS, fileMs = FILE_MS } = {},
): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  const start = (request: FastifyRequest, reply: FastifyReply, ms: number) => {
    clearTimeout(timers.get(request));
    timers.set(request, setTimeout(() => refuse(request, reply), ms).unref());
  };
  app.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request)) start(request, reply, requestMs);
    done();
  });
  app.addHook('preParsing', (request, reply, _payload, done) => {
    const most = request.routeOptions.bodyLimit ?? SHORT_BODY;
    if (!request.raw.complete && most <= SHORT_BODY) start(request, reply, bodyMs);
    else if (!request.raw.complete && most > LONG_BODY) start(request, reply, fileMs);
    done();
  });
  const stop = (request: FastifyRequest) => {
    if (request.raw.complete) clearTimeout(timers.get(request));
  };
  app.addHook('preValidation', (request, _reply, done) => {
    stop(request);
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    stop(request);
    done();
  });
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

function refuse({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete) return;
  // Nobody reads the body: it was refused, or its sender continues after the answer.
  if (reply.sent || raw.listenerCount('error') === 0) return void raw.destroy();
  // Passed on as an error of the body's stream, as for any other transfer failure.
  reply.header('connection', 'close');
  raw.emit('error', Object.assign(new AppError('body_slow'), { statusCode: 408 }));
}
