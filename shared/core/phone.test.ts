import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { phoneField } from './contact-fields.ts';
import { phoneDigits, readPhone, telHref } from './phone.ts';

test('reads a phone number as people and phones type it', () => {
  for (const text of [
    '3055550142',
    '305.555.0142',
    '(305) 555-0142',
    '(305)\u00a0555\u20110142',
    '1 305 555 0142',
    '1-305-555-0142',
    '+1 (305) 555-0142',
    '＋１　３０５　５５５　０１４２',
  ]) {
    expect([text, phoneDigits(text), telHref(text)]).toEqual([text, '13055550142', 'tel:+13055550142']);
    expect([text, z.safeParse(phoneField, text).success]).toEqual([text, true]);
  }
});

test('separates an extension from the number', () => {
  for (const text of [
    '305-555-0142 x12',
    '305-555-0142x12',
    '305-555-0142 ext. 12',
    '305-555-0142, extensión 12',
    '305-555-0142 #12',
    '+1 305 555 0142 Ext: 12',
  ]) {
    expect([text, phoneDigits(text), telHref(text)]).toEqual([text, '13055550142', 'tel:+13055550142;ext=12']);
  }
  expect(readPhone('305-555-0142')).toEqual({ number: '3055550142', extension: '' });
});

test('keeps another country’s code', () => {
  expect(phoneDigits('+53 5 555 0142')).toBe('5355550142');
  expect(telHref('+53 5 555 0142')).toBe('tel:+5355550142');
  expect(z.safeParse(phoneField, '+298 123456').success).toBe(true);
});

test('counts digits, not characters: refuses words, and numbers without area code', () => {
  for (const text of ['305555014', '(555) 01-42', '555-0142 x123', 'call me maybe', '+1 305 555']) {
    const [issue, ...others] = z.safeParse(phoneField, text).error?.issues ?? [];
    expect([text, issue?.message, others, phoneDigits(text)]).toEqual([text, 'phone_too_short', [], null]);
  }
});

test('is stored as typed, in plain characters', () => {
  expect(z.parse(phoneField, ' (305)\u00a0555-0142 x9 ')).toBe('(305) 555-0142 x9');
  expect(z.parse(phoneField, '３０５５５５０１４２')).toBe('3055550142');
});
