import { environmentManager, focusManager, onlineManager, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Changes } from '#shared/admin/admin.ts';
import type { LiveChange } from '#shared/admin/live.ts';
import { adminKeys } from '../keys.ts';
import { followChanges } from './follow.ts';

// The screens, which name what they read, belong to modules that listen to the window.
vi.hoisted(() => vi.stubGlobal('addEventListener', () => {}));
const callApi = vi.hoisted(() => vi.fn());
vi.mock(import('../../../lib/api-client.ts'), async (original) => ({ ...(await original()), callApi }));

const asked = vi.fn();
const keys = () => asked.mock.calls.flat();
let client: QueryClient;
let stop: () => void;
let answers: Changes['changes'][];
beforeEach(() => {
  vi.useFakeTimers();
  environmentManager.setIsServer(() => false);
  focusManager.setFocused(true);
  answers = [];
  asked.mockReset();
  let count = 0;
  callApi.mockReset().mockImplementation(async () => {
    count += 1;
    return {
      orders: 1,
      inquiries: 1,
      unpublished: [],
      cursor: `c ${count}`,
      changes: answers.length > 0 ? answers.shift() : [],
    };
  });
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  vi.spyOn(client, 'invalidateQueries').mockImplementation(async (filters) => asked(filters?.queryKey));
  client.mount();
  stop = followChanges(client);
});
afterEach(() => {
  stop();
  client.unmount();
  client.clear();
  environmentManager.setIsServer(() => true);
  focusManager.setFocused(undefined);
  onlineManager.setOnline(true);
  vi.useRealTimers();
});
const change = (changes: Partial<LiveChange>): LiveChange => {
  return { kind: 'order', action: 'insert', id: null, of: null, version: null, ...changes };
};

test('polls at once and every ten seconds, each time with its cursor', async () => {
  await vi.advanceTimersByTimeAsync(0);
  expect(callApi.mock.calls.map(([path]) => path)).toEqual(['/api/admin/changes']);
  await vi.advanceTimersByTimeAsync(9_900);
  expect(callApi).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(10_200);
  expect(callApi.mock.calls.map(([path]) => path).slice(1)).toEqual([
    '/api/admin/changes?since=c%201',
    '/api/admin/changes?since=c%202',
  ]);
});

test('an answer that a screen has asked for before gives the first cursor, so that nothing after it is missed', async () => {
  stop();
  client.clear();
  callApi.mockClear();
  client.setQueryData<Changes>(adminKeys.changes, {
    ...{ orders: 1, inquiries: 1, unpublished: [] },
    ...{ cursor: 'earlier', changes: null },
  });
  stop = followChanges(client);
  await vi.advanceTimersByTimeAsync(10_100);
  expect(callApi.mock.calls[0]).toEqual(['/api/admin/changes?since=earlier', expect.anything()]);
});

test('a hidden tab asks nothing, and asks at once when it is shown', async () => {
  await vi.advanceTimersByTimeAsync(0);
  focusManager.setFocused(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(callApi).toHaveBeenCalledTimes(1);
  focusManager.setFocused(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(callApi).toHaveBeenCalledTimes(2);
});

test('the first answer asks once for what came between its lists and now', async () => {
  await vi.advanceTimersByTimeAsync(0);
  expect(keys()).toEqual([adminKeys.summary, adminKeys.storeLocations]);
  await vi.advanceTimersByTimeAsync(10_100);
  expect(asked).toHaveBeenCalledTimes(2);
});

test('an answer without changes to name reads all lists again', async () => {
  answers = [null];
  await vi.advanceTimersByTimeAsync(0);
  asked.mockReset();
  await vi.advanceTimersByTimeAsync(10_100);
  expect(keys()).toEqual(
    expect.arrayContaining([adminKeys.orders, adminKeys.wholesalers, adminKeys.seen, adminKeys.facts]),
  );
});

test.each<[LiveChange['kind'], readonly string[]]>([
  ['order', adminKeys.customers],
  ['inquiry', adminKeys.summary],
  ['mail', adminKeys.today],
  ['anomaly', adminKeys.anomalies],
  ['template', adminKeys.templates],
])('a change of the kind %s reads what shows it', async (kind, key) => {
  answers = [[change({ kind })]];
  await vi.advanceTimersByTimeAsync(0);
  asked.mockReset();
  await vi.advanceTimersByTimeAsync(10_100);
  expect(keys()).toContainEqual(key);
});

test('a change of content reads facts, questions, rules, pictures, codes and taxes again, each once', async () => {
  answers = [[change({ kind: 'content', action: 'many' })]];
  await vi.advanceTimersByTimeAsync(0);
  asked.mockReset();
  await vi.advanceTimersByTimeAsync(10_100);
  expect(keys()).toEqual(
    expect.arrayContaining([
      adminKeys.facts,
      adminKeys.faq,
      adminKeys.shippingRules,
      adminKeys.media,
      adminKeys.codes,
      adminKeys.taxes,
    ]),
  );
  expect(keys()).not.toContain(adminKeys.changes);
});

test('a failed poll is repeated with the same cursor', async () => {
  await vi.advanceTimersByTimeAsync(0);
  callApi.mockRejectedValueOnce(new Error('no network'));
  await vi.advanceTimersByTimeAsync(20_100);
  expect(callApi.mock.calls.map(([path]) => path).slice(1)).toEqual([
    '/api/admin/changes?since=c%201',
    '/api/admin/changes?since=c%201',
  ]);
});

test('an offline tab does not poll, and polls at once with its cursor when it is online again', async () => {
  await vi.advanceTimersByTimeAsync(0);
  onlineManager.setOnline(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(callApi).toHaveBeenCalledTimes(1);
  onlineManager.setOnline(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(callApi.mock.calls.map(([path]) => path).slice(1)).toEqual(['/api/admin/changes?since=c%201']);
});
