import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#server/errors.ts';

const SHORT_BODY = 64 * 1024;
const BODY_MS = 5_000;

/**
 * Refuses short bodies that take longer than five seconds to arrive: Node's own limit covers a whole request, and is as
 * long as the longest of them needs. Routes with a larger `bodyLimit` keep that one.
 *
 * @throws AppError `body_slow`
 */
export function limitBodyTime(app: FastifyInstance, { bodyMs = BODY_MS } = {}): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  app.addHook('preParsing', (request, reply, _payload, done) => {
    const { raw } = request;
    if (!raw.complete && (request.routeOptions.bodyLimit ?? SHORT_BODY) <= SHORT_BODY) {
      const refuse = () => {
        // Whoever reads the body hears of it as of any other failure to arrive.
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
