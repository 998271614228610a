import { createHash } from 'node:crypto';
import { AppError } from '#server/errors.ts';

const REFUSED_SECONDS = 3_600;

/**
 * Numbers of declined cards beyond honest use. Per payment: it is canceled. Per browser or address in an hour: it
 * cannot start payments for a while. In the whole shop in an hour: the owner gets a mail, and payment starts require a
 * proof of work.
 */
export const DECLINES = { payment: 10, device: 20, caller: 40, overall: 50 } as const;

/** Identifies who starts a payment, as hashes: the network of the address, and the browser's cookie. */
export type Origin = { caller: string; device: string };

/** Stored with checkouts and declines instead of an address: enough for counting, and not personal. */
export function hashOrigin(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

/**
 * Callers with too many declined cards, cached in this process, so that a payment start is checked without a database
 * query. Refreshed from the shared database at each pass of the reconciliation and after each decline.
 */
export class DeclineWatch {
  #refused = new Set<string>();
  #isRising = false;

  renew(refused: Iterable<string>, isRising: boolean): void {
    this.#refused = new Set(refused);
    this.#isRising = isRising;
  }

  /** Whether there are so many declines in the whole shop that payment starts require a proof of work. */
  get isRising(): boolean {
    return this.#isRising;
  }

  /** @throws AppError `card_attempts` */
  admit({ caller, device }: Origin): void {
    if (this.#refused.has(caller) || this.#refused.has(device)) {
      throw new AppError('card_attempts', { retryAfterSeconds: REFUSED_SECONDS });
    }
  }
}
