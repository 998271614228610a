import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { isGift, MAX_GIFT_NOTE, parcelName } from './gift.ts';
import { giftFields } from './gift-fields.ts';

const schema = z.object(giftFields);
const read = (gift: object) => z.safeParse(schema, gift);

test.each([{}, { recipientName: null, giftNote: null }, { recipientName: ' ', giftNote: ' \n ' }])(
  '%j is no gift, and leaves no trace in what is stored',
  (typed) => {
    const gift = read(typed).data ?? { giftNote: 'unread' };
    expect(JSON.stringify(gift)).toBe('{}');
    expect(isGift(gift)).toBe(false);
  },
);

test('a note keeps its lines and its script, and at most one blank line in a row', () => {
  const giftNote = ' Feliz día\r\n\n \t\n\nמזל טוב\nخالتي \u{1f381}\n';
  expect(read({ recipientName: ' Ana  López ', giftNote }).data).toEqual({
    recipientName: 'Ana  López',
    giftNote: 'Feliz día\n\nמזל טוב\nخالتي \u{1f381}',
  });
});

test('the limits are what fits on a packing slip', () => {
  expect(read({ giftNote: 'x'.repeat(MAX_GIFT_NOTE) }).success).toBe(true);
  expect(read({ giftNote: 'x'.repeat(MAX_GIFT_NOTE + 1) }).success).toBe(false);
  expect(read({ giftNote: 'x'.repeat(10_000) }).success).toBe(false);
  expect(read({ recipientName: 'x'.repeat(101) }).success).toBe(false);
  expect(read({ recipientName: 'Ana\r\nBcc: all@shop.example' }).success).toBe(false);
});

test('a recipient or a note makes a gift; the parcel has the recipient’s name, else the buyer’s', () => {
  expect([isGift({ recipientName: 'Ana' }), isGift({ giftNote: 'Hi' }), isGift({ giftNote: null })]).toEqual([
    true,
    true,
    false,
  ]);
  expect(parcelName({ customerName: 'Eva', recipientName: 'Ana' })).toBe('Ana');
  expect(parcelName({ customerName: 'Eva', recipientName: null })).toBe('Eva');
});
