import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** 32 bytes. */
export type SealingKey = Buffer;
export const KEY_BYTES = 32;

const CIPHER = 'aes-256-gcm';
const FORM = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Why a sealed text cannot be opened: it was sealed with another key, or it was changed. */
export class SealError extends Error {
  override readonly name = 'SealError';
  readonly reason: 'other_key' | 'damaged';
  constructor(reason: SealError['reason']) {
    super(reason === 'other_key' ? 'sealed with another key' : 'the sealed text was changed');
    this.reason = reason;
  }
}

/** 32 bytes in base64, as `openssl rand -base64 32` prints them; `null` for any other text. */
export function parseKey(text: string): SealingKey | null {
  const key = Buffer.from(text, 'base64');
  return key.length === KEY_BYTES && key.toString('base64') === text ? key : null;
}

/** Identifies a key without revealing anything about it. */
export function keyId(key: SealingKey): string {
  return createHash('sha256').update('settings key ').update(key).digest('hex').slice(0, 16);
}

/** Encrypts a text. It opens only under the same name, so sealed texts cannot be exchanged. */
export function seal(key: SealingKey, name: string, text: string): string {
  const id = keyId(key);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(boundTo(id, name));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return [FORM, id, Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')].join('.');
}

/** @throws SealError */
export function unseal(key: SealingKey, name: string, sealed: string): string {
  const [form, id, packed = '', ...more] = sealed.split('.');
  const bytes = Buffer.from(packed, 'base64url');
  if (form !== FORM || id === undefined || more.length > 0 || bytes.length < IV_BYTES + TAG_BYTES) {
    throw new SealError('damaged');
  }
  if (id !== keyId(key)) throw new SealError('other_key');
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(boundTo(id, name))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    throw new SealError('damaged');
  }
}

const boundTo = (id: string, name: string) => Buffer.from(JSON.stringify([FORM, id, name]));
