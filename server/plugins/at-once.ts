import { finished } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#server/errors.ts';

const RETRY_SECONDS = 2;

/**
 * A hook for `onRequest` that lets in so many calls at a time and refuses what comes beyond at once. Calls that share it
 * leave room in the database's line for those that do not: of an overload a paid order feels little.
 *
 * @throws AppError `unavailable`, with the seconds to wait
 */
export function limitAtOnce(most: number): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  let inside = 0;
  return async (_request, reply) => {
    if (inside >= most) throw new AppError('unavailable', { retryAfterSeconds: RETRY_SECONDS });
    inside += 1;
    finished(reply.raw, () => {
      inside -= 1;
    });
  };
}
