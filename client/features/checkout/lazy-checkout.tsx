import * as m from '#messages';
import { lazyComponent } from '../../lib/lazy/lazy-component.tsx';
import { lazyImport } from '../../lib/lazy/lazy-import.ts';
import { Button } from '../../ui/button.tsx';
import { Container } from '../../ui/layout.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { dispatchCheckout } from './checkout-store.ts';

const code = lazyImport(() => import('./checkout.tsx'));
const frame = 'grid min-h-[60vh] place-content-center justify-items-center gap-5 py-section text-center';

/** Preloads the checkout's code when the pointer or the focus approaches it. */
export const preloadCheckout = code.preload;

/** The checkout; its code is not part of the shop's first load. */
export const LazyCheckout = lazyComponent(code, {
  waiting: () => (
    <Container className={frame}>
      <Spinner className="size-10 text-guayaba" label={m.shop_checkout_loading()} />
    </Container>
  ),
  lost: (retry) => (
    <Container className={frame}>
      <p role="alert" className="max-w-prose">
        {m.shop_checkout_unloaded()}
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button onClick={retry}>{m.shop_try_again()}</Button>
        <Button variant="quiet" onClick={() => dispatchCheckout({ type: 'closed' })}>
          {m.checkout_leave()}
        </Button>
      </div>
    </Container>
  ),
});
