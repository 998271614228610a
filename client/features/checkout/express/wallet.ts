import * as m from '#messages';
import { COUNTRY } from '#shared/checkout/limits.ts';
import { OTHER_REGIONS } from '#shared/places/us-states.ts';
import { normalizeState } from '#shared/shipping/shipping.ts';
import { keptTextOfError } from '../../../lib/api-client.ts';
import { type KeptText, kept } from '../../../lib/text.ts';
import { toast } from '../../../ui/toast.ts';
import { findAddressErrors } from '../address/address-rules.ts';
import { fetchRates } from '../api.ts';
import { type Checkout, CLOSED, moveCheckout, type Payment, totalsOf } from '../checkout-machine.ts';
import { dispatchCheckout, getCheckout, holdView, releaseView } from '../checkout-store.ts';
import { closeWithError } from '../close-with-error.ts';
import { startPayment } from '../start-payment.ts';
import { handOver } from './outcome.ts';
import type { Wallet, WalletBuyer, WalletPlace, WalletRefusal } from './port.ts';
import { rateIdOf, sheetOf } from './sheet.ts';

/** What a wallet pays. */
export type Purchase = {
  /** The checkout at its address step, with which the sheet opens. */
  begin: () => Checkout;
  /** Moves the page's own checkout to that step. */
  enter: () => void;
  /** Called after a payment, or when it is refused. */
  leave?: () => void;
};

/**
 * The rules of a purchase by wallet, for every provider. Until the payment is authorized, the sheet works on a separate
 * checkout, moved by the same function as the page's. Closing the sheet discards it.
 *
 * @param onRefused called with the reason why nothing can be shipped to the sheet's address; with `null` for the next
 * one
 */
export function createWallet(purchase: Purchase, onRefused: (why: KeptText | null) => void): Wallet {
  let draft = CLOSED;
  let paying: ReturnType<Wallet['pay']> | null = null;
  return {
    open() {
      draft = purchase.begin();
      return sheetOf(draft);
    },
    async changePlace(place) {
      onRefused(null);
      draft = moveCheckout(draft, { type: 'back', to: 'address' });
      const asked = 'address' in draft ? moveCheckout(draft, typed({ ...draft.address, ...addressOf(place) })) : draft;
      draft = asked;
      try {
        if (asked.step !== 'address' || !isServed(place)) throw new Error('no rates');
        const { lines, address, attempt, code } = asked;
        const quoted = await fetchRates(lines, address, { attempt, code });
        // Another address was chosen in the meantime.
        if (draft !== asked) return null;
        draft = moveCheckout(asked, { type: 'quoted', ...quoted });
        return sheetOf(draft);
      } catch (error) {
        if (draft !== asked) return null;
        onRefused(isServed(place) ? keptTextOfError(error, m.checkout_rates_failed) : kept(m.checkout_zip_abroad));
        return null;
      }
    },
    changeRate(id) {
      const index = draft.step === 'shipping' ? draft.options.findIndex((option) => rateIdOf(option) === id) : -1;
      if (index === -1) return null;
      draft = moveCheckout(draft, { type: 'chose', index });
      return sheetOf(draft);
    },
    pay(buyer, confirm) {
      paying ??= payExactly(draft, buyer, purchase, confirm).finally(() => {
        paying = null;
      });
      return paying;
    },
  };
}

async function payExactly(
  shown: Checkout,
  buyer: WalletBuyer,
  purchase: Purchase,
  confirm: Parameters<Wallet['pay']>[1],
): Promise<WalletRefusal | null> {
  holdView();
  try {
    const started = await startExactly(shown, buyer, purchase);
    if (typeof started === 'string') return started;
    handOver(started, await confirm(started).catch(() => ({ type: 'lost' }) as const));
    return null;
  } finally {
    releaseView();
    purchase.leave?.();
  }
}

const typed = (address: Extract<Checkout, { step: 'address' }>['address']) => ({ type: 'typed', address }) as const;

/** Territories have country codes of their own. */
const regionOf = ({ country, state }: WalletPlace) => (country in OTHER_REGIONS ? country : normalizeState(state));
const isServed = ({ country }: WalletPlace) => country === COUNTRY || country in OTHER_REGIONS;

function addressOf<Place extends WalletPlace>({ country, ...place }: Place): Omit<Place, 'country'> {
  return { ...place, state: regionOf({ ...place, country }) };
}

/**
 * Starts the payment of an authorized sheet with the same calls as the form. If the total differs from the sheet's, the
 * payment is not confirmed, and the page shows the new total, as after the form (N15, N22).
 */
async function startExactly(
  shown: Checkout,
  buyer: WalletBuyer,
  { enter }: Purchase,
): Promise<Payment | WalletRefusal> {
  const rate = shown.step === 'shipping' ? shown.options[shown.chosen] : undefined;
  if (shown.step !== 'shipping' || !rate) return 'fail';
  enter();
  const address = { ...shown.address, ...addressOf(buyer) };
  const asked = dispatchCheckout(typed(address));
  if (asked.step !== 'address' || JSON.stringify(asked.lines) !== JSON.stringify(shown.lines)) return tellOfChange();
  if (Object.keys(findAddressErrors(address)).length > 0) {
    toast({ title: m.checkout_error_title, description: m.checkout_express_address, variant: 'destructive' });
    return 'invalid_shipping_address';
  }
  try {
    const quoted = await fetchRates(asked.lines, address, { attempt: asked.attempt, code: asked.code });
    if (getCheckout() !== asked) return 'fail';
    dispatchCheckout({ type: 'quoted', ...quoted });
    const index = quoted.options.findIndex((option) => rateIdOf(option) === rateIdOf(rate));
    if (index === -1) return tellOfChange();
    dispatchCheckout({ type: 'chose', index });
  } catch (error) {
    if (getCheckout() === asked) closeWithError(keptTextOfError(error, m.checkout_rates_failed));
    return 'address_unserviceable';
  }
  if (!isSameTotal(shown)) return tellOfChange();
  await startPayment();
  const opened = getCheckout();
  if (opened.step !== 'payment' || opened.payment.phase !== 'open' || !isSameTotal(shown)) return 'fail';
  dispatchCheckout({ type: 'submitted' });
  return opened.payment;
}

const isSameTotal = (shown: Checkout) => totalsOf(getCheckout())?.totalCents === totalsOf(shown)?.totalCents;

function tellOfChange(): WalletRefusal {
  toast({ title: m.checkout_express_changed_title, description: m.checkout_express_changed });
  return 'fail';
}
