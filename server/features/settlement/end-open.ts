import type { SettlementDeps } from './deps.ts';
import { listOpenCheckouts } from './repository.ts';
import { cancelCheckout } from './service.ts';

const MOST = 500;
const AT_ONCE = 5;

/**
 * Ends the open checkouts of a provider that is about to be replaced: nobody could settle them afterwards. One that
 * turns out to be paid becomes its order, and the others cannot be paid any more.
 *
 * @returns how many could not be ended, because the provider does not answer
 */
export async function endOpenCheckouts(deps: SettlementDeps, createdBefore: Date): Promise<number> {
  const open = await listOpenCheckouts(deps.db, { provider: deps.payments.name, createdBefore, limit: MOST });
  let failed = 0;
  for (let i = 0; i < open.length; i += AT_ONCE) {
    const ends = await Promise.allSettled(open.slice(i, i + AT_ONCE).map((checkout) => cancelCheckout(deps, checkout)));
    for (const end of ends) {
      if (end.status === 'fulfilled') continue;
      failed += 1;
      deps.log.warn({ event: 'checkout_left_open', err: end.reason }, 'a checkout of the former keys stays open');
    }
  }
  return failed;
}
