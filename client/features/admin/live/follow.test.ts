import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { adminKeys } from '../keys.ts';
import { followChanges } from './follow.ts';
import type { LiveMessage } from './stream.ts';
import { hearAll } from './tabs.ts';

vi.mock(import('./tabs.ts'), () => ({ hearAll: vi.fn(() => () => {}) }));

let client: QueryClient;
let tell: (message: LiveMessage) => void;
const asked = vi.fn();
beforeEach(() => {
  client = new QueryClient();
  asked.mockReset();
  vi.spyOn(client, 'invalidateQueries').mockImplementation(async (filters) => asked(filters?.queryKey));
  followChanges(client);
  tell = vi.mocked(hearAll).mock.lastCall?.[0] ?? (() => {});
});
const keys = () => asked.mock.calls.flat();

test('a second tab, whose first word is a beat, asks once for what came between its lists and now', () => {
  tell({ kind: 'beat' });
  expect(keys()).toEqual([adminKeys.changes, adminKeys.summary, adminKeys.storeLocations]);
  tell({ kind: 'beat' });
  expect(asked).toHaveBeenCalledTimes(3);
});

test('a stream that is down asks for nothing, and its first hello does', () => {
  tell({ kind: 'down' });
  expect(keys()).toEqual([]);
  tell({ kind: 'hello', resumed: false });
  expect(keys()).toContain(adminKeys.changes);
  expect(keys()).not.toContain(adminKeys.orders);
});

test('a hello after a gap reads the lists again, and one that resumes where it was does not', () => {
  tell({ kind: 'hello', resumed: false });
  asked.mockReset();
  tell({ kind: 'hello', resumed: true });
  expect(keys()).toEqual([]);
  tell({ kind: 'hello', resumed: false });
  expect(keys()).toEqual(expect.arrayContaining([adminKeys.orders, adminKeys.wholesalers, adminKeys.seen]));
});
