import { expect, test } from 'vitest';
import { personOf } from './person.ts';

test('E8 spellings of one mailbox are one person, and other mailboxes are other people', () => {
  const same = [
    'ana.perez@gmail.com',
    ' AnaPerez@Gmail.com ',
    'a.n.a.perez+shop@googlemail.com',
    'anaperez+a+b@gmail.com',
    'ａｎａperez@gmail.com',
  ];
  expect(new Set(same.map(personOf))).toEqual(new Set(['anaperez@gmail.com']));
  expect(personOf('Ana.Ruiz+x@Proton.me')).toBe('anaruiz@proton.me');
  expect(new Set(['Ana@Store.example', 'ana+x@store.example', 'ana+@store.example'].map(personOf)).size).toBe(1);
  const different = ['a.na@store.example', 'ana@store.example', 'ana@shop.example', '+ana@store.example'];
  expect(new Set(different.map(personOf)).size).toBe(different.length);
  expect([personOf(undefined), personOf(''), personOf('ana')]).toEqual(['', '', '']);
});
