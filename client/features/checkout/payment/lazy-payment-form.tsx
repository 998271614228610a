import type { ComponentType } from 'react';
import * as m from '#messages';
import { lazyComponent } from '../../../lib/lazy/lazy-component.tsx';
import { type LazyImport, lazyImport } from '../../../lib/lazy/lazy-import.ts';
import { Button } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { Payment } from '../checkout-machine.ts';
import type { PaymentFormProps } from './port.ts';

const form = (code: LazyImport<{ default: ComponentType<PaymentFormProps> }>) =>
  lazyComponent(code, {
    // About as high as the form, so that what follows stays below the window.
    waiting: () => (
      <div className="grid min-h-[70svh] justify-center pt-10">
        <Spinner className="size-9 text-brand" label={m.checkout_card_loading()} />
      </div>
    ),
    lost: (retry) => (
      <div>
        <p role="alert">{m.shop_checkout_unloaded()}</p>
        <Button className="mt-4" onClick={retry}>
          {m.shop_try_again()}
        </Button>
      </div>
    ),
  });

/** One form for each provider, loaded only when used. */
const forms: Readonly<Record<Payment['provider'], ComponentType<PaymentFormProps>>> = {
  sandbox: form(lazyImport(() => import('./sandbox-form.tsx'))),
  stripe: form(lazyImport(() => import('./stripe-form.tsx'))),
};

export function LazyPaymentForm(props: PaymentFormProps) {
  const Form = forms[props.payment.provider];
  return <Form {...props} />;
}
