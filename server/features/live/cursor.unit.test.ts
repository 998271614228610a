import { expect, test } from 'vitest';
import { MAX_CURSOR_LENGTH } from '#shared/admin/live.ts';
import { cursorText, readCursor } from './cursor.ts';

test('a cursor is read as it was written', () => {
  for (const snapshot of ['10:20:10,14,15', '748:748:', '5:9:', '1:2:1']) {
    expect(readCursor(cursorText({ cluster: '7321', snapshot }))).toEqual({ cluster: '7321', snapshot });
  }
});

test('a snapshot with very many open transactions becomes an earlier one, so that nothing is left out', () => {
  const open = Array.from({ length: 400 }, (_, i) => 1_000_000 + 2 * i).join(',');
  const text = cursorText({ cluster: '7321', snapshot: `1000000:1000800:${open}` });
  expect(text).toBe('7321.1000000:1000000:');
  expect(text.length).toBeLessThan(MAX_CURSOR_LENGTH);
});

test.each([
  '',
  ...'x 748:748: 1.748:748 1.0:5: 1.9:5: 1.5:9:4 1.5:9:9 1.5:9:7,6 1.5:9:7,7 1.5:9:6,'.split(' '),
  "1.5:9:' or 1=1",
  `1.${'9'.repeat(30)}:${'9'.repeat(30)}:`,
])('%j is no cursor', (text) => {
  expect(readCursor(text)).toBeNull();
});
