import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#server/errors.ts';

const SHORT_BODY = 64 * 1024;
const BODY_MS = 5_000;

/**
 * Refuses short bodies that take longer than five seconds to arrive. Node's own limit covers the whole request and has
 * to fit the longest one. Routes with a larger `bodyLimit` keep Node's limit.
 *
 * @throws AppError `body_slow`
 */
export function limitBodyTime(app: FastifyInstance, { bodyMs = BODY_MS } = {}): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  app.addHook('preParsing', (request, reply, _payload, done) => {
    const { raw } = request;
    if (!raw.complete && (request.routeOptions.bodyLimit ?? SHORT_BODY) <= SHORT_BODY) {
      const refuse = () => {
        // Passed on as an error of the body's stream, as for any other transfer failure.
        if (raw.complete || reply.sent || raw.listenerCount('error') === 0) return;
        reply.header('connection', 'close');
        raw.emit('error', Object.assign(new AppError('body_slow'), { statusCode: 408 }));
      };
      timers.set(request, setTimeout(refuse, bodyMs).unref());
    }
    done();
  });
  const stop = (request: FastifyRequest) => clearTimeout(timers.get(request));
  app.addHook('preValidation', (request, _reply, done) => {
    stop(request);
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    stop(request);
    done();
  });
}
