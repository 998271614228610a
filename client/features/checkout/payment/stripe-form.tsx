import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Appearance, Stripe } from '@stripe/stripe-js';
import { type FormEvent, useState } from 'react';
import * as m from '#messages';
import { COUNTRY } from '#shared/checkout/limits.ts';
import { useLanguage } from '../../../lib/language.ts';
import { useLazyImport } from '../../../lib/lazy/use-lazy-import.ts';
import { FailedNotice, Region } from '../../../ui/region.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { PayButton } from './pay-button.tsx';
import type { PaymentFormProps } from './port.ts';
import { endOf, outcomeOf } from './stripe-outcome.ts';
import { readStatus, stripeScript } from './stripe-script.ts';

/**
 * Stripe's Payment Element. Its script is loaded only here; when it is blocked or throws, the step says so and the cart
 * stays (S11).
 */
export default function StripeForm(props: PaymentFormProps) {
  // If the form fails during a payment, the payment's state has to be asked for.
  const onFail = () => props.isBusy && props.onOutcome({ type: 'lost' });
  return (
    <Region name="payment" onFail={onFail} fallback={blocked}>
      <LoadedForm {...props} />
    </Region>
  );
}

const blocked = (retry: () => void) => <FailedNotice text={m.checkout_card_blocked()} onRetry={retry} />;

function LoadedForm(props: PaymentFormProps) {
  const language = useLanguage();
  // The checkout's language, also used for Stripe's own texts.
  const locale = props.address?.preferredLanguage ?? language;
  const { clientSecret, publishableKey = '' } = props.payment;
  const { code: stripe, isLost, retry } = useLazyImport(stripeScript(publishableKey, locale), { isOwn: false });
  const [isFormLost, setFormLost] = useState(false);

  if (isLost || isFormLost) return blocked(() => (isLost ? retry() : setFormLost(false)));
  if (!stripe) return <Loading />;
  /** The form did not load, because Stripe shows none for a payment that has ended. The payment's state decides. */
  async function onLoadError(loaded: Stripe) {
    const outcome = endOf(await readStatus(loaded, clientSecret));
    if (outcome) props.onOutcome(outcome);
    else setFormLost(true);
  }
  return (
    // The locale is read once, when the element is created: another language needs another element.
    <Elements key={locale} stripe={stripe} options={{ clientSecret, locale, appearance: appearance() }}>
      <CardForm {...props} onLoadError={() => void onLoadError(stripe)} />
    </Elements>
  );
}

function Loading() {
  return (
    <div className="grid min-h-40 place-content-center">
      <Spinner className="size-9 text-brand" label={m.checkout_card_loading()} />
    </div>
  );
}

type CardFormProps = PaymentFormProps & { onLoadError: () => void };

function CardForm({
  payment,
  address,
  totalCents,
  isBusy,
  onSubmit,
  onOutcome,
  onLoadError,
  returnPath,
}: CardFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [isReady, setReady] = useState(false);
  const billing = address && {
    name: address.fullName.trim(),
    email: address.email.trim(),
    phone: address.phone.trim(),
    address: {
      line1: address.addressLine1.trim(),
      line2: address.addressLine2.trim(),
      city: address.city.trim(),
      state: address.state,
      postal_code: address.zipCode.trim(),
      country: COUNTRY,
    },
  };

  async function onPay(event: FormEvent) {
    event.preventDefault();
    if (!stripe || !elements || !isReady || !(await onSubmit())) return;
    try {
      const result = await stripe.confirmPayment({
        elements,
        redirect: 'if_required',
        confirmParams: {
          return_url: location.origin + (returnPath ?? '/shop'),
          // The country is not in the form, so it has to be passed here.
          payment_method_data: { billing_details: { address: { country: COUNTRY } } },
        },
      });
      onOutcome(outcomeOf(result));
    } catch {
      onOutcome({ type: 'lost' });
    }
  }

  return (
    <form onSubmit={onPay} data-payment={payment.provider}>
      {!isReady && <Loading />}
      <PaymentElement
        options={{
          ...(billing && { defaultValues: { billingDetails: billing } }),
          fields: { billingDetails: { address: { country: 'never' } } },
        }}
        onReady={() => setReady(true)}
        onLoadError={onLoadError}
      />
      <PayButton totalCents={totalCents} isBusy={isBusy} isDisabled={!isReady} />
    </form>
  );
}

/** The element is in a frame without our style sheet, so it gets the brand's colours as values. */
function appearance(): Appearance {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(`--color-${name}`).trim();
  return {
    theme: 'stripe',
    variables: {
      colorPrimary: colour('brand'),
      colorBackground: colour('white'),
      colorText: colour('ink'),
      colorTextSecondary: colour('ink-soft'),
      colorTextPlaceholder: colour('ink-soft'),
      colorDanger: colour('brand'),
      fontFamily: 'system-ui, sans-serif',
      fontSizeBase: '17px',
      borderRadius: '12px',
      spacingUnit: '4px',
    },
    rules: {
      '.Input': { border: `2px solid ${colour('ink-soft')}`, boxShadow: 'none' },
      '.Label': { fontWeight: '600' },
    },
  };
}
