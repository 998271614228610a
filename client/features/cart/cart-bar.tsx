import type { ReactNode } from 'react';
import * as m from '#messages';
import { formatPrice } from '#shared/core/money.ts';
import { afterPaint } from '../../lib/after-paint.ts';
import { useLanguage } from '../../lib/language.ts';
import { countPieces } from './cart.ts';
import { cartStore } from './cart-store.ts';
import { useCartTotal } from './cart-total.ts';

type Props = {
  /** The error of the last checkout: above the button, visible at any scroll position. */
  notice?: ReactNode;
  onOpen: () => void;
};

/** The cart button at the lower edge of narrow windows, shown while the cart has items. */
export function CartBar({ notice, onOpen }: Props) {
  const language = useLanguage();
  const cart = cartStore.use();
  const total = useCartTotal(cart);
  if (cart.length === 0 && !notice) return null;
  const count = countPieces(cart);
  return (
    <div
      data-cart-bar=""
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-ground/95 px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] backdrop-blur lg:hidden"
    >
      <div className="mx-auto max-h-[40dvh] max-w-xl overflow-y-auto p-1 -m-1 empty:hidden">{notice}</div>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => afterPaint(onOpen)}
        className="mx-auto flex min-h-13 w-full max-w-xl flex-wrap items-center gap-x-3 rounded-full max-[20rem]:rounded-card bg-brand px-5 max-[20rem]:py-3 font-semibold text-ground hover:bg-brand-dark"
      >
        <span
          aria-hidden="true"
          className="grid h-8 min-w-8 place-items-center rounded-full bg-ground px-2 text-brand tabular-nums"
        >
          {count}
        </span>
        <span className="sr-only">{`${m.shop_cart_boxes({ count })}. `}</span>
        {m.shop_cart_open()}
        <span className={`ml-auto tabular-nums ${total.isOld ? 'opacity-60' : ''}`}>
          {formatPrice(total.cents, language)}
        </span>
      </button>
    </div>
  );
}
