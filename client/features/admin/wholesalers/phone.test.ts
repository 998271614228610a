import { expect, test } from 'vitest';
import { phoneDigits } from './phone.ts';

test('gives ten digits the code of the United States and keeps a code that is there', () => {
  expect(phoneDigits('(305) 555-0142')).toBe('13055550142');
  expect(phoneDigits('+1 305-555-0142')).toBe('13055550142');
  expect(phoneDigits('+53 5 555 0142')).toBe('5355550142');
  expect(phoneDigits('call me maybe')).toBeNull();
});
