import { expect, test } from 'vitest';
import { accentStyle } from './accent.ts';

test('a colour that the palette does not have gives way to the main colour', () => {
  expect(accentStyle('gone')).toMatchObject({ '--accent': 'var(--color-gone, var(--color-brand))' });
});
