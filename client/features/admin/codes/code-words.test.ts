import { expect, test } from 'vitest';
import { sentenceOf } from './code-words.ts';

test('a limit of one use reads "once"', () => {
  const always = { isAutomatic: false, names: null, products: null, startsAt: null, endsAt: null, minimum: null };
  const code = { ...always, code: 'GUAVA10', kind: 'percent', value: 10 } as const;
  const once = 'It works once in all. One person may use it once.';
  expect(sentenceOf({ ...code, limit: 1, limitPerPerson: 1 }, String)).toContain(once);
  const more = 'It works 20 times in all. One person may use it 2 times.';
  expect(sentenceOf({ ...code, limit: 20, limitPerPerson: 2 }, String)).toContain(more);
});
