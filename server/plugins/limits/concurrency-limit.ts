import { finished } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#server/errors.ts';
import { networkOf } from './client-network.ts';

const RETRY_SECONDS = 2;

/** The hooks of a route with a concurrency limit. */
export type SlotHooks = {
  /** `onRequest`: refuses before the body is read, which is most of the work under overload. Takes no slot. */
  refuseWhileFull: (request: FastifyRequest) => Promise<void>;
  /** `preHandler`: takes a slot once the body has arrived and is valid, until the answer is sent. */
  takeSlot: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
};

/**
 * Hooks that admit a number of concurrent calls and refuse further ones at once, so that under overload other calls,
 * such as for paid orders, still get the database. Callers that already have a slot share half of the slots, which
 * leaves the rest to others. Bodies that never end take no slot.
 *
 * @throws AppError `unavailable`, with the seconds to wait
 */
export function limitAtOnce(most: number): SlotHooks {
  const shared = Math.ceil(most / 2);
  const held = new Map<string, number>();
  let inside = 0;
  const check = (caller: string) => {
    if (inside >= (held.has(caller) ? shared : most)) {
      throw new AppError('unavailable', { retryAfterSeconds: RETRY_SECONDS });
    }
  };
  return {
    refuseWhileFull: async (request) => check(networkOf(request.ip)),
    takeSlot: async (request, reply) => {
      const caller = networkOf(request.ip);
      check(caller);
      inside += 1;
      held.set(caller, (held.get(caller) ?? 0) + 1);
      finished(reply.raw, () => {
        inside -= 1;
        const left = (held.get(caller) ?? 1) - 1;
        if (left > 0) held.set(caller, left);
        else held.delete(caller);
      });
    },
  };
}
