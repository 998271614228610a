import { useEffect, useRef, useState } from 'react';
import * as m from '#messages';
import { formatPrice } from '#shared/core/money.ts';
import { AddArea } from '../features/cart/add-area.tsx';
import { CartBar } from '../features/cart/cart-bar.tsx';
import { CartPanel } from '../features/cart/cart-panel.tsx';
import { CartSheet } from '../features/cart/cart-sheet.tsx';
import { ProductCard } from '../features/cart/product-card.tsx';
import { CheckoutError } from '../features/checkout/checkout-error.tsx';
import { dispatchCheckout, getCheckout, useCheckout } from '../features/checkout/checkout-store.ts';
import { LazyCartExpress } from '../features/checkout/express/lazy-cart-express.tsx';
import { LazyCartDiscount } from '../features/checkout/lazy-cart-discount.tsx';
import { LazyCheckout, preloadCheckout } from '../features/checkout/lazy-checkout.tsx';
import { takePaymentReturn } from '../features/checkout/payment-return.ts';
import { startCheckout } from '../features/checkout/start-checkout.ts';
import { useStepHistory } from '../features/checkout/step-history.ts';
import { products, shipping } from '../lib/catalogue.ts';
import { getLanguage } from '../lib/language.ts';
import { staticIsland } from '../lib/lazy/static-island.tsx';
import type { KeptText } from '../lib/text.ts';
import { Container } from '../ui/layout.tsx';
import { Region } from '../ui/region.tsx';

const Intro = staticIsland(() => import('../features/cart/shop-intro.tsx'));
const Trust = staticIsland(() => import('../features/cart/trust-line.tsx'), { className: 'mt-6' });

export const head = {
  title: m.shop_title,
  description: () => {
    const prices = products().map(({ priceCents }) => priceCents);
    if (prices.length === 0) return m.home_description();
    const language = getLanguage();
    const price = formatPrice(Math.min(...prices), language);
    const { free } = shipping();
    if (!free) return m.shop_description_paid({ price });
    return m.shop_description({ price, orders: free.orders[language], where: free.where[language] });
  },
};

/** The shop: the products and the cart, or the checkout in their place (docs/specification.md#pages). */
export default function ShopPage() {
  const checkout = useCheckout();
  useEffect(() => {
    const back = takePaymentReturn();
    if (back) dispatchCheckout({ type: 'returned', ...back });
  }, []);
  // Not the step in view, which stays behind while a wallet pays.
  useStepHistory(getCheckout().step);
  const isClosed = checkout.step === 'closed';
  const wasClosed = useRef(isClosed);
  useEffect(() => {
    // After the checkout closes, scroll to the products.
    if (isClosed && !wasClosed.current) scrollTo({ top: 0, behavior: 'instant' });
    wasClosed.current = isClosed;
  }, [isClosed]);
  return isClosed ? <Shelf error={checkout.error} /> : <LazyCheckout />;
}

function Shelf({ error }: { error: KeptText | null }) {
  const [isSheetOpen, setSheetOpen] = useState(false);
  // The wallets are not part of the first load, and must not move the button under the pointer.
  const [isPrepared, setPrepared] = useState(false);

  function prepare() {
    preloadCheckout();
    setPrepared(true);
  }
  function onCheckout() {
    setSheetOpen(false);
    startCheckout();
  }
  const panel = (isSidebar: boolean) => (
    <Region name="cart">
      <CartPanel
        notice={error && <CheckoutError message={error} className="mt-4" />}
        express={isPrepared && <LazyCartExpress isSidebar={isSidebar} onLeave={() => setSheetOpen(false)} />}
        discount={<LazyCartDiscount />}
        onCheckout={onCheckout}
        onIntent={preloadCheckout}
      />
    </Region>
  );

  return (
    <Container className="pt-5 pb-section sm:pt-8">
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_21.5rem] xl:grid-cols-[minmax(0,1fr)_23.5rem]">
        <div>
          <Intro />
          <AddArea onAdd={prepare} className="grid gap-6 sm:grid-cols-2">
            {products().map((product, index) => (
              <ProductCard key={product.id} product={product} isFirst={index === 0} />
            ))}
          </AddArea>
          <Trust />
        </div>
        <aside
          aria-labelledby="cart-heading"
          className="sticky top-24 hidden max-h-[calc(100dvh-7rem)] flex-col overflow-y-auto rounded-card bg-white p-6 shadow-card lg:flex"
        >
          <h2 id="cart-heading" className="mb-3 text-h3">
            {m.shop_cart_heading()}
          </h2>
          {panel(true)}
        </aside>
      </div>
      <CartBar
        notice={
          error && (
            <CheckoutError message={error} onClose={() => dispatchCheckout({ type: 'closed' })} className="mb-3" />
          )
        }
        onOpen={() => {
          prepare();
          setSheetOpen(true);
        }}
      />
      <CartSheet isOpen={isSheetOpen} onClose={() => setSheetOpen(false)}>
        {panel(false)}
      </CartSheet>
    </Container>
  );
}
