import { type ComponentType, useId, useState } from 'react';
import * as m from '#messages';
import { lazyImport } from '../../../lib/lazy/lazy-import.ts';
import { useLazyImport } from '../../../lib/lazy/use-lazy-import.ts';
import { type KeptText, textOf } from '../../../lib/text.ts';
import { Region } from '../../../ui/region.tsx';
import { fetchProvider } from '../api.ts';
import type { WalletButtonProps } from './port.ts';
import { createWallet, type Purchase } from './wallet.ts';

type Loaded = { Button: ComponentType<WalletButtonProps>; publishableKey?: string | undefined };

/** The provider's button, loaded only when it is shown. */
const button = lazyImport(async (): Promise<Loaded> => {
  const { provider, publishableKey } = await fetchProvider();
  const code = await (provider === 'stripe' ? import('./stripe-wallet.tsx') : import('./sandbox-wallet.tsx'));
  return { Button: code.default, publishableKey };
});

/** As high as the buttons in the cart. */
const PLACE = <div className="mt-3 h-13" />;

/** In a browser without wallets the buttons are not tried again. */
let isKnownMissing = false;

type Props = {
  purchase: Purchase;
  /** Below the checkout button, so without a heading and a divider. */
  isInCart?: boolean;
};

/**
 * The wallets' buttons. Their space is reserved while they load. Without a wallet, or if its script is blocked, nothing
 * is shown. In the cart the space then stays empty until the cart is opened again, because the checkout button above it
 * would otherwise move under the pointer.
 */
export function ExpressPay({ purchase, isInCart = false }: Props) {
  const { code, isLost } = useLazyImport(button);
  const [isHidden] = useState(isKnownMissing);
  const [isMissing, setMissing] = useState(isKnownMissing);
  const [refusal, setRefusal] = useState<KeptText | null>(null);
  const [wallet] = useState(() => createWallet(purchase, setRefusal));
  const headingId = useId();
  function onReady(isAvailable: boolean) {
    isKnownMissing = !isAvailable;
    setMissing(!isAvailable);
  }
  if (isHidden) return null;
  if (isLost || isMissing) return isInCart && PLACE;
  return (
    <section aria-labelledby={headingId} className={isInCart ? 'mt-3' : 'mb-6'}>
      <h2 id={headingId} className={isInCart ? 'sr-only' : 'mb-3 text-[1.1rem] leading-tight'}>
        {m.checkout_express_heading()}
      </h2>
      <div className="min-h-13">
        {code && (
          <Region name="payment" fallback={() => null} onFail={() => onReady(false)}>
            <code.Button wallet={wallet} publishableKey={code.publishableKey} onReady={onReady} />
          </Region>
        )}
      </div>
      <p role="alert" className="mt-3 leading-snug font-semibold text-brand-dark empty:hidden">
        {refusal && textOf(refusal)}
      </p>
      {!isInCart && (
        <p className="mt-5 flex items-center gap-4 text-[0.95rem] text-ink-soft before:h-0.5 before:grow before:bg-line after:h-0.5 after:grow after:bg-line">
          {m.checkout_express_or()}
        </p>
      )}
    </section>
  );
}
