import rateLimit from '@fastify/rate-limit';
import Fastify from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { MonotonicStore } from './monotonic-store.ts';

afterEach(() => vi.useRealTimers());

const MINUTE_MS = 60_000;
const count = (store: MonotonicStore, key: string) =>
  new Promise<{ current: number; ttl: number } | undefined>((done) =>
    store.incr(key, (_, result) => done(result), MINUTE_MS),
  );

/** Five calls, of which four are accepted; then the time of day is changed and a minute passes. */
async function callsAround(ms: number, store: typeof MonotonicStore | undefined): Promise<number[]> {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  const app = Fastify();
  await app.register(rateLimit, { max: 4, timeWindow: MINUTE_MS, ...(store && { store }) });
  app.get('/', async () => 'served');
  const get = async () => (await app.inject('/')).statusCode;
  const statuses = [await get(), await get(), await get(), await get(), await get()];
  vi.setSystemTime(Date.now() + ms);
  statuses.push(await get());
  vi.advanceTimersByTime(MINUTE_MS);
  statuses.push(await get());
  await app.close();
  return statuses;
}

test.each([-2 * 3_600_000, -86_400_000, 86_400_000])(
  'F17 a minute is a minute when the clock is set by %i ms',
  async (ms) => {
    expect(await callsAround(ms, MonotonicStore)).toEqual([200, 200, 200, 200, 429, 429, 200]);
  },
);

test('F17 control: with the time of day, callers are refused for two hours', async () => {
  expect(await callsAround(-2 * 3_600_000, undefined)).toEqual([200, 200, 200, 200, 429, 429, 429]);
});

test('remembers the latest callers, however many there are', async () => {
  const store = new MonotonicStore();
  await count(store, 'first');
  await count(store, 'kept');
  for (let i = 0; i < 4_999; i++) {
    await count(store, `other ${i}`);
    if (i % 1_000 === 0) await count(store, 'kept');
  }
  expect((await count(store, 'first'))?.current).toBe(1);
  expect((await count(store, 'kept'))?.current).toBe(7);
});
