import { readDatabaseState } from '#server/db/state.ts';
import { checkAddress, checkMode, checkProxy } from './address-checks.ts';
import { CALL_MS, CHECKS, type CheckId, type CheckResult, type DiagnosticsDeps } from './check-result.ts';
import { checkCsp } from './csp-reports.ts';
import { checkDatabase } from './database-check.ts';
import { checkBackups, checkClock, checkDisk } from './machine-checks.ts';
import { checkBrand, checkLook, checkPassword, checkPolicies, checkProducts, checkTexts } from './owner-checks.ts';
import { checkMail, checkOutbox, checkOwnerMail, checkShipping } from './partner-checks.ts';
import { checkDeclines, checkPayment, checkWebhook } from './payment-checks.ts';
import { checkSender } from './sender-check.ts';
import { checkSettings } from './settings-check.ts';
import { checkTax } from './tax-check.ts';

/** Time limit for a check whose own limits did not end it. */
export const CHECK_MS = 5_000;

/**
 * Checks the shop's settings and its outside services, all in parallel and read-only. A check that fails or does not
 * end in 5 s is itself a result.
 *
 * @returns in the order of `CHECKS`, without checks that do not apply to this shop
 */
export async function runChecks(deps: DiagnosticsDeps): Promise<CheckResult[]> {
  const { config, database } = deps;
  // Queried once for all checks that need it.
  const stripe = once(async () => {
    if (!config.stripe) throw new Error('Stripe is not set');
    const { probeStripe } = await import('#server/features/payments/stripe-probe.ts');
    return probeStripe(config.stripe, CALL_MS);
  });
  const state = once(() =>
    database.isOpen ? readDatabaseState(database.db) : Promise.reject(new Error('The database is not open')),
  );
  const checks: Record<CheckId, () => Promise<CheckResult | null> | CheckResult | null> = {
    settings: () => checkSettings(deps),
    mode: () => checkMode(deps),
    database: () => checkDatabase(deps, state),
    disk: () => checkDisk(deps),
    backups: () => checkBackups(deps),
    address: () => checkAddress(deps),
    proxy: () => checkProxy(deps),
    password: () => checkPassword(deps),
    payment: () => checkPayment(deps, stripe),
    webhook: () => checkWebhook(deps, stripe),
    declines: () => checkDeclines(deps),
    tax: () => checkTax(deps),
    shipping: () => checkShipping(deps),
    mail: () => checkMail(deps),
    owner_mail: () => checkOwnerMail(deps),
    sender: () => checkSender(deps),
    outbox: () => checkOutbox(deps),
    clock: () => checkClock(deps, stripe, state),
    csp: () => checkCsp(deps),
    brand: () => checkBrand(deps),
    look: () => checkLook(deps),
    texts: () => checkTexts(deps),
    policies: () => checkPolicies(deps),
    products: () => checkProducts(deps),
  };
  const results = await Promise.all(CHECKS.map((check) => within(check, checks[check])));
  return results.filter((result) => result !== null);
}

async function within(
  check: CheckId,
  work: () => Promise<CheckResult | null> | CheckResult | null,
): Promise<CheckResult | null> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<CheckResult>((resolve) => {
    timer = setTimeout(() => resolve({ check, state: 'fault', code: 'check_slow' }), CHECK_MS);
  });
  try {
    return await Promise.race([(async () => work())(), limit]);
  } catch {
    // The error may contain a URL with a password, so only the failure itself is reported.
    return { check, state: 'fault', code: 'check_broken' };
  } finally {
    clearTimeout(timer);
  }
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => (result ??= work());
}
