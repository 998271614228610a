import * as m from '#messages';
import { chunk, useChunk } from '../../lib/use-chunk.ts';
import { Button } from '../../ui/button.tsx';
import { Container } from '../../ui/layout.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { dispatchCheckout } from './checkout-store.ts';

const checkout = chunk(() => import('./checkout.tsx'));

/** Starts fetching the checkout's code as soon as somebody moves towards it. */
export const preloadCheckout = checkout.preload;

/** The checkout, whose code does not come with the shop's first load. */
export function CheckoutGate() {
  const { code, isLost, retry } = useChunk(checkout);
  if (code) return <code.default />;
  return (
    <Container className="grid min-h-[60vh] place-content-center justify-items-center gap-5 py-section text-center">
      {isLost ? (
        <>
          <p role="alert" className="max-w-prose">
            {m.shop_checkout_unloaded()}
          </p>
          <div className="flex flex-wrap justify-center gap-3">
            <Button onClick={retry}>{m.shop_try_again()}</Button>
            <Button variant="quiet" onClick={() => dispatchCheckout({ type: 'closed' })}>
              {m.checkout_leave()}
            </Button>
          </div>
        </>
      ) : (
        <Spinner className="size-10 text-guayaba" label={m.shop_checkout_loading()} />
      )}
    </Container>
  );
}
