import { useEffect, useRef } from 'react';
import { formatPrice } from '#shared/core/money.ts';
import { useLanguage } from '../../lib/language.ts';
import { buyableLines, type Cart } from '../cart/cart.ts';
import { subtotalCents } from '../cart/cart-prices.ts';
import { cartStore } from '../cart/cart-store.ts';
import { cartDiscount } from '../cart/cart-total.ts';
import { checkCode } from './api.ts';
import { currentAttempt } from './attempt.ts';

/** Quantities are changed by several presses in a row. */
const PAUSE_MS = 500;

/** The cart of the request in progress; shared, because the cart may be shown in two places. */
let asked: Cart | null = null;

/** The discount that the cart gets without a code. */
export default function CartDiscount() {
  const language = useLanguage();
  const cart = cartStore.use();
  const isChanged = useRef(false);
  useEffect(() => {
    const timer = setTimeout(() => void ask(cart), isChanged.current ? PAUSE_MS : 0);
    isChanged.current = true;
    return () => clearTimeout(timer);
  }, [cart]);
  const found = cartDiscount.use();
  if (!found?.name || found.of !== cart) return null;
  return (
    <>
      <span>{found.name[language]}</span>
      <span className="tabular-nums">{`−${formatPrice(found.discountCents, language)}`}</span>
    </>
  );
}

async function ask(cart: Cart): Promise<void> {
  if (cart === asked) return;
  asked = cart;
  const lines = buyableLines(cart);
  // Without an answer nothing is promised; the checkout asks again.
  const answer = lines.length > 0 ? await checkCode(lines, '', currentAttempt()).catch(() => null) : null;
  if (asked !== cart) return;
  asked = null;
  const { name = null, discountCents = 0 } = answer ?? {};
  cartDiscount.set({ of: cart, name, discountCents, totalCents: subtotalCents(cart) - discountCents });
}
