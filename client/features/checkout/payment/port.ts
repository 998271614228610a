import type { KeptText } from '../../../lib/text.ts';
import type { AddressDraft, Payment } from '../checkout-machine.ts';

/**
 * The result of a payment in its form. `failed` has a message for the shopper. `lost`: no answer arrived, so it may be
 * paid. `processing`: the bank is processing it. `canceled`: it can never be paid again. `open`: any other status; it
 * only stops the indicator.
 */
export type PaymentOutcome =
  | { type: 'succeeded' }
  | { type: 'failed'; message: KeptText }
  | { type: 'lost' }
  | { type: 'processing' }
  | { type: 'canceled' }
  | { type: 'open' };

/** The props of every provider's form. The form pays; the payment step decides what follows. */
export type PaymentFormProps = {
  payment: Pick<Payment, 'provider' | 'clientSecret' | 'publishableKey'>;
  /** Fills the form; missing for a payment whose payer's address is not known here. */
  address?: AddressDraft;
  totalCents: number;
  /** A payment is in progress: the form shows it and starts no second one. */
  isBusy: boolean;
  /**
   * Claims the payment for this click; `false` when one is already in progress (P13), or when the goods are sold out.
   * It waits only when the hold may have ended.
   */
  onSubmit: () => Promise<boolean>;
  onOutcome: (outcome: PaymentOutcome) => void;
  /** Where a bank's page comes back to; by default the shop. */
  returnPath?: string;
};
