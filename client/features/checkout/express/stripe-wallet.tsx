import { Elements, ExpressCheckoutElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type {
  ExpressCheckoutPartialAddress,
  Stripe,
  StripeElements,
  StripeExpressCheckoutElementConfirmEvent,
} from '@stripe/stripe-js';
import { useEffect, useRef, useState } from 'react';
import * as m from '#messages';
import { COUNTRY, CURRENCY } from '#shared/checkout/limits.ts';
import { OTHER_REGIONS } from '#shared/places/us-states.ts';
import { useLanguage } from '../../../lib/language.ts';
import { useLazyImport } from '../../../lib/lazy/use-lazy-import.ts';
import type { PaymentOutcome } from '../payment/port.ts';
import { outcomeOf } from '../payment/stripe-outcome.ts';
import { stripeScript } from '../payment/stripe-script.ts';
import type { Sheet, WalletButtonProps, WalletPlace } from './port.ts';

const HEIGHT_PX = 48;
const COUNTRIES = [COUNTRY, ...Object.keys(OTHER_REGIONS)];

/** Apple Pay, Google Pay and Link, in Stripe's Express Checkout Element. */
export default function StripeWallet(props: WalletButtonProps) {
  const { publishableKey = '', wallet, onReady } = props;
  const language = useLanguage();
  const { code: stripe, isLost } = useLazyImport(stripeScript(publishableKey, language), { isOwn: false });
  const [{ totalCents }] = useState(wallet.open);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the script is lost
  useEffect(() => {
    if (isLost) onReady(false);
  }, [isLost]);
  if (!stripe) return null;
  const options = {
    mode: 'payment',
    amount: totalCents,
    currency: CURRENCY,
    locale: language,
    paymentMethodCreation: 'manual',
    appearance: { variables: { borderRadius: `${HEIGHT_PX / 2}px` } },
  } as const;
  return (
    // The locale is read once: another language needs another element.
    <Elements key={language} stripe={stripe} options={options}>
      <WalletButtons {...props} />
    </Elements>
  );
}

function WalletButtons({ wallet, onReady }: WalletButtonProps) {
  const stripe = useStripe();
  const elements = useElements();
  const box = useRef<HTMLDivElement>(null);

  /** Shows the sheet's new content; the amount has to be updated before the answer. */
  function answer(sheet: Sheet | null, event: { resolve: (details: object) => void; reject: () => void }) {
    if (!sheet) return event.reject();
    elements?.update({ amount: sheet.totalCents });
    event.resolve(detailsOf(sheet));
  }
  async function onConfirm(event: StripeExpressCheckoutElementConfirmEvent) {
    if (!stripe || !elements) return;
    if ((await elements.submit()).error) return event.paymentFailed({ reason: 'fail' });
    const { billingDetails, shippingAddress } = event;
    const { line1 = '', line2, ...place } = shippingAddress?.address ?? NOWHERE;
    const buyer = {
      fullName: shippingAddress?.name ?? billingDetails?.name ?? '',
      email: billingDetails?.email ?? '',
      phone: billingDetails?.phone ?? '',
      addressLine1: line1,
      addressLine2: line2 ?? '',
      ...placeOf(place),
    };
    const refusal = await wallet.pay(buyer, ({ clientSecret }) => {
      leaveTopLayer(box.current?.closest('dialog'));
      return confirm(stripe, elements, clientSecret, event);
    });
    if (refusal) event.paymentFailed({ reason: refusal });
  }

  return (
    <div ref={box}>
      <ExpressCheckoutElement
        options={{
          buttonHeight: HEIGHT_PX,
          layout: { maxRows: 1 },
          emailRequired: true,
          phoneNumberRequired: true,
          shippingAddressRequired: true,
          allowedShippingCountries: COUNTRIES,
          shippingRates: [pendingRate()],
        }}
        onReady={({ availablePaymentMethods }) => onReady(availablePaymentMethods !== undefined)}
        onLoadError={() => onReady(false)}
        onClick={(event) => answer(wallet.open(), event)}
        onShippingAddressChange={async (event) => answer(await wallet.changePlace(placeOf(event.address)), event)}
        onShippingRateChange={(event) => answer(wallet.changeRate(event.shippingRate.id), event)}
        onConfirm={(event) => void onConfirm(event)}
        // The next sheet starts from the beginning.
        onCancel={() => elements?.update({ amount: wallet.open().totalCents })}
      />
    </div>
  );
}

/** Makes an open cart non-modal: the bank may open its own step over the page, which a modal cart would make inert. */
function leaveTopLayer(dialog: HTMLDialogElement | null | undefined): void {
  if (!dialog?.open) return;
  dialog.close();
  dialog.show();
}

const NOWHERE = { line1: '', line2: null, city: '', state: '', postal_code: '', country: '' };

const placeOf = ({ city, state, postal_code, country }: ExpressCheckoutPartialAddress): WalletPlace => ({
  city,
  state,
  zipCode: postal_code,
  country,
});

/** Stripe requires a rate before there is an address. */
const pendingRate = () => ({ id: 'pending', displayName: m.checkout_express_pending(), amount: 0 });

function detailsOf({ lines, rates }: Sheet) {
  return {
    lineItems: lines.map(({ label, amountCents }) => ({ name: label, amount: amountCents })),
    shippingRates:
      rates.length === 0
        ? [pendingRate()]
        : rates.map(({ id, label, detail, amountCents }) => ({
            id,
            displayName: label,
            deliveryEstimate: detail,
            amount: amountCents,
          })),
  };
}

/**
 * Confirms with a payment method of the wallet instead of the element itself. The element would also send the wallet's
 * shipping address, which Stripe refuses from a browser once the server has set it.
 */
async function confirm(
  stripe: Stripe,
  elements: StripeElements,
  clientSecret: string,
  event: StripeExpressCheckoutElementConfirmEvent,
): Promise<PaymentOutcome> {
  const result = await confirmedBy(stripe, elements, clientSecret);
  if (result.error) event.paymentFailed({ reason: 'fail' });
  return outcomeOf(result);
}

async function confirmedBy(stripe: Stripe, elements: StripeElements, clientSecret: string) {
  const { error, paymentMethod } = await stripe.createPaymentMethod({ elements });
  if (error) return { error };
  return stripe.confirmPayment({
    clientSecret,
    redirect: 'if_required',
    confirmParams: { return_url: `${location.origin}/shop`, payment_method: paymentMethod.id },
  });
}
