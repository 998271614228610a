import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#server/errors.ts';
import { MonotonicStore } from './monotonic-store.ts';

const MINUTE_MS = 60_000;

/** Counts stand in this process's memory: two instances let through twice as much. */
export async function addRateLimit(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, { global: false, store: MonotonicStore });
}

/**
 * A hook for `onRequest` that holds callers to so many requests a minute, by address (IPv6: by /64 network) and, where
 * given, all together. One address that is refused uses up nothing of what all have together.
 *
 * @throws AppError `too_many`, with the seconds to wait
 */
export function limitRequests(
  app: FastifyInstance,
  perMinute: { address: number; overall?: number },
): (request: FastifyRequest) => Promise<void> {
  const limiters = [app.createRateLimit({ max: perMinute.address, timeWindow: MINUTE_MS })];
  if (perMinute.overall !== undefined) {
    limiters.push(
      app.createRateLimit({ max: perMinute.overall, timeWindow: MINUTE_MS, keyGenerator: () => 'everyone' }),
    );
  }
  return async (request) => {
    for (const limiter of limiters) {
      const result = await limiter(request);
      if (!result.isAllowed && result.isExceeded) {
        throw new AppError('too_many', { retryAfterSeconds: Math.max(1, result.ttlInSeconds) });
      }
    }
  };
}
