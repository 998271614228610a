import { expect, test } from 'vitest';
import { splitLiterals } from './literals.ts';

test.each([
  ['Set BACKUP_DIR to a folder', ['BACKUP_DIR']],
  ['LOG_LEVEL=debug in .env, then npm run doctor.', ['LOG_LEVEL=debug', '.env', 'npm run doctor']],
  ['such as https://www.your-shop.com.', ['https://www.your-shop.com']],
  ['Put the zones into brand/shipping.ts, with zonesFrom.', ['brand/shipping.ts', 'zonesFrom']],
  ['The pictures in brand/ and no other', ['brand/']],
  ['Nothing to type here', []],
])('%s', (text, literals) => {
  const parts = splitLiterals(text);
  expect(parts.filter((_, i) => i % 2 === 1)).toEqual(literals);
  expect(parts.join('')).toBe(text);
});
