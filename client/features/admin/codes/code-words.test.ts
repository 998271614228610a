import { expect, test } from 'vitest';
import { sentenceOf } from './code-words.ts';

test('a limit of one use reads "once"', () => {
  const code = { code: 'GUAVA10', kind: 'percent', value: 10, startsAt: null, endsAt: null, minimum: null } as const;
  const once = 'It works once in all. One person may use it once.';
  expect(sentenceOf({ ...code, limit: 1, limitPerPerson: 1 })).toContain(once);
  const more = 'It works 20 times in all. One person may use it 2 times.';
  expect(sentenceOf({ ...code, limit: 20, limitPerPerson: 2 })).toContain(more);
});
