import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/**
 * Under `optimizeEmptyRequests` a request without a body never says that its stream ends. Who names a type all the same
 * has it parsed, and the parser would wait until the connection is cut.
 */
export function endEmptyBodies(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const isEmpty = request.headers['content-type'] !== undefined && request.raw.readableEnded;
    done(null, isEmpty ? Readable.from([]) : payload);
  });
}
