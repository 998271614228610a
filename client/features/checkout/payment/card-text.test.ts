import { expect, test } from 'vitest';
import { findCardErrors, formatCardNumber, formatExpiry } from './card-text.ts';

test.each([
  ['4242424242424242', '4242 4242 4242 4242'],
  ['4242-4242 42', '4242 4242 42'],
  ['378282246310005', '3782 8224 6310 005'],
  ['', ''],
  ['abc', ''],
  ['12345678901234567890123', '1234 5678 9012 3456 789'],
])('card number %s reads %s', (typed, shown) => {
  expect(formatCardNumber(typed)).toBe(shown);
});

test.each([
  ['1', '1'],
  ['12', '12 / '],
  ['1234', '12 / 34'],
  ['12/34', '12 / 34'],
  ['5', '05 / '],
  ['12 / 2034', '12 / 2034'],
])('expiry %s reads %s', (typed, shown) => {
  expect(formatExpiry(typed)).toBe(shown);
});

test('backspace at the slash also deletes a digit of the month', () => {
  expect(formatExpiry('12 /', '12 / ')).toBe('1');
});

test('lists the fields with an invalid format, in order', () => {
  expect(findCardErrors({ cardNumber: '4242', expiry: '13 / 34', cvc: '1' })).toEqual(['cardNumber', 'expiry', 'cvc']);
  expect(findCardErrors({ cardNumber: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123' })).toEqual([]);
});
