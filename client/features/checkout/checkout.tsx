import { QueryClientProvider } from '@tanstack/react-query';
import * as m from '#messages';
import { createQueryClient } from '../../lib/query-client.ts';
import { Icon } from '../../ui/icons.tsx';
import { Container } from '../../ui/layout.tsx';
import { AddressStep } from './address/address-step.tsx';
import { moveCheckout } from './checkout-machine.ts';
import { dispatchCheckout, getCheckout, useCheckout } from './checkout-store.ts';
import { ExpressPay } from './express/express-pay.tsx';
import type { Purchase } from './express/wallet.ts';
import { ContactLine, OrderSummary } from './order-summary.tsx';
import { PaymentStep } from './payment-step.tsx';
import { Progress } from './progress.tsx';
import { ReturnedStep } from './returned-step.tsx';
import { ShippingStep } from './shipping-step.tsx';
import { SuccessPanel } from './success-panel.tsx';

const queryClient = createQueryClient();

/** What a wallet in the address step pays: this checkout. */
const OPEN_CHECKOUT: Purchase = {
  begin: () => moveCheckout(getCheckout(), { type: 'back', to: 'address' }),
  enter: () => void dispatchCheckout({ type: 'back', to: 'address' }),
};

/** The checkout, which replaces the products: its step, its progress, and the order's summary. */
export default function Checkout() {
  return (
    <QueryClientProvider client={queryClient}>
      <CheckoutView />
    </QueryClientProvider>
  );
}

function CheckoutView() {
  const checkout = useCheckout();
  if (checkout.step === 'closed') return null;
  if (checkout.step === 'done') return <SuccessPanel {...checkout} />;
  if (checkout.step === 'returned') return <ReturnedStep {...checkout} />;
  const mayLeave = checkout.step !== 'payment' || checkout.payment.phase === 'open';
  return (
    // As high as the window, so that the footer does not move through it when a step is shorter.
    <Container className="min-h-svh pt-2 pb-section sm:pt-10">
      {mayLeave && (
        <button
          type="button"
          onClick={() => dispatchCheckout({ type: 'back', to: 'closed' })}
          className="-ml-1 flex min-h-11 items-center gap-2 px-1 font-semibold text-second underline decoration-second/40 underline-offset-4 hover:decoration-second"
        >
          <Icon name="arrow" className="size-5 rotate-180" />
          <span>{m.checkout_leave()}</span>
        </button>
      )}
      <h1 className="mt-2 mb-6 text-h1 max-sm:sr-only">{m.checkout_heading()}</h1>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-10 xl:grid-cols-[minmax(0,1fr)_25rem]">
        <div className="min-w-0">
          <Progress step={checkout.step} />
          <div className="mb-4 sm:mb-6 lg:hidden">
            <OrderSummary checkout={checkout} isFolded />
          </div>
          <div className="rounded-card bg-white p-4 shadow-card sm:p-8">
            {checkout.step === 'address' && <ExpressPay purchase={OPEN_CHECKOUT} />}
            {checkout.step === 'address' && <AddressStep {...checkout} />}
            {checkout.step === 'shipping' && <ShippingStep checkout={checkout} />}
            {checkout.step === 'payment' && <PaymentStep checkout={checkout} />}
          </div>
          {/* Another element in each step: one that moves would be a layout shift. */}
          <ContactLine key={checkout.step} className="mt-4 lg:hidden" />
        </div>
        <aside aria-labelledby="summary-heading" className="sticky top-24 hidden lg:block">
          <OrderSummary checkout={checkout} />
          <ContactLine className="mt-4 px-6" />
        </aside>
      </div>
    </Container>
  );
}
