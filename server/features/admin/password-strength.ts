import { readFileSync } from 'node:fs';
import { facts } from '#brand/facts.ts';

export const MIN_PASSWORD_LENGTH = 12;

/**
 * The passwords of 12 and more characters among the 49,233 most common leaked ones, in lower case. From the package
 * `@zxcvbn-ts/language-common` 4.1.3 (MIT licence, https://github.com/zxcvbn-ts/zxcvbn), its list `passwords.json`;
 * shorter ones are refused for their length.
 */
const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .trim()
    .split(/\s+/),
);
/** The first guesses of an attacker, alone or combined, with digits appended. */
const COMMON =
  /^(?:password|passwort|contrase(?:ñ|n)a|admin|administrator|letmein|welcome|qwerty|iloveyou|abc|test|guest|master|shop|store|tienda|\d|[!.@#$%&*_-])+$/i;
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb',
];

/**
 * Why a password is too easy to guess; `null` when it is not. `short`: below 12 characters. `common`: among an
 * attacker's first guesses, such as leaked passwords, words for "password", keyboard rows, repetitions and the shop's
 * name.
 */
export function weaknessOf(password: string): 'common' | 'short' | null {
  if (isCommon(password)) return 'common';
  return [...password].length < MIN_PASSWORD_LENGTH ? 'short' : null;
}

function isCommon(password: string): boolean {
  const lower = password.normalize('NFC').trim().toLowerCase();
  const letters = plain(password);
  const isName = letters !== '' && [facts.name, facts.handle].some((name) => letters === plain(name));
  return COMMON_PASSWORDS.has(lower) || COMMON.test(lower) || isName || new Set(lower).size < 4 || isRows(lower);
}

const plain = (text: string) => text.normalize('NFD').replace(/\P{L}/gu, '').toLowerCase();

/**
 * Whether it consists only of runs of four or more neighbouring keys or letters, in either direction: qwerty123456,
 * abcdefgh4321.
 */
function isRows(text: string): boolean {
  const rows = ROWS.flatMap((row) => [row, [...row].reverse().join('')]);
  let at = 0;
  while (at < text.length) {
    let length = 0;
    while (at + length < text.length && rows.some((row) => row.includes(text.slice(at, at + length + 1)))) length += 1;
    if (length < 4) return false;
    at += length;
  }
  return true;
}
