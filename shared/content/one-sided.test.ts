import { expect, test } from 'vitest';
import { oneSidedChanges } from './one-sided.ts';

const text = (en: string, es: string) => ({ en, es });
const question = (en: string, es: string) => ({ question: text(en, es), answer: text(`${en}!`, `${es}!`) });

test.each([
  ['nothing was changed', text('Days', 'Días'), []],
  ['both were changed', text('Weeks', 'Semanas'), []],
  ['only the English was', text('Weeks', 'Días'), ['es']],
  ['only the Spanish was', text('Days', 'Semanas'), ['en']],
])('when %s, a text is left in %j', (_, body, left) => {
  const before = { body: text('Days', 'Días'), updatedOn: '2026-01-01' };
  expect(oneSidedChanges(before, { ...before, body })).toEqual(
    left.length > 0 ? [{ path: 'body', left, text: body }] : [],
  );
});

test('an empty text in the other language is missing, not left', () => {
  expect(oneSidedChanges({ body: text('Days', '') }, { body: text('Weeks', '') })).toEqual([]);
  expect(oneSidedChanges({ body: text('Days', ' ') }, { body: text('Weeks', ' ') })).toEqual([]);
});

test('a question is found again after it moved', () => {
  const [first, second] = [question('One', 'Uno'), question('Two', 'Dos')];
  const changed = { ...first, answer: text('Changed', 'Uno!') };
  expect(oneSidedChanges({ questions: [first, second] }, { questions: [second, changed] })).toEqual([
    { path: 'questions.1.answer', left: ['es'], text: changed.answer },
  ]);
});

test('a new question, a removed one and another order are not one-sided', () => {
  const [first, second] = [question('One', 'Uno'), question('Two', 'Dos')];
  expect(oneSidedChanges({ questions: [first, second] }, { questions: [second, question('New', 'Nueva')] })).toEqual(
    [],
  );
});

test('numbers, missing fields and null are ignored', () => {
  expect(oneSidedChanges({ minutes: 5, product: null }, { minutes: 6, product: 'box', body: text('a', 'b') })).toEqual(
    [],
  );
});
