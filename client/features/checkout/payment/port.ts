import type { AddressDraft, Payment } from '../checkout-machine.ts';

/**
 * How a payment went, as its form learned it. `failed` carries a message for the shopper; `lost` is an answer
 * that never came, so that nobody here knows whether it was paid; `processing` is with the bank; `canceled` can never
 * be paid any more; `open` is every other status, which only stops the indicator.
 */
export type PaymentOutcome =
  | { type: 'succeeded' }
  | { type: 'failed'; message: string }
  | { type: 'lost' }
  | { type: 'processing' }
  | { type: 'canceled' }
  | { type: 'open' };

/** What every provider's form takes. The form pays; the step that holds it decides what follows. */
export type PaymentFormProps = {
  payment: Payment;
  address: AddressDraft;
  totalCents: number;
  /** A payment is under way: the form shows it and takes no second one. */
  isBusy: boolean;
  /** Claims the payment for this click; `false` when one is under way already (P13). */
  onSubmit: () => boolean;
  onOutcome: (outcome: PaymentOutcome) => void;
};
