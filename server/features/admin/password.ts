import { argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError } from '#server/errors.ts';

const argon2Async = promisify(argon2);
/** OWASP Password Storage Cheat Sheet: Argon2id with 19 MiB, two passes, one lane. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const PARALLELISM = 1;
const TAG_BYTES = 32;
/** Two of Node's four worker threads; the others stay free for the rest of the shop. */
const MAX_RUNNING = 2;
const MAX_WAITING = 20;

type Hash = { memory: number; passes: number; parallelism: number; nonce: Buffer; tag: Buffer };

/** Hashes a password in the PHC format `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const shape = { memory: MEMORY_KIB, passes: PASSES, parallelism: PARALLELISM, nonce };
  const tag = await compute(password, { ...shape, tag: Buffer.alloc(TAG_BYTES) });
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${PARALLELISM}$${base64(nonce)}$${base64(tag)}`;
}

/**
 * Whether a password matches this hash. Takes the same time either way.
 *
 * @throws AppError `too_many` when too many hash computations are waiting
 */
export async function verifyPassword(phc: string, password: string): Promise<boolean> {
  const hash = parseHash(phc);
  if (!hash) return false;
  return timingSafeEqual(await compute(password, hash), hash.tag);
}

/** Whether a text is a hash that `verifyPassword` can use. */
export function isPasswordHash(phc: string): boolean {
  return parseHash(phc) !== null;
}

/** A generated password: 20 characters from 31 that are easy to distinguish, 99 bits. */
export function generatePassword(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
  const characters = Array.from({ length: 20 }, () => alphabet[randomInt(alphabet.length)]);
  return characters.join('').replace(/(.{5})(?=.)/g, '$1-');
}

function parseHash(phc: string): Hash | null {
  const match =
    /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/.exec(phc);
  if (!match) return null;
  const [, memory, passes, parallelism, nonce = '', tag = ''] = match;
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    nonce: Buffer.from(nonce, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

let running = 0;
const waiting: (() => void)[] = [];

async function compute(password: string, hash: Hash): Promise<Buffer> {
  if (running >= MAX_RUNNING) {
    if (waiting.length >= MAX_WAITING) throw new AppError('too_many', { retryAfterSeconds: 2 });
    await new Promise<void>((resume) => waiting.push(resume));
  } else {
    running += 1;
  }
  try {
    return await argon2Async('argon2id', {
      message: Buffer.from(password.normalize('NFC'), 'utf8'),
      nonce: hash.nonce,
      parallelism: hash.parallelism,
      tagLength: hash.tag.length,
      memory: hash.memory,
      passes: hash.passes,
    });
  } finally {
    // The slot passes to the next waiting call without becoming free in between.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
