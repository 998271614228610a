import { isPasswordGenerated, weaknessOf } from '#server/features/admin/credentials.ts';
import { countForSale } from '#server/features/catalogue/service.ts';
import { readPublicFacts } from '#server/features/facts/service.ts';
import { readPublicLook } from '#server/features/look/service.ts';
import { listSamplePolicies } from '#server/features/policies/service.ts';
import { countStartingTexts } from '#server/features/texts/service.ts';
import { POLICY_KINDS } from '#shared/content/policy-page.ts';
import { brandFacts, type ShopFacts } from '#shared/content/shop-facts.ts';
import { brandLook } from '#shared/look/look.ts';
import type { CheckResult, DiagnosticsDeps } from './check-result.ts';

const TOO_SHORT = 8;

export async function checkPassword({ config, database }: DiagnosticsDeps): Promise<CheckResult> {
  const check = 'password';
  const { password, passwordHash } = config.admin;
  if (passwordHash !== undefined) return { check, state: 'ok', code: 'password_hash' };
  if (password !== undefined) {
    const weakness = weaknessOf(password);
    if (weakness === 'common' || password.length < TOO_SHORT) return { check, state: 'fault', code: 'password_weak' };
    return weakness === 'short'
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

/** The sample brand's contact details are fictitious. If the database is not open, those of the files are checked. */
export async function checkBrand({ database }: DiagnosticsDeps): Promise<CheckResult> {
  const facts = database.isOpen ? await readPublicFacts(database.db) : brandFacts;
  return isSampleContact(facts)
    ? { check: 'brand', state: 'warning', code: 'brand_sample' }
    : { check: 'brand', state: 'ok', code: 'brand_ok' };
}

const isSampleContact = ({ email, phone }: Pick<ShopFacts, 'email' | 'phone'>): boolean =>
  /\.example$/.test(email) || /555-?01\d\d$/.test(phone.replaceAll(' ', ''));

/** Name, logo and colours; `null` if the database is not open. */
export async function checkLook({ database }: DiagnosticsDeps): Promise<CheckResult | null> {
  if (!database.isOpen) return null;
  const { name, logo } = await readPublicLook(database.db);
  const isSample = isSampleContact(brandFacts) && name === brandLook.name && logo === null;
  return isSample
    ? { check: 'look', state: 'warning', code: 'look_sample' }
    : { check: 'look', state: 'ok', code: 'look_ok' };
}

/** `npm run brand` writes sentences that suit any shop. `null` if it wrote none, or the database is not open. */
export async function checkTexts({ database }: DiagnosticsDeps): Promise<CheckResult | null> {
  const check = 'texts';
  if (!database.isOpen) return null;
  const { count, of } = await countStartingTexts(database.db);
  if (of === 0) return null;
  if (count === 0) return { check, state: 'ok', code: 'texts_ok' };
  return { check, state: 'warning', code: 'texts_starting', values: { count, of } };
}

/** Card networks require the shop's own policies; `null` if the database is not open. */
export async function checkPolicies({ database }: DiagnosticsDeps): Promise<CheckResult | null> {
  const check = 'policies';
  if (!database.isOpen) return null;
  const { length: count } = await listSamplePolicies(database.db);
  if (count === 0) return { check, state: 'ok', code: 'policies_ok' };
  return { check, state: 'warning', code: 'policies_sample', values: { count, of: POLICY_KINDS.length } };
}

/** `null` if the database is not open. */
export async function checkProducts({ clock, database }: DiagnosticsDeps): Promise<CheckResult | null> {
  const check = 'products';
  if (!database.isOpen) return null;
  const count = await countForSale({ db: database.db, clock });
  return count > 0
    ? { check, state: 'ok', code: 'products_ok', values: { count } }
    : { check, state: 'warning', code: 'products_none' };
}
