import { finished } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#server/errors.ts';
import { networkOf } from './client-network.ts';

const RETRY_SECONDS = 2;

/**
 * A hook for `preHandler` that lets in so many calls at a time and refuses what comes beyond at once. Calls that share it
 * leave the database to those that do not: an overload delays a paid order little. A place is taken once the body is
 * there and valid; callers that have one already share half of the places, so that others find the rest.
 *
 * @throws AppError `unavailable`, with the seconds to wait
 */
export function limitAtOnce(most: number): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const shared = Math.ceil(most / 2);
  const held = new Map<string, number>();
  let inside = 0;
  return async (request, reply) => {
    const caller = networkOf(request.ip);
    const own = held.get(caller) ?? 0;
    if (inside >= (own > 0 ? shared : most)) throw new AppError('unavailable', { retryAfterSeconds: RETRY_SECONDS });
    inside += 1;
    held.set(caller, own + 1);
    finished(reply.raw, () => {
      inside -= 1;
      const left = (held.get(caller) ?? 1) - 1;
      if (left > 0) held.set(caller, left);
      else held.delete(caller);
    });
  };
}
