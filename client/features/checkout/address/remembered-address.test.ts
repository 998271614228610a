import { expect, test } from 'vitest';
import { EMPTY_ADDRESS } from '../checkout-machine.ts';
import { isUntouched, readRemembered, toRemembered } from './remembered-address.ts';

const address = { ...EMPTY_ADDRESS, fullName: 'Yolanda', city: 'Miami', preferredLanguage: 'es' as const };

test('is read back as stored, without the gift', () => {
  const kept = toRemembered({ ...address, recipientName: 'Ana', giftNote: 'Felicidades' });
  expect(kept).not.toHaveProperty('giftNote');
  expect(readRemembered(JSON.stringify(kept))).toEqual(kept);
});

test('nothing is remembered unless asked for', () => {
  expect(readRemembered(null)).toBeNull();
  expect(readRemembered('"text"')).toBeNull();
});

test('stored values of unknown origin are not trusted', () => {
  expect(readRemembered('{"fullName":5,"city":"Miami","giftNote":"x","other":"y","preferredLanguage":"fr"}')).toEqual({
    ...toRemembered(EMPTY_ADDRESS),
    city: 'Miami',
  });
});

test('a form with any input is not filled', () => {
  expect(isUntouched(EMPTY_ADDRESS)).toBe(true);
  expect(isUntouched({ ...EMPTY_ADDRESS, phone: '3' })).toBe(false);
});
