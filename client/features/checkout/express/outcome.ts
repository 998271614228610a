import type { PaymentOutcome } from '../payment/port.ts';

let outcome: PaymentOutcome | null = null;

/** Hands the result of a wallet's payment to the payment step, which opens next. */
export function handOver(result: PaymentOutcome): void {
  outcome = result;
}

export function takeOutcome(): PaymentOutcome | null {
  const taken = outcome;
  outcome = null;
  return taken;
}
