import { useEffect, useState } from 'react';
import { products } from '#brand/catalogue.ts';
import * as m from '#messages';
import { FREE_SHIPPING_OVER_CENTS, MIN_ORDER_CENTS } from '#shared/checkout-limits.ts';
import { formatLimit, formatPrice } from '#shared/money.ts';
import { subtotalCents } from '../features/cart/cart.ts';
import { CartBar } from '../features/cart/cart-bar.tsx';
import { CartPanel } from '../features/cart/cart-panel.tsx';
import { CartSheet } from '../features/cart/cart-sheet.tsx';
import { cartStore } from '../features/cart/cart-store.ts';
import { ProductCard } from '../features/cart/product-card.tsx';
import { currentAttempt } from '../features/checkout/attempt.ts';
import { CheckoutError } from '../features/checkout/checkout-error.tsx';
import { CheckoutGate, preloadCheckout } from '../features/checkout/checkout-gate.tsx';
import { dispatchCheckout, useCheckout } from '../features/checkout/checkout-store.ts';
import { takePaymentReturn } from '../features/checkout/payment-return.ts';
import { getLanguage, useLanguage } from '../lib/language.ts';
import { Container } from '../ui/layout.tsx';
import { toast } from '../ui/toast.ts';

const lowestCents = Math.min(...products.map(({ priceCents }) => priceCents));
export const head = {
  title: m.shop_title,
  description: () =>
    m.shop_description({
      price: formatPrice(lowestCents, getLanguage()),
      amount: formatLimit(FREE_SHIPPING_OVER_CENTS, getLanguage()),
    }),
};

/** The shop of the specification, 2: two products and the cart, or the checkout in their place. */
export default function ShopPage() {
  const checkout = useCheckout();
  useEffect(() => {
    const paymentIntentId = takePaymentReturn();
    if (paymentIntentId) dispatchCheckout({ type: 'returned', paymentIntentId });
  }, []);
  return checkout.step === 'closed' ? <Shelf error={checkout.error} /> : <CheckoutGate />;
}

function Shelf({ error }: { error: string | null }) {
  const language = useLanguage();
  const [isSheetOpen, setSheetOpen] = useState(false);
  const price = (cents: number) => formatPrice(cents, language);

  function onCheckout() {
    setSheetOpen(false);
    const lines = cartStore.get();
    if (subtotalCents(lines) < MIN_ORDER_CENTS) {
      toast({
        title: m.shop_minimum_title(),
        description: m.shop_minimum_text({ amount: price(MIN_ORDER_CENTS) }),
        variant: 'destructive',
      });
      return;
    }
    dispatchCheckout({ type: 'start', lines, attempt: currentAttempt() });
  }
  const panel = (
    <CartPanel
      notice={error && <CheckoutError message={error} className="mt-5" />}
      onCheckout={onCheckout}
      onIntent={preloadCheckout}
    />
  );

  return (
    <Container className="pt-8 pb-section sm:pt-12">
      <header className="mb-8 flex flex-col gap-4 sm:mb-10 lg:flex-row lg:items-end lg:justify-between">
        <div>
          <h1 className="text-h1">{m.shop_intro_heading()}</h1>
          <p className="mt-3 max-w-prose text-lead">{m.shop_intro_text()}</p>
        </div>
        <p className="w-fit rounded-field bg-mar px-4 py-2 sm:rounded-full text-[0.92rem] leading-snug font-semibold">
          {m.shop_free_shipping_note({ amount: formatLimit(FREE_SHIPPING_OVER_CENTS, language) })}
        </p>
      </header>
      {error && <CheckoutError message={error} className="mb-8 lg:hidden" />}
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_21.5rem] xl:grid-cols-[minmax(0,1fr)_23.5rem]">
        <div className="grid gap-6 sm:grid-cols-2">
          {products.map((product, index) => (
            <ProductCard key={product.id} product={product} isFirst={index === 0} onAdd={preloadCheckout} />
          ))}
        </div>
        <aside
          aria-labelledby="cart-heading"
          className="sticky top-24 hidden max-h-[calc(100dvh-7rem)] overflow-y-auto rounded-card bg-white p-6 shadow-card lg:block"
        >
          <h2 id="cart-heading" className="mb-4 text-h3">
            {m.shop_cart_heading()}
          </h2>
          {panel}
        </aside>
      </div>
      <CartBar
        onOpen={() => {
          preloadCheckout();
          setSheetOpen(true);
        }}
      />
      <CartSheet isOpen={isSheetOpen} onClose={() => setSheetOpen(false)}>
        {panel}
      </CartSheet>
    </Container>
  );
}
