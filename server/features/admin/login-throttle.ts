import type { BaseDeps } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import { networkOf } from '#server/plugins/limits/client-network.ts';
import { OWNER } from '#shared/admin/staff.ts';
import { deleteTries, deleteTriesWholeBefore, findArrivalTime, takeTry } from './repository.ts';

/** Burst of five attempts, then one a minute. */
const ADDRESS = { burst: 5, intervalMs: 60_000 };
/**
 * Limits for all addresses together, in two lanes: one for addresses with attempts left, one for those without. An
 * attacker with many addresses exhausts them and then competes in the second lane; the owner, from another address,
 * still uses the first.
 */
const LANES = {
  fresh: { burst: 20, intervalMs: 2_000 },
  exhausted: { burst: 6, intervalMs: 10_000 },
} as const;

type Deps = Pick<BaseDeps, 'db' | 'clock'>;

/**
 * Counts an attempt before its password is checked, so that parallel attempts on any instance are all counted.
 *
 * @param address the caller's IP address
 * @throws AppError `too_many` with the seconds to wait, never more than 60
 */
export async function admitTry({ db, clock }: Deps, address: string): Promise<void> {
  const now = clock.now();
  const scope = scopeOf(address);
  const arrivalTime = await takeTry(db, scope, ADDRESS, now);
  if (arrivalTime === null) throw await refusal({ db, clock }, scope, ADDRESS);
  // Limits the table's size: attempts from ever new addresses leave only a few minutes' rows.
  await deleteTriesWholeBefore(db, now);
  const used = (arrivalTime.getTime() - now.getTime()) / ADDRESS.intervalMs;
  const lane = used > ADDRESS.burst - 1 ? 'exhausted' : 'fresh';
  if ((await takeTry(db, `overall:${lane}`, LANES[lane], now)) === null) {
    throw await refusal({ db, clock }, `overall:${lane}`, LANES[lane]);
  }
}

/**
 * The owner's right password resets the attempts of its address. A helper's does not: a helper could use it to guess
 * the owner's password without limit.
 */
export async function forgiveTries({ db, clock }: Deps, address: string, staffId: string): Promise<void> {
  if (staffId === OWNER) await deleteTries(db, scopeOf(address));
  await deleteTriesWholeBefore(db, clock.now());
}

const LINKS = { burst: 3, intervalMs: 20 * 60_000 };

/** Takes one of the three links that may be mailed in an hour. @throws AppError `too_many` */
export async function takeLinkTry({ db, clock }: Deps): Promise<void> {
  if ((await takeTry(db, 'password-link', LINKS, clock.now())) === null) {
    throw await refusal({ db, clock }, 'password-link', LINKS);
  }
}

/** Enough for everybody in an office who opens the login page. */
const CHALLENGES = { burst: 30, intervalMs: 2_000 };

/** Limits how many challenges an address may ask for without a session. @throws AppError `too_many` */
export async function takeChallengeTry({ db, clock }: Deps, address: string): Promise<void> {
  const scope = `challenge:${networkOf(address)}`;
  if ((await takeTry(db, scope, CHALLENGES, clock.now())) === null) {
    throw await refusal({ db, clock }, scope, CHALLENGES);
  }
}

const DEVICE_MAILS = { burst: 3, intervalMs: 60 * 60_000 };

/** @returns whether a person may get another mail about a new device: three, then one an hour */
export async function takeDeviceMail({ db, clock }: Deps, staffId: string): Promise<boolean> {
  return (await takeTry(db, `device-mail:${staffId}`, DEVICE_MAILS, clock.now())) !== null;
}

async function refusal({ db, clock }: Deps, scope: string, rule: { burst: number; intervalMs: number }) {
  const now = clock.now();
  const arrivalTime = await findArrivalTime(db, scope, now);
  const waitMs = (arrivalTime ?? now).getTime() - now.getTime() - (rule.burst - 1) * rule.intervalMs;
  // Another instance's clock may be slightly ahead; the wait never exceeds the longest possible one.
  const seconds = Math.ceil(Math.min(waitMs, rule.intervalMs) / 1000);
  return new AppError('too_many', { retryAfterSeconds: Math.max(1, seconds) });
}

const scopeOf = (address: string) => `address:${networkOf(address)}`;
