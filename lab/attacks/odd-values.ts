import fc, { type Arbitrary } from 'fast-check';

/** Texts at and beyond the limits of fields. */
export const ODD_TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfffb',
  '\uffff',
  '\ufeff',
  '\u202eabc',
  'a\u2066b\u2069',
  'a\u200bb',
  '\u001b[31mred',
  '\u0007',
  '\u2028',
  'Jose\u0301',
  'ﷺ',
  '👩‍👩‍👧',
  '\u0085',
  '\r\nBcc: b@x.example',
  '%00',
  '%',
  '../../etc/passwd',
  '0',
  '-1',
  '1e400',
  'NaN',
  'Infinity',
  '0x10',
  'true',
  'null',
  'undefined',
  '[object Object]',
  '__proto__',
  'constructor',
  '{{orderItems}}',
  '{{constructor}}',
  '$&',
  "' or 1=1 --",
  '";select 1',
  '\\',
  '=1+1',
  '<script>alert(1)</script>',
  '٣٣٠١٠',
  '99999999999999999999',
  '2026-02-30T25:61:00Z',
  '00000000-0000-0000-0000-000000000000',
  'x'.repeat(41),
  'x'.repeat(201),
  'x'.repeat(5_000),
  'á'.repeat(20_001),
  '\u0301'.repeat(3_000),
  '*'.repeat(2_000),
  '['.repeat(2_000),
  '{{'.repeat(2_000),
];

/** Cursors that no list has issued. */
const CURSORS = [
  ['newest', '9'.repeat(16), '0b5c9a52-7a0e-4c62-8d7c-1f6b3a6de001'],
  ['newest', '-1', '0b5c9a52-7a0e-4c62-8d7c-1f6b3a6de001'],
  ['highest', '99999999.99', '0b5c9a52-7a0e-4c62-8d7c-1f6b3a6de001'],
  ['lowest', 'NaN', '0b5c9a52-7a0e-4c62-8d7c-1f6b3a6de001'],
  ['business', '\ud800', '0b5c9a52-7a0e-4c62-8d7c-1f6b3a6de001'],
  ['business', '\u0000', '0b5c9a52-7a0e-4c62-8d7c-1f6b3a6de001'],
  ['business', 'x'.repeat(300), '0b5c9a52-7a0e-4c62-8d7c-1f6b3a6de001'],
  ['oldest', '0', "0b5c9a52' or '1'='1"],
  [null, {}, []],
].map((place) => Buffer.from(JSON.stringify(place)).toString('base64url'));

export const anyOddText: Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...ODD_TEXTS) },
  { weight: 1, arbitrary: fc.constantFrom(...CURSORS) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 30 }) },
  { weight: 1, arbitrary: fc.emailAddress() },
  { weight: 1, arbitrary: fc.uuid() },
);

const oddNumber: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(0, -0, -1, 1.5, 100, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 53) - 2, 1e21, 1e308, 5e-324, 0.1 + 0.2),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** Any JSON value, of a right or wrong type. */
export const oddValue: Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: anyOddText },
  { weight: 3, arbitrary: oddNumber },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, [], {}, [[]], [null], { length: 3 }, { toString: 1 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.constantFrom(nested(300), Array(2_000).fill(1), 'x'.repeat(62_000)) },
);

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < depth; i++) value = i % 2 ? [value] : { a: value };
  return value;
}

export const ODD_KEYS = [
  'id',
  'status',
  'createdAt',
  'isAdmin',
  'toString',
  'constructor',
  'prototype',
  '',
  '\u0000',
  '$where',
];

export const ODD_QUERIES = '= && q=%zz q=%00 q=a&q=b q[]=1 q[a][b]=1 __proto__[x]=1 limit=1e2 a=b#c'.split(' ');

export const RAW_JSON = [
  '',
  ' ',
  'null',
  '0',
  '"text"',
  '[]',
  '{}',
  '{',
  '[1,2',
  '{"a":}',
  "{'a':1}",
  'NaN',
  '1e400',
  '\u0000',
  `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
  `${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`,
  `{${Array.from({ length: 5_000 }, (_, i) => `"k${i}":1`).join()}}`,
];
