import { expect, test } from 'vitest';
import { facts } from '#brand/facts.ts';
import { generatePassword } from './password.ts';
import { weaknessOf } from './password-strength.ts';

test.each([
  ['short', 'elevenchars'],
  ['common', 'password1234'],
  ['common', 'PASSWORDPASSWORD'],
  ['common', 'contraseña2026'],
  ['common', 'qwerty123456'],
  ['common', 'abcdefgh4321'],
  ['common', '1q2w3e4r5t6y'],
  ['common', 'adminadmin2026!'],
  ['common', 'aaaaaabbbbbb'],
  ['common', '123456789012'],
  ['common', `${facts.name} 1`],
  ['common', 'unbelievable'],
])('a %s password is reported: %s', (weakness, password) => {
  expect(weaknessOf(password)).toBe(weakness);
});

test('a phrase and a generated password are strong enough', () => {
  for (const password of ['guava and crackers', 'corre el café', 'x7#kQ9!mWz2p', generatePassword()]) {
    expect([password, weaknessOf(password)]).toEqual([password, null]);
  }
});
