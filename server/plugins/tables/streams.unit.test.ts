import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLiveFormula, readCsv } from '#test/spreadsheet.ts';
import { csvField } from './streams.ts';

/** Text from the pieces of formulas, quotes and separators. */
const anyCell = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '=',
        '+',
        '-',
        '@',
        '\t',
        '\r',
        '\n',
        '"',
        "'",
        ',',
        ';',
        ' ',
        '\u00a0',
        '\u200b',
        '\ufeff',
        '\0',
        '＝',
        '|',
        '%',
        '1+1',
      ),
      fc.constantFrom('=HYPERLINK("http://evil.example","x")', "=cmd|' /C calc'!A0", '@SUM(A1)', '19.99', '-3', 'Ana'),
      fc.string({ unit: 'binary', maxLength: 5 }),
    ),
    { maxLength: 6 },
  )
  .map((pieces) => pieces.join(''));

const withoutApostrophes = (text: string) => text.replaceAll("'", '');

test('5,000 rows of any text survive except for apostrophes, and no cell is calculated (E10)', () => {
  const rows = fc.array(anyCell, { minLength: 1, maxLength: 5 });
  const check = fc.property(rows, (cells) => {
    const file = `${cells.map(csvField).join(',')}\r\n`;
    const [read = []] = readCsv(file);
    expect(read).toHaveLength(cells.length);
    for (const [i, cell] of read.entries()) {
      const isAsTyped = withoutApostrophes(cell) === withoutApostrophes(cells[i] ?? '');
      expect(isAsTyped, JSON.stringify([cell, cells[i]])).toBe(true);
      expect(isLiveFormula(cell), JSON.stringify(cell)).toBe(false);
    }
  });
  fc.assert(check, { numRuns: 5_000 });
});

test('no character whose compatibility form starts a formula starts one (E10)', () => {
  const signs = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCharCode(code)).filter(isLiveFormula);
  expect(signs.length).toBeGreaterThan(20);
  for (const cell of signs.flatMap((sign) => [`${sign}1+1`, ` ${sign}cmd`])) {
    expect([cell, isLiveFormula(readCsv(csvField(cell))[0]?.[0] ?? '')]).toEqual([cell, false]);
  }
});

test('E10 control: without the apostrophe the same reader finds formulas', () => {
  const bare = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const live = fc
    .sample(anyCell, { numRuns: 500, seed: 1 })
    .filter((cell) => isLiveFormula(readCsv(bare(cell))[0]?.[0] ?? ''));
  expect(live.length).toBeGreaterThan(50);
});

test('a file read with semicolons, as in other countries, has no calculated cell either (E10)', () => {
  const check = fc.property(fc.array(anyCell, { minLength: 1, maxLength: 5 }), (cells) => {
    // The first column of every file is a number or date of the shop.
    const file = `${['3F2A9B10', ...cells].map(csvField).join(',')}\r\n`;
    for (const separator of [';', '\t']) {
      expect(readCsv(file, separator).flat().filter(isLiveFormula)).toEqual([]);
    }
  });
  fc.assert(check, { numRuns: 3_000 });
});
