import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compactMessage } from './compact-messages.ts';

const FOLDER = 'client/.messages/messages';

test('every compiled message has a short form, so that a new form of the compiler is noticed', () => {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.js') && file !== '_index.js');
  expect(files.length).toBeGreaterThan(100);
  const passed = files.filter((file) => compactMessage(readFileSync(`${FOLDER}/${file}`, 'utf8')) === undefined);
  expect(passed).toEqual([]);
});

test('the short form keeps both texts and the parameters', () => {
  const code = readFileSync(`${FOLDER}/footer_legal.js`, 'utf8');
  const short = compactMessage(code) ?? '';
  const body = short.replace(/^import.*$/m, '').replace('export const footer_legal =', 'return');
  const footer_legal = new Function('isSpanish', body)((o?: { locale: string }) => o?.locale === 'es');
  const inputs = { company: 'A', city: 'B', state: 'C' };
  expect(footer_legal(inputs)).toBe('© A. Made in B, C.');
  expect(footer_legal(inputs, { locale: 'es' })).toBe('© A. Hecho en B, C.');
});
