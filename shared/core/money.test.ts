import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centsOf, centsToText, formatLimit, formatPrice, MAX_AMOUNT_CENTS, textToCents } from './money.ts';

const CARTS = process.env.FULL === '1' ? 1_000_000 : 100_000;

test('random carts, a million of them in the full tier, have the same cents and text as BigInt (I8)', () => {
  let differences = 0;
  // Mulberry32: a seeded generator, so that the carts are the same every time; fast enough for a million.
  let seed = 20_260_101;
  const random = (below: number) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
  for (let i = 0; i < CARTS; i++) {
    const lines = Array.from({ length: 1 + random(4) }, () => ({
      price: 1 + random(25_000),
      quantity: 1 + random(99),
    }));
    const cents = lines.reduce((sum, line) => sum + line.price * line.quantity, 0);
    const exact = lines.reduce((sum, line) => sum + BigInt(line.price) * BigInt(line.quantity), 0n);
    const text = `${exact / 100n}.${String(exact % 100n).padStart(2, '0')}`;
    if (BigInt(cents) !== exact || centsToText(cents) !== text || textToCents(text) !== cents) differences += 1;
  }
  expect(differences).toBe(0);
});

test('every amount within the limit is unchanged after conversion to text and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MAX_AMOUNT_CENTS }), (cents) => textToCents(centsToText(cents)) === cents),
    { numRuns: 5000 },
  );
});

test('reads plain decimals only', () => {
  const refused = [
    '',
    ' ',
    '-1',
    '+1',
    '1e-9',
    '1e2',
    'NaN',
    'Infinity',
    '1,00',
    '1.',
    '.5',
    '1.005',
    '0x10',
    ' 5 ',
    '٣',
  ];
  expect(refused.filter((text) => textToCents(text) !== null)).toEqual([]);
  expect(['0', '7', '7.4', '7.40', '19.99'].map(textToCents)).toEqual([0, 700, 740, 740, 1999]);
});

test('never writes a fraction of a cent', () => {
  for (const bad of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
    expect(() => centsToText(bad)).toThrow(RangeError);
  expect([0, 5, 50, 1999, -1999].map(centsToText)).toEqual(['0.00', '0.05', '0.50', '19.99', '-19.99']);
});

test('shows two decimals in both languages', () => {
  expect([formatPrice(1999, 'en'), formatPrice(1999, 'es'), formatPrice(4000, 'es')]).toEqual([
    '$19.99',
    '$19.99',
    '$40.00',
  ]);
});

test('a limit in a sentence has no cents if they are zero, and never just one decimal', () => {
  const limits = [2500, 2550, 2505, 50].map((cents) => formatLimit(cents, 'en'));
  expect(limits).toEqual(['$25', '$25.50', '$25.05', '$0.50']);
  expect(formatLimit(2550, 'es')).toBe('$25.50');
});

test('only the one formatter writes amounts of money', () => {
  const own = ['client', 'server', 'scripts', 'brand']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.') && !file.startsWith('client/.'))
    .filter((file) => /`\$\$\{|style: 'currency'/.test(readFileSync(file, 'utf8')));
  expect(own).toEqual([]);
});

test('an amount written by the shop is read; any other text is an error, not 0', () => {
  expect(['0.00', '19.99', '-3.50', '7'].map(centsOf)).toEqual([0, 1999, -350, 700]);
  for (const text of ['', '1e3', '--1.00', '1.234', 'null', ' 5']) expect(() => centsOf(text)).toThrow(RangeError);
});
