import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { zipField } from '#shared/core/contact-fields.ts';
import { cleanZip, parseZip } from './zip.ts';

test('reads a ZIP as people and phones type it', () => {
  const typed = ['33010', ' 33010 ', '33010\u00a0', '330 10', '３３０１０', '00501'];
  expect(typed.map(parseZip)).toEqual(['33010', '33010', '33010', '33010', '33010', '00501']);
  for (const text of [
    '33010-1234',
    '33010 1234',
    '330101234',
    '33010 - 1234',
    '33010–1234',
    '３３０１０－１２３４',
    '33010\u00a01234',
  ]) {
    expect([text, parseZip(text), cleanZip(text)]).toEqual([text, '33010', '33010-1234']);
    expect([text, z.parse(zipField, text)]).toEqual([text, '33010-1234']);
  }
});

test('distinguishes a US ZIP from other text', () => {
  for (const text of ['00000', '00499', 'K1A 0B1', '3301', '33010-', '33010-12', 'SW1A 1AA', '']) {
    expect([text, parseZip(text)]).toEqual([text, null]);
  }
});

test('tells what is wrong with a ZIP: too few digits, invalid, or foreign', () => {
  const cases: [text: string, code: string][] = [
    ['3301', 'zip_too_short'],
    ['    3301', 'zip_too_short'],
    ['330100', 'zip_invalid'],
    ['33010-12', 'zip_invalid'],
    ['33O10', 'zip_invalid'],
    ['00400', 'zip_unknown'],
    ['Miami', 'zip_invalid'],
    ['K1A 0B1', 'zip_abroad'],
    ['SW1A 1AA', 'zip_abroad'],
    ['D02 AF30', 'zip_abroad'],
  ];
  for (const [text, code] of cases) {
    expect([text, z.safeParse(zipField, text).error?.issues.map(({ message }) => message)]).toEqual([text, [code]]);
  }
});
