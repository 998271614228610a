import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#server/errors.ts';
import { networkOf } from './client-network.ts';
import { MonotonicStore } from './monotonic-store.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** How many callers are remembered; the one with the oldest call is forgotten first. */
const MAX_CALLERS = 20_000;

/** Counts are in this process's memory: two instances together admit twice as much. */
export async function addRateLimit(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, { global: false, store: MonotonicStore });
}

/**
 * An `onRequest` hook that limits each caller to a number of requests a minute, by address (IPv6: by /64 network).
 *
 * @throws AppError `too_many`, with the seconds to wait
 */
export function limitRequests(app: FastifyInstance, perMinute: number): (request: FastifyRequest) => Promise<void> {
  const limiter = app.createRateLimit({ max: perMinute, timeWindow: MINUTE_MS });
  return async (request) => {
    const result = await limiter(request);
    if (!result.isAllowed && result.isExceeded) {
      throw new AppError('too_many', { retryAfterSeconds: Math.max(1, result.ttlInSeconds) });
    }
  };
}

/**
 * A `preHandler` hook that limits all callers together to a number of requests a minute. Requests already refused for
 * their form or address do not count. Callers seen within the hour share half of the limit, so that a few of them
 * cannot use up what others need.
 *
 * @throws AppError `too_many`, with the seconds to wait
 */
export function limitOverall(perMinute: number): (request: FastifyRequest) => Promise<void> {
  const shared = Math.ceil(perMinute / 2);
  const lastSeen = new Map<string, number>();
  let start = Number.NEGATIVE_INFINITY;
  let [all, ofKnown] = [0, 0];
  return async (request) => {
    const now = performance.now();
    if (now - start >= MINUTE_MS) [start, all, ofKnown] = [now, 0, 0];
    const caller = networkOf(request.ip);
    const isKnown = now - (lastSeen.get(caller) ?? Number.NEGATIVE_INFINITY) < HOUR_MS;
    if (all >= perMinute || (isKnown && ofKnown >= shared)) {
      throw new AppError('too_many', { retryAfterSeconds: Math.ceil((start + MINUTE_MS - now) / 1000) });
    }
    all += 1;
    if (isKnown) ofKnown += 1;
    lastSeen.delete(caller);
    lastSeen.set(caller, now);
    const [oldest] = lastSeen.size > MAX_CALLERS ? lastSeen.keys() : [];
    if (oldest !== undefined) lastSeen.delete(oldest);
  };
}
