import { expect, test } from 'vitest';
import { makeXlsx, readXlsx } from '#test/xlsx.ts';

const valuesOf = (row: ReturnType<typeof readXlsx>[number] | undefined) =>
  [...(row ?? [])].map(([, { value }]) => value);

test('any text is read back unchanged, except for characters that XML cannot contain', async () => {
  const texts = ['<b>&"\'</b>', ' two  spaces ', 'line\nbreak', '{row}', 'ñ 🥭', '&amp;', ']]>'];
  const [head, row] = readXlsx(await makeXlsx(['<A&B>'], [[...texts, 'bell\u0007', null, '']]));
  expect(valuesOf(head)).toEqual(['<A&B>']);
  expect(valuesOf(row)).toEqual([...texts, 'bell']);
});

test('columns beyond Z, empty cells and rows of several batches keep their positions', async () => {
  const cells = Array.from({ length: 30 }, (_, i) => (i === 3 ? null : i));
  const [, first, second] = readXlsx(await makeXlsx(['n'], [cells, ['last']]));
  expect(first?.get('Z')).toEqual({ type: 'n', value: '25' });
  expect(first?.get('AD')).toEqual({ type: 'n', value: '29' });
  expect(first?.has('D')).toBe(false);
  expect(second?.get('A')?.value).toBe('last');
});
