import { useEffect, useState } from 'react';
import * as m from '#messages';
import { paymentIntentIdOf } from '#shared/checkout/client-secret.ts';
import { formatPrice } from '#shared/core/money.ts';
import { keptTextOfError } from '../../lib/api-client.ts';
import { useLanguage } from '../../lib/language.ts';
import { saysFree, shippingMethod } from '../../lib/shipping-method.ts';
import { type KeptText, kept } from '../../lib/text.ts';
import { toast } from '../../ui/toast.ts';
import { openPayment } from './api.ts';
import { CheckoutError } from './checkout-error.tsx';
import { type Checkout, type Payment, totalsOf } from './checkout-machine.ts';
import { dispatchCheckout, getCheckout } from './checkout-store.ts';
import { Chosen } from './chosen.tsx';
import { closeWithError } from './close-with-error.ts';
import { takeOutcome } from './express/outcome.ts';
import { LazyPaymentForm } from './payment/lazy-payment-form.tsx';
import type { PaymentOutcome } from './payment/port.ts';
import { PendingPanel, type PendingState } from './pending-panel.tsx';
import { checkPayment, settlePaid } from './settle.ts';
import { StepHeading } from './step-heading.tsx';
import { useOneAtATime } from './use-one-at-a-time.ts';

type AtPayment = Extract<Checkout, { step: 'payment' }>;

/** Step three: payment. The provider's form pays; this step handles the result. */
export function PaymentStep({ checkout }: { checkout: AtPayment }) {
  const { payment } = checkout;
  const { error, isResumed, check, onSubmit, onOutcome } = usePaymentResult(checkout);
  const isOpen = payment.phase === 'open';
  const pending = pendingState(payment, isResumed, check.isPending);
  // Once shown, the form stays mounted, hidden while an answer is awaited, so that its input is kept.
  const [wasShown, setShown] = useState(!pending);
  if (!pending && !wasShown) setShown(true);
  const isWithBank = payment.phase === 'processing' || payment.phase === 'paid';
  return (
    <>
      <StepHeading>{m.checkout_payment_heading()}</StepHeading>
      <ChosenShipping checkout={checkout} isOpen={isOpen} />
      <div className="mt-6">
        {error && <CheckoutError message={error} className="mb-6" />}
        <Notice notice={isOpen ? payment.notice : null} />
        {pending && <PendingPanel state={pending} onCheck={check.run} />}
        {wasShown && !isWithBank && (
          <div hidden={pending !== null}>
            <LazyPaymentForm
              payment={payment}
              address={checkout.address}
              totalCents={totalsOf(checkout)?.totalCents ?? 0}
              isBusy={!isOpen}
              onSubmit={onSubmit}
              onOutcome={onOutcome}
            />
          </div>
        )}
      </div>
    </>
  );
}

function ChosenShipping({ checkout: { options, chosen }, isOpen }: { checkout: AtPayment; isOpen: boolean }) {
  const language = useLanguage();
  const option = options[chosen];
  if (!option) return null;
  const price = option.isFree ? m.checkout_free() : formatPrice(option.rateCents, language);
  return (
    <Chosen
      label={m.checkout_shipping_heading()}
      changeLabel={m.checkout_change_shipping()}
      onChange={isOpen ? () => dispatchCheckout({ type: 'back', to: 'shipping' }) : undefined}
    >
      {shippingMethod(option.serviceName, language) + (saysFree(option.serviceName) ? '' : `\u00a0· ${price}`)}
    </Chosen>
  );
}

/** Submits the payment and follows it to its result, also after a reload or a return from the bank's page. */
function usePaymentResult(checkout: AtPayment) {
  const { payment } = checkout;
  const id = paymentIntentIdOf(payment.clientSecret);
  const [error, setError] = useState<KeptText | null>(null);
  // The payment was in progress when this step opened: after a reload, or a return from the bank's page.
  const [isResumed, setResumed] = useState(payment.phase !== 'open');
  const check = useOneAtATime(() => checkPayment(id));

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the step opens
  useEffect(() => {
    const outcome = takeOutcome(payment);
    if (outcome) onOutcome(outcome);
    else if (isResumed) check.run();
    const onPageShow = (event: PageTransitionEvent) => {
      const now = getCheckout();
      // The browser's Back from the bank's page restores this page from its cache, still in its waiting state.
      if (!event.persisted || now.step !== 'payment' || now.payment.phase === 'open') return;
      setResumed(true);
      check.run();
    };
    addEventListener('pageshow', onPageShow);
    return () => removeEventListener('pageshow', onPageShow);
  }, []);

  function fail(message: KeptText) {
    toast({ title: m.shop_payment_error, description: message, variant: 'destructive' });
    setError(message);
  }
  async function onSubmit(): Promise<boolean> {
    if (!navigator.onLine) {
      fail(kept(m.checkout_offline));
      return false;
    }
    const before = getCheckout();
    if (dispatchCheckout({ type: 'submitted' }) === before) return false;
    setError(null);
    setResumed(false);
    const outcome = await keepGoods(checkout);
    if (outcome) onOutcome(outcome);
    return outcome === null;
  }
  function onOutcome(outcome: PaymentOutcome) {
    if (outcome.type === 'succeeded') return void settlePaid(id);
    if (outcome.type === 'canceled') return closeWithError(kept(m.checkout_payment_canceled));
    if (outcome.type === 'lost') {
      setResumed(true);
      return check.run();
    }
    if (outcome.type === 'processing') return void dispatchCheckout({ type: 'processing' });
    if (outcome.type === 'open') return void dispatchCheckout({ type: 'released', notice: null });
    fail(outcome.message);
    dispatchCheckout({ type: 'released', notice: null });
  }

  return { error, isResumed, check, onSubmit, onOutcome };
}

/** Time for the card's own call while the goods are still held. */
const SPARE_MS = 60_000;

/**
 * Before a late payment: starts it again, which renews the hold. @returns why it cannot be paid now; `null` when
 * everything is held
 */
async function keepGoods({ payment, ...asked }: AtPayment): Promise<PaymentOutcome | null> {
  const option = asked.options[asked.chosen];
  if (!option || payment.heldUntil === undefined || Date.now() < payment.heldUntil - SPARE_MS) return null;
  try {
    const { clientSecret, status } = await openPayment(asked.lines, asked.address, option, asked);
    if (clientSecret !== payment.clientSecret) return { type: 'canceled' };
    return status === 'open' ? null : { type: status };
  } catch (error) {
    return { type: 'failed', message: keptTextOfError(error, m.checkout_session_failed) };
  }
}

function pendingState(
  { phase, notice }: AtPayment['payment'],
  isResumed: boolean,
  isChecking: boolean,
): PendingState | null {
  if (phase === 'open') return null;
  if (isChecking) return 'checking';
  if (phase === 'paid' || phase === 'processing') return phase;
  if (notice === 'unchecked') return 'unchecked';
  // Paid from this form, which has to stay mounted and shows its own progress.
  return isResumed ? 'checking' : null;
}

function Notice({ notice }: { notice: Payment['notice'] }) {
  return (
    <div aria-live="polite">
      {notice && (
        <p className="mb-6 rounded-field border-2 border-accent bg-accent/15 px-4 py-3 leading-snug">
          {notice === 'repriced'
            ? m.checkout_notice_repriced()
            : notice === 'not_completed' && m.checkout_notice_not_completed()}
        </p>
      )}
    </div>
  );
}
