import { expect, test } from 'vitest';
import { smtpParts, smtpUrl } from './smtp-url.ts';

test('the parts of a mail server become a URL and come back, whatever the password holds', () => {
  const parts = { smtpHost: 'mail.shop.example', smtpPort: '2525', smtpUser: 'a@b', smtpPassword: 'p@ss/wörd:%&?# ' };
  expect(smtpParts(smtpUrl(parts))).toEqual(parts);
  expect(smtpUrl({ smtpHost: 'mail.shop.example' })).toBe('smtp://mail.shop.example:587');
  expect(smtpUrl({ smtpHost: 'mail.shop.example', smtpPort: '465' })).toBe('smtps://mail.shop.example:465');
  expect(smtpUrl({ smtpHost: '[::1]', smtpPort: '25' })).toBe('smtp://[::1]:25');
});

test.each([
  { smtpHost: 'mail.shop.example/x' },
  { smtpHost: 'user@mail.shop.example' },
  { smtpHost: 'smtp://mail.shop.example' },
  { smtpHost: 'mail.shop.example?pool=true' },
  { smtpHost: 'mail.shop.example', smtpPort: '70000' },
  { smtpHost: 'mail.shop.example', smtpPort: '25?x' },
  { smtpHost: 'mail.shop.example', smtpPassword: 'alone' },
])('%j is refused', (parts) => {
  expect(URL.canParse(smtpUrl(parts)) && new URL(smtpUrl(parts)).hostname).toBe('');
});
