import { createHash } from 'node:crypto';
import { facts } from '#brand/facts.ts';
import { AppError } from '#server/errors.ts';

const REFUSED_SECONDS = 3_600;

/**
 * Declined cards that an honest shopper does not come to: of one payment, then it is canceled; of one browser or address
 * in an hour, then it starts no more payments for a while; of the whole shop in an hour, then the owner is told and starts
 * of payments ask for a computation.
 */
export const DECLINES = { payment: 10, device: 20, caller: 40, overall: 50 } as const;

/** Who starts a payment, as hashes: the network of the address, and the browser's cookie. */
export type Origin = { caller: string; device: string };

/** Kept with checkouts and declines in place of an address: enough to count by, and nothing to read. */
export function hashOrigin(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

/**
 * Who has had too many cards declined, as this process knows it: starts of payments are asked about it without a call of
 * the database. Renewed at each pass of the reconciliation and after each decline, from what all instances share.
 */
export class DeclineWatch {
  #refused = new Set<string>();
  #isRising = false;

  renew(refused: Iterable<string>, isRising: boolean): void {
    this.#refused = new Set(refused);
    this.#isRising = isRising;
  }

  /** Whether so many cards are declined in the whole shop that starts of payments ask for a computation. */
  get isRising(): boolean {
    return this.#isRising;
  }

  /** @throws AppError `card_attempts` */
  admit({ caller, device }: Origin): void {
    if (this.#refused.has(caller) || this.#refused.has(device)) {
      throw new AppError('card_attempts', { values: { email: facts.email }, retryAfterSeconds: REFUSED_SECONDS });
    }
  }
}
