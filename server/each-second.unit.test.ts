import { expect, test, vi } from 'vitest';
import { eachSecond } from './each-second.ts';

test('a streak of failures is reported once, and the next streak again', async () => {
  const outcomes = [true, false, false, true, false, true];
  const work = vi.fn(async () => {
    if (outcomes.shift() === false) throw new Error('away');
  });
  const onFault = vi.fn();
  const loop = eachSecond(work, onFault, 1);
  await expect.poll(() => work.mock.calls.length).toBeGreaterThan(6);
  await loop.stop();
  expect(onFault).toHaveBeenCalledTimes(2);
});

test('runs do not overlap, and a stop waits for the current run', async () => {
  let inside = 0;
  let most = 0;
  let ended = 0;
  const loop = eachSecond(
    async () => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((done) => setTimeout(done, 20));
      inside -= 1;
      ended += 1;
    },
    () => {},
    1,
  );
  await expect.poll(() => inside).toBe(1);
  await loop.stop();
  expect([inside, most]).toEqual([0, 1]);
  const atStop = ended;
  await new Promise((done) => setTimeout(done, 30));
  expect(ended).toBe(atStop);
});

test('a failure during the stop is not reported', async () => {
  const onFault = vi.fn();
  let fail = () => {};
  const loop = eachSecond(() => new Promise((_, reject) => (fail = () => reject(new Error('closed')))), onFault, 1);
  await expect.poll(() => String(fail)).toContain('reject');
  const stopped = loop.stop();
  fail();
  await stopped;
  expect(onFault).not.toHaveBeenCalled();
});
