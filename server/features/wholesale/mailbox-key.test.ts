import { expect, test } from 'vitest';
import { mailboxKey } from './mailbox-key.ts';

test('E8 spellings of one mailbox have one key, and other mailboxes have others', () => {
  const same = [
    'ana.perez@gmail.com',
    'AnaPerez@Gmail.com',
    'a.n.a.perez+shop@googlemail.com',
    'anaperez+a+b@gmail.com',
  ];
  expect(new Set(same.map(mailboxKey))).toEqual(new Set(['anaperez@gmail.com']));
  expect(new Set(['Ana@Store.example', 'ana+x@store.example', 'ana+@store.example'].map(mailboxKey)).size).toBe(1);
  const different = ['a.na@store.example', 'ana@store.example', 'ana@shop.example', '+ana@store.example'];
  expect(new Set(different.map(mailboxKey)).size).toBe(different.length);
});
