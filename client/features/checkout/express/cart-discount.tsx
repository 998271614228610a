import { useEffect, useState } from 'react';
import * as m from '#messages';
import type { Localized } from '#shared/core/language.ts';
import { formatPrice } from '#shared/core/money.ts';
import { useLanguage } from '../../../lib/language.ts';
import { buyableLines, type Cart } from '../../cart/cart.ts';
import { cartStore } from '../../cart/cart-store.ts';
import { checkCode } from '../api.ts';
import { currentAttempt } from '../attempt.ts';

/** Quantities are changed by several presses in a row. */
const PAUSE_MS = 500;

type Discount = { of: Cart; name: Localized | null; discountCents: number };

/** The discount that the cart gets without a code. */
export function CartDiscount() {
  const language = useLanguage();
  const cart = cartStore.use();
  const [found, setFound] = useState<Discount | null>(null);
  useEffect(() => {
    let isLate = false;
    const timer = setTimeout(async () => {
      const lines = buyableLines(cart);
      // Without an answer nothing is promised; the checkout asks again.
      const answer = lines.length > 0 ? await checkCode(lines, '', currentAttempt()).catch(() => null) : null;
      if (!isLate) setFound(answer && { of: cart, ...answer });
    }, PAUSE_MS);
    return () => {
      isLate = true;
      clearTimeout(timer);
    };
  }, [cart]);
  const { name = null, discountCents = 0 }: Partial<Discount> = found?.of === cart ? found : {};
  return (
    <p role="status" className="mt-3 text-center text-sm leading-snug font-semibold text-second empty:hidden">
      {name && m.shop_cart_discount({ name: name[language], amount: formatPrice(discountCents, language) })}
    </p>
  );
}
