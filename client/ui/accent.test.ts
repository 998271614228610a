import { expect, test } from 'vitest';
import { accentStyle } from './accent.ts';

test('an unknown colour becomes the main colour', () => {
  expect(accentStyle('gone')).toMatchObject({ '--accent': 'var(--color-gone, var(--color-brand))' });
});
