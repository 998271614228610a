import * as m from '#messages';
import { keptTextOfError } from '../../lib/api-client.ts';
import type { KeptText } from '../../lib/text.ts';
import { codeErrorOf, fetchRates, isCodeRefusal, isPriceChange, openPayment } from './api.ts';
import type { Checkout } from './checkout-machine.ts';
import { dispatchCheckout, getCheckout } from './checkout-store.ts';
import { closeWithError } from './close-with-error.ts';

/** Starts the payment of the chosen rate; after a price change it shows the new rates instead. */
export async function startPayment(): Promise<void> {
  const asked = getCheckout();
  if (asked.step !== 'shipping') return;
  const option = asked.options[asked.chosen];
  if (!option) return;
  try {
    const answer = await openPayment(asked.lines, asked.address, option, asked);
    // The answer is ignored if the shopper went back meanwhile; that payment is not charged.
    if (getCheckout() === asked) dispatchCheckout({ type: 'payment_opened', answer });
  } catch (error) {
    if (getCheckout() !== asked) return;
    if (isPriceChange(error)) await quoteAgain(asked);
    // The payment start checks more than the rates do: whether this buyer may use the code, and whether others hold
    // it.
    else if (isCodeRefusal(error)) await quoteAgain(asked, codeErrorOf(error));
    else closeWithError(keptTextOfError(error, m.checkout_session_failed));
  }
}

/**
 * A price has changed, or the code has ended, since the rates were calculated: shows the new total before anything is
 * paid (N15).
 */
async function quoteAgain(
  asked: Extract<Checkout, { step: 'shipping' }>,
  codeError: KeptText | undefined = asked.codeError,
): Promise<void> {
  try {
    const quoted = await fetchRates(asked.lines, asked.address, { ...asked, codeError });
    // Without a code that could be the reason.
    const fellFromCents = codeError === asked.codeError ? asked.discountCents : undefined;
    if (getCheckout() === asked) dispatchCheckout({ type: 'quoted', ...quoted, fellFromCents });
  } catch (error) {
    if (getCheckout() === asked) closeWithError(keptTextOfError(error, m.checkout_rates_failed));
  }
}
