import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AdminCheck } from '#shared/admin/admin.ts';
import { callApi } from '../../../lib/api-client.ts';
import { createQueryClient } from '../../../lib/query-client.ts';
import { adminKeys } from '../keys.ts';
import { ASK_AFTER_MS, watchSession } from './session-watch.ts';

const ORDERS = ['/api/admin/orders'];

let client: QueryClient;
let isAdmin: boolean;
/** Answers of the list of orders, in sequence; the last one repeats. */
let orders: number[];
let asked: string[];
const onLost = vi.fn(() => client.setQueryData<AdminCheck>(adminKeys.check, { isAdmin: false }));
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  onLost.mockClear();
  client = createQueryClient();
  client.setQueryData<AdminCheck>(adminKeys.check, { isAdmin: true });
  isAdmin = true;
  orders = [200];
  asked = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    if (path === adminKeys.check.join('/')) return Response.json({ isAdmin });
    const status = (orders.length > 1 ? orders.shift() : orders[0]) as number;
    return Response.json(status === 200 ? ['an order'] : { message: 'log in' }, { status });
  });
  stop = watchSession(client, onLost);
});
afterEach(() => {
  stop();
  client.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const openOrders = () => new QueryObserver(client, { queryKey: ORDERS }).subscribe(() => {});
const later = () => vi.advanceTimersByTimeAsync(ASK_AFTER_MS + 50);
const checks = () => asked.filter((path) => path === adminKeys.check.join('/')).length;

test('one refused read is repeated when the browser has signed in again', async () => {
  orders = [401, 200];
  openOrders();
  await later();
  expect(client.getQueryData(ORDERS)).toEqual(['an order']);
  expect([checks(), onLost.mock.calls.length]).toEqual([1, 0]);
});

test('the session is asked about only after the answer of another tab’s login has arrived', async () => {
  orders = [401, 200];
  isAdmin = false;
  openOrders();
  await vi.advanceTimersByTimeAsync(ASK_AFTER_MS - 50);
  isAdmin = true;
  await later();
  expect(onLost).not.toHaveBeenCalled();
});

test('a session that has ended is lost, once, however many calls say so', async () => {
  orders = [401];
  isAdmin = false;
  openOrders();
  client.prefetchQuery({ queryKey: ['/api/admin/stores'] });
  await later();
  expect([checks(), onLost.mock.calls.length]).toEqual([1, 1]);
});

test('a read that is refused again ends the session without another question', async () => {
  orders = [401];
  openOrders();
  await later();
  await later();
  expect([checks(), onLost.mock.calls.length]).toEqual([1, 1]);
  expect(asked).toHaveLength(3);
});

test('a read that succeeded meanwhile may be refused and repeated again', async () => {
  orders = [401, 200, 401, 200];
  openOrders();
  await later();
  client.refetchQueries({ queryKey: ORDERS });
  await later();
  expect([checks(), onLost.mock.calls.length]).toEqual([2, 0]);
});

test('a refused change checks the session too, and is not repeated automatically', async () => {
  const change = client.getMutationCache().build(client, { mutationFn: () => callApi('/api/admin/orders/1') });
  orders = [401, 200];
  await change.execute(undefined).catch(() => {});
  await later();
  expect([checks(), asked.length, onLost.mock.calls.length]).toEqual([1, 2, 0]);
  isAdmin = false;
  orders = [401];
  await change.execute(undefined).catch(() => {});
  await later();
  expect([checks(), onLost.mock.calls.length]).toEqual([2, 1]);
});

test('without an answer the refusal is believed, and before a login nothing is asked', async () => {
  orders = [401];
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === adminKeys.check.join('/')) throw new TypeError('no connection');
    return Response.json({ message: 'log in' }, { status: 401 });
  });
  openOrders();
  await later();
  expect(onLost).toHaveBeenCalledOnce();
  await client.refetchQueries({ queryKey: ORDERS });
  await later();
  expect(onLost).toHaveBeenCalledOnce();
});
