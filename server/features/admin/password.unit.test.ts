import { stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { AppError } from '#server/errors.ts';
import { hashPassword, verifyPassword } from './password.ts';

test('S2 many passwords at once leave worker threads to others, and a queue of more than twenty is refused', async () => {
  const hash = await hashPassword('the right one');
  let finished = 0;
  const results = Array.from({ length: 30 }, async () => {
    try {
      return await verifyPassword(hash, 'the right one');
    } catch (error) {
      return error instanceof AppError && error.code === 'too_many' && error.retryAfterSeconds;
    } finally {
      finished += 1;
    }
  });
  const refused = results.slice(22);
  expect(await Promise.all(refused)).toEqual(Array(8).fill(2));
  // Reading a file also needs a worker thread: if all were hashing, it would wait for the whole queue.
  await stat('package.json');
  expect(finished - refused.length).toBeLessThan(8);
  expect(await Promise.all(results.slice(0, 22))).toEqual(Array(22).fill(true));
});
