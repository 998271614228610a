import { expect, test } from 'vitest';
import { findSecrets } from './log-secrets.ts';

test('finds every kind of secret, and ignores plain lines (E11)', () => {
  const seeded = [
    ...'key sk_test_abcdefgh|key rk_live_abcdefgh|whsec_abcdefgh|pi_123_secret_456'.split('|'),
    ...'{"client_secret":"x"}|{"clientSecret":"x"}|shippo_test_123|authorization: ShippoToken abc'.split('|'),
    ...'Bearer abc|t=1,v1=0123456789abcdef0123|{"cookie":"a=b"}|{"cardNumber":"4"}'.split('|'),
    ...'paid with 4242 4242 4242 4242 today|{"n":5555555555554444}'.split('|'),
  ];
  expect(seeded.filter((line) => findSecrets([line]).length === 0)).toEqual([]);
  const plain = [
    '{"level":30,"time":1795227600000,"msg":"server listening"}',
    '{"clientSecret":"[hidden]"}',
    'order 3f2a9c10-5b7e-4c1d-9a52-0d7f6c2e8b11 of pi_3Qk2zabcdefghij',
  ];
  expect(findSecrets(plain)).toEqual([]);
});
