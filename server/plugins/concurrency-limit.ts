import { finished } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#server/errors.ts';
import { networkOf } from './client-network.ts';

const RETRY_SECONDS = 2;

/**
 * A `preHandler` hook that admits a number of concurrent calls and refuses further ones at once. Calls under one limit
 * leave database capacity to others: an overload hardly delays a paid order. A slot is taken once the body has arrived
 * and is valid. Callers that already have one share half of the slots, so that others find the rest.
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
