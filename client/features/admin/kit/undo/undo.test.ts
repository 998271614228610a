import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentOffers, holdOffer, offerUndo, releaseOffer, removeOffer } from './undo.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  for (const { id } of currentOffers()) removeOffer(id);
  vi.useRealTimers();
});

const offered = () => currentOffers().map(({ text }) => text());
const offer = (text: string) => {
  offerUndo(
    () => text,
    async () => {},
  );
  return currentOffers().at(-1)?.id ?? 0;
};

test('an offer ends after ten seconds, and of four the oldest makes room', () => {
  for (const text of ['one', 'two', 'three', 'four']) offer(text);
  expect(offered()).toEqual(['two', 'three', 'four']);
  vi.advanceTimersByTime(9_999);
  expect(offered()).toHaveLength(3);
  vi.advanceTimersByTime(1);
  expect(offered()).toEqual([]);
});

test('an offer stays while it has the pointer or the focus, and ends ten seconds after both have left', () => {
  const id = offer('one');
  offer('two');
  vi.advanceTimersByTime(9_000);
  holdOffer(id, 'pointer');
  holdOffer(id, 'focus');
  vi.advanceTimersByTime(60_000);
  expect(offered()).toEqual(['one']);
  releaseOffer(id, 'pointer');
  vi.advanceTimersByTime(60_000);
  expect(offered()).toEqual(['one']);
  releaseOffer(id, 'focus');
  releaseOffer(id, 'focus');
  vi.advanceTimersByTime(9_999);
  expect(offered()).toEqual(['one']);
  vi.advanceTimersByTime(1);
  expect(offered()).toEqual([]);
});

test('an undone offer does not reappear, and its timer ends no other offer', () => {
  const id = offer('one');
  removeOffer(id);
  expect(offered()).toEqual([]);
  offer('two');
  vi.advanceTimersByTime(9_999);
  expect(offered()).toEqual(['two']);
});
