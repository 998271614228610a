import { afterEach, expect, test, vi } from 'vitest';
import { REMEMBERED_KEY, rememberedZip } from './remembered-zip.ts';

afterEach(() => vi.unstubAllGlobals());

const withText = (text: string | null) => {
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === REMEMBERED_KEY ? text : null) });
  return rememberedZip();
};

test('the ZIP code of the remembered address, in five digits', () => {
  expect(withText('{"zipCode":"33132","city":"Miami"}')).toBe('33132');
  expect(withText('{"zipCode":"33132-1234"}')).toBe('33132');
});

test('no ZIP code without such an address, or where storage is forbidden', () => {
  for (const text of [null, 'null', '{', '"33132"', '{}', '{"zipCode":"3313"}', '{"zipCode":null}'])
    expect(withText(text), String(text)).toBeUndefined();
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('denied', 'SecurityError');
    },
  });
  expect(rememberedZip()).toBeUndefined();
});
