import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { KEY_BYTES, keyId, parseKey, SealError, seal, unseal } from './sealing.ts';

const key = randomBytes(KEY_BYTES);
const TEXT = JSON.stringify({ STRIPE_SECRET_KEY: 'sk_live_contraseña' });

const reasonOf = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    return error instanceof SealError ? error.reason : error;
  }
  return null;
};

test('a sealed text opens with its key and name, and shows nothing of itself', () => {
  const sealed = seal(key, 'payment', TEXT);
  expect(unseal(key, 'payment', sealed)).toBe(TEXT);
  expect(sealed).not.toContain('sk_live');
  expect(Buffer.from(sealed.split('.')[2] ?? '', 'base64url').toString('latin1')).not.toContain('sk_live');
  expect(seal(key, 'payment', TEXT)).not.toBe(sealed);
});

test('it does not open under another name, so two groups cannot be exchanged', () => {
  expect(reasonOf(() => unseal(key, 'mail', seal(key, 'payment', TEXT)))).toBe('damaged');
});

test('another key is told from damage', () => {
  const other = randomBytes(KEY_BYTES);
  const sealed = seal(key, 'payment', TEXT);
  expect(reasonOf(() => unseal(other, 'payment', sealed))).toBe('other_key');
  // Passed off as the other key's.
  expect(reasonOf(() => unseal(other, 'payment', sealed.replace(keyId(key), keyId(other))))).toBe('damaged');
});

test('each changed, cut off or added character is noticed', () => {
  const sealed = seal(key, 'payment', TEXT);
  const [form, id, packed = ''] = sealed.split('.');
  const bytes = Buffer.from(packed, 'base64url');
  for (let i = 0; i < bytes.length; i++) {
    const changed = Buffer.from(bytes);
    changed[i] = (changed[i] ?? 0) ^ 1;
    expect(reasonOf(() => unseal(key, 'payment', [form, id, changed.toString('base64url')].join('.')))).toBe('damaged');
  }
  for (const wrong of ['', 'v1', `${form}.${id}.`, `v2.${id}.${packed}`, sealed.slice(0, -4), `${sealed}.x`, 'x.y.z']) {
    expect(
      reasonOf(() => unseal(key, 'payment', wrong)),
      wrong,
    ).toBe('damaged');
  }
});

test('a key is 32 bytes in base64 and nothing else', () => {
  expect(parseKey(key.toString('base64'))).toEqual(key);
  for (const wrong of [
    '',
    'short',
    key.toString('hex'),
    randomBytes(31).toString('base64'),
    `${key.toString('base64')}A`,
  ]) {
    expect(parseKey(wrong), wrong).toBeNull();
  }
});
