import type { BaseDeps } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import { networkOf } from '#server/plugins/client-network.ts';
import { deleteTries, deleteTriesWholeBefore, findArrivalTime, takeTry } from './repository.ts';

/** Five tries, then one a minute. */
const ADDRESS = { burst: 5, intervalMs: 60_000 };
/**
 * What all addresses have together, in two lanes: one for addresses that have tries left, one for those that have used
 * theirs up. Someone who guesses from many addresses soon has exhausted all of them and then competes in the second
 * lane; the owner, who comes from another address, finds the first one open.
 */
const LANES = {
  fresh: { burst: 20, intervalMs: 2_000 },
  exhausted: { burst: 6, intervalMs: 10_000 },
} as const;

type Deps = Pick<BaseDeps, 'db' | 'clock'>;

/**
 * Counts a try before its password is looked at, so that parallel tries on any instance cannot slip past.
 *
 * @param address the caller's IP address
 * @throws AppError `too_many` with the seconds to wait, never more than 60
 */
export async function admitTry({ db, clock }: Deps, address: string): Promise<void> {
  const now = clock.now();
  const scope = scopeOf(address);
  const arrivalTime = await takeTry(db, scope, ADDRESS, now);
  if (arrivalTime === null) throw await refusal({ db, clock }, scope, ADDRESS);
  // Guesses from ever new addresses leave no more rows than come in a few minutes.
  await deleteTriesWholeBefore(db, now);
  const used = (arrivalTime.getTime() - now.getTime()) / ADDRESS.intervalMs;
  const lane = used > ADDRESS.burst - 1 ? 'exhausted' : 'fresh';
  if ((await takeTry(db, `overall:${lane}`, LANES[lane], now)) === null) {
    throw await refusal({ db, clock }, `overall:${lane}`, LANES[lane]);
  }
}

/** The right password gives an address all its tries back. */
export async function forgiveTries({ db, clock }: Deps, address: string): Promise<void> {
  await deleteTries(db, scopeOf(address));
  await deleteTriesWholeBefore(db, clock.now());
}

async function refusal({ db, clock }: Deps, scope: string, rule: { burst: number; intervalMs: number }) {
  const now = clock.now();
  const arrivalTime = await findArrivalTime(db, scope, now);
  const waitMs = (arrivalTime ?? now).getTime() - now.getTime() - (rule.burst - 1) * rule.intervalMs;
  // A clock that is a moment behind another instance's must not make it longer than it can be.
  const seconds = Math.ceil(Math.min(waitMs, rule.intervalMs) / 1000);
  return new AppError('too_many', { retryAfterSeconds: Math.max(1, seconds) });
}

const scopeOf = (address: string) => `address:${networkOf(address)}`;
