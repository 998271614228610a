import * as m from '#messages';
import { lazyComponent } from '../../lib/lazy/lazy-component.tsx';
import { lazyImport } from '../../lib/lazy/lazy-import.ts';
import { Button } from '../../ui/button.tsx';
import { Container } from '../../ui/layout.tsx';
import { FailedNotice, Region } from '../../ui/region.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { dispatchCheckout } from './checkout-store.ts';

const code = lazyImport(() => import('./checkout.tsx'));
const frame = 'grid min-h-[60vh] place-content-center justify-items-center gap-5 py-section text-center';

/** Preloads the checkout's code when the pointer or the focus approaches it. */
export const preloadCheckout = code.preload;

const LoadedCheckout = lazyComponent(code, {
  waiting: () => (
    <Container className={frame}>
      <Spinner className="size-10 text-brand" label={m.shop_checkout_loading()} />
    </Container>
  ),
  lost: (retry) => failed(retry, m.shop_checkout_unloaded()),
});

/** The checkout; its code is not part of the shop's first load. */
export function LazyCheckout() {
  return (
    <Region name="checkout" fallback={failed}>
      <LoadedCheckout />
    </Region>
  );
}

/** A checkout that cannot be shown needs a way out: the tab keeps its state, and would fail again after a reload. */
function failed(retry: () => void, text?: string) {
  return (
    <Container className={frame}>
      <FailedNotice text={text} onRetry={retry}>
        <Button variant="quiet" onClick={() => dispatchCheckout({ type: 'closed' })}>
          {m.checkout_leave()}
        </Button>
      </FailedNotice>
    </Container>
  );
}
