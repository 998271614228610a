import { facts } from '#brand/facts.ts';
import { isPasswordGenerated } from '#server/features/admin/credentials.ts';
import type { Finding, SetupDeps } from './finding.ts';

const LONG_ENOUGH = 12;
const TOO_SHORT = 8;
/** What is tried first everywhere; the shop's own name is tried first here. */
const COMMON = /^(?:password|contrase(?:ñ|n)a|admin|letmein|welcome|qwerty|iloveyou|abc|test|guest|master|\d)+[\d!]*$/i;

export async function checkPassword({ config, database }: SetupDeps): Promise<Finding> {
  const check = 'password';
  const { password, passwordHash } = config.admin;
  if (passwordHash !== undefined) return { check, state: 'ok', code: 'password_hash' };
  if (password !== undefined) {
    if (password.length < TOO_SHORT || isGuessable(password)) return { check, state: 'fault', code: 'password_weak' };
    return password.length < LONG_ENOUGH
      ? { check, state: 'warning', code: 'password_short' }
      : { check, state: 'ok', code: 'password_ok' };
  }
  if (!database.isOpen) return { check, state: 'warning', code: 'password_unknown' };
  const isGenerated = await isPasswordGenerated(database.db);
  if (isGenerated === null) return { check, state: 'warning', code: 'password_unknown' };
  return isGenerated
    ? { check, state: 'warning', code: 'password_generated' }
    : { check, state: 'ok', code: 'password_set' };
}

function isGuessable(password: string): boolean {
  const plain = (text: string) => text.normalize('NFD').replace(/\P{L}/gu, '').toLowerCase();
  const isName = plain(password) === plain(facts.name) || plain(password) === plain(facts.handle);
  return COMMON.test(password) || isName || new Set(password).size < 4;
}

/** The sample's facts are no shop's: nobody reads its mails or answers its telephone. */
export function checkBrand(): Finding {
  const isSample = /\.example$/.test(facts.email) || /555-?01\d\d$/.test(facts.phone.replaceAll(' ', ''));
  return isSample
    ? { check: 'brand', state: 'warning', code: 'brand_sample' }
    : { check: 'brand', state: 'ok', code: 'brand_ok' };
}
