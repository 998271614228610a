import type { Payment } from '../checkout-machine.ts';
import type { PaymentOutcome } from '../payment/port.ts';

let last: { clientSecret: string; outcome: PaymentOutcome } | null = null;

/** Passes the result of a wallet's payment to the payment step, which opens next. */
export function handOver({ clientSecret }: Payment, outcome: PaymentOutcome): void {
  last = { clientSecret, outcome };
}

/** Returns the result of this payment, once; `null` if no wallet has paid it. */
export function takeOutcome({ clientSecret }: Payment): PaymentOutcome | null {
  const taken = last;
  last = null;
  return taken?.clientSecret === clientSecret ? taken.outcome : null;
}
