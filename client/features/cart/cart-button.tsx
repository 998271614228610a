import { type ComponentType, useState } from 'react';
import * as m from '#messages';
import { afterPaint } from '../../lib/after-paint.ts';
import type { LazyImport } from '../../lib/lazy/lazy-import.ts';
import { Icon } from '../../ui/icons.tsx';
import { countPieces } from './cart.ts';
import { cartStore } from './cart-store.ts';

type Props = {
  /** The cart itself; its code is loaded when the button is pressed. */
  sheet: LazyImport<{ default: ComponentType<{ isOpen: boolean; onClose: () => void }> }>;
};

const CART_BUTTON = 'cart-button';

/** Opens the cart like a press on its button, after a product was added on its page. */
export const openCart = () => document.getElementById(CART_BUTTON)?.click();

/** The cart button in the bar of every page, with the number of units. */
export function CartButton({ sheet }: Props) {
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused');
  const count = countPieces(cartStore.use());
  const Sheet = sheet.loaded()?.default;
  function open() {
    // If its code fails to load, open the shop's page, which has a cart of its own.
    sheet.load().then(
      () => afterPaint(() => setState('open')),
      () => location.assign('/shop'),
    );
  }
  return (
    <>
      <button
        type="button"
        id={CART_BUTTON}
        aria-haspopup="dialog"
        onClick={open}
        onPointerEnter={sheet.preload}
        onFocus={sheet.preload}
        className="relative grid size-11 place-items-center rounded-full text-second hover:bg-second hover:text-ground"
      >
        <Icon name="bag" className="size-7" />
        <span className="sr-only">{m.nav_cart({ count })}</span>
        {count > 0 && (
          <span
            aria-hidden="true"
            className="absolute -top-1 -right-1 grid h-5.5 min-w-5.5 place-items-center rounded-full bg-brand px-1 text-[0.8rem] leading-none font-bold text-ground tabular-nums"
          >
            {count}
          </span>
        )}
      </button>
      {state !== 'unused' && Sheet && <Sheet isOpen={state === 'open'} onClose={() => setState('closed')} />}
    </>
  );
}
