import type { ComponentType } from 'react';
import * as m from '#messages';
import { chunk, useChunk } from '../../../lib/use-chunk.ts';
import { Button } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { PaymentFormProps } from './port.ts';

type Form = { default: ComponentType<PaymentFormProps> };

/** One form a provider, each with its own code: a shop that uses one does not fetch the other. */
const forms = {
  sandbox: chunk<Form>(() => import('./sandbox-form.tsx')),
  stripe: chunk<Form>(() => import('./stripe-form.tsx')),
};

export function LazyPaymentForm(props: PaymentFormProps) {
  const { code, isLost, retry } = useChunk(forms[props.payment.provider]);
  if (code) return <code.default {...props} />;
  if (!isLost) return <Spinner className="size-9 text-guayaba" label={m.checkout_card_loading()} />;
  return (
    <div>
      <p role="alert">{m.shop_checkout_unloaded()}</p>
      <Button className="mt-4" onClick={retry}>
        {m.shop_try_again()}
      </Button>
    </div>
  );
}
