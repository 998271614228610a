import { expect, test } from 'vitest';
import { shopForAll } from '#test/shop.ts';

const shop = shopForAll({ env: { PUBLIC_URL: 'https://guava.example' } });

test('security.txt names the published address, and is valid for half a year from any day', async () => {
  const read = async () => (await shop.app.inject('/.well-known/security.txt')).body.split('\n');
  const [contact, expires, languages, canonical, end] = await read();
  expect([contact, languages, canonical, end]).toEqual([
    `Contact: mailto:${shop.deps.facts().email}`,
    'Preferred-Languages: en, es',
    'Canonical: https://guava.example/.well-known/security.txt',
    '',
  ]);
  const days = (Date.parse(expires?.replace('Expires: ', '') ?? '') - shop.clock.now().getTime()) / 86_400_000;
  expect(Math.round(days)).toBe(180);
  shop.clock.advance(86_400_000);
  expect((await read())[1]).not.toBe(expires);
});

test('the URL for changing a password redirects to the admin’s settings', async () => {
  const { statusCode, headers } = await shop.app.inject('/.well-known/change-password');
  expect([statusCode, headers.location]).toEqual([302, '/admin/settings']);
});
