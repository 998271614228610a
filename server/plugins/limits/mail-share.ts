import type { Config } from '#server/config.ts';
import type { Clock } from '#server/deps.ts';
import { networkOf } from './client-network.ts';

const DAY_MS = 24 * 3_600_000;
/** One network may use 1/20 of LIMIT_PUBLIC_MAILS for mails to other people. */
const NETWORKS = 20;
/** How many networks are remembered; the one with the oldest call is forgotten first. */
const MAX_CALLERS = 20_000;

/**
 * How many mails to other people one network may cause in 24 hours: a twentieth of `LIMIT_PUBLIC_MAILS`, at least one.
 * All calls that need neither a login nor a payment share it. Counted in this process's memory, like other limits of
 * calls.
 */
export class MailShare {
  readonly #most: number;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #taken = new Map<string, number[]>();

  constructor({ config, clock }: { config: Pick<Config, 'limits'>; clock: Pick<Clock, 'monotonicMs'> }) {
    this.#most = Math.max(1, Math.floor(config.limits.publicMailsPerDay / NETWORKS));
    this.#clock = clock;
  }

  /** Takes one mail from the caller's share. @param address from `request.ip` @returns false when nothing is left */
  take(address: string): boolean {
    const network = networkOf(address);
    const now = this.#clock.monotonicMs();
    const recent = (this.#taken.get(network) ?? []).filter((at) => now - at < DAY_MS);
    const isLeft = recent.length < this.#most;
    this.#taken.delete(network);
    this.#taken.set(network, isLeft ? [...recent, now] : recent);
    const [oldest] = this.#taken.size > MAX_CALLERS ? this.#taken.keys() : [];
    if (oldest !== undefined) this.#taken.delete(oldest);
    return isLeft;
  }
}
