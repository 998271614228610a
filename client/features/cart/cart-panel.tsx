import type { ReactNode } from 'react';
import * as m from '#messages';
import type { Product } from '#shared/catalogue/products.ts';
import { MAX_QUANTITY } from '#shared/checkout/limits.ts';
import type { PictureName } from '#shared/content/picture-ref.ts';
import { formatPrice } from '#shared/core/money.ts';
import { afterPaint } from '../../lib/after-paint.ts';
import { pageContent, products, shipping } from '../../lib/catalogue.ts';
import { useLanguage } from '../../lib/language.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { StaticPicture } from '../../ui/static-picture.tsx';
import { unavailableWord } from './add-button.tsx';
import { addProduct } from './add-product.ts';
import { buyableLines, type Cart, type CartLine, countPieces, findProduct } from './cart.ts';
import { subtotalCents, weightOz } from './cart-prices.ts';
import { cartStore } from './cart-store.ts';
import { useCartTotal } from './cart-total.ts';
import { changeQuantity, quantityOf, removeLine } from './change-cart.ts';
import { FreeShippingMeter } from './free-shipping-meter.tsx';

type Props = {
  /** Error of the last checkout; shown above the button. */
  notice?: ReactNode;
  /** The wallets, below the button. */
  express?: ReactNode;
  /** The automatic discount, above the total; only in a shop that has one. */
  discount: ReactNode;
  onCheckout: () => void;
  /** Called when the pointer or the focus is near the checkout button. */
  onIntent: () => void;
};

/** The content of the cart, for the sidebar and for the sheet: lines, meter, total, checkout. */
export function CartPanel({ notice, express, discount, onCheckout, onIntent }: Props) {
  const cart = cartStore.use();
  const subtotal = subtotalCents(cart);
  const isEmpty = cart.length === 0;
  const hasNothing = buyableLines(cart).length === 0;
  const { free } = shipping();
  const isHeavy = free?.upToOz != null && weightOz(cart) > free.upToOz;
  return (
    <div className="flex min-h-0 grow flex-col">
      {/* Only the lines scroll; total and button stay visible. */}
      <div tabIndex={-1} className="-mx-2 min-h-32 overflow-y-auto overscroll-contain px-2">
        {isEmpty ? (
          <EmptyCart />
        ) : (
          <>
            <ul className="divide-y divide-line">
              {cart.map((line) => (
                <CartLineRow key={line.id} line={line} />
              ))}
            </ul>
            {!hasNothing && free && <FreeShippingMeter free={free} subtotalCents={subtotal} isHeavy={isHeavy} />}
            <OtherProduct cart={cart} />
            <SecondBoxNote cart={cart} />
          </>
        )}
      </div>
      <div className="shrink-0 pb-1">
        {!hasNothing && <CartTotal cart={cart} discount={discount} />}
        {notice}
        {!hasNothing && (
          <Button
            size="large"
            className="mt-4 w-full"
            onClick={() => afterPaint(onCheckout)}
            onPointerEnter={onIntent}
            onFocus={onIntent}
          >
            {m.shop_checkout()}
          </Button>
        )}
        {!hasNothing && express}
      </div>
    </div>
  );
}

function CartTotal({ cart, discount }: { cart: Cart; discount: ReactNode }) {
  const language = useLanguage();
  const { cents, isOld } = useCartTotal(cart);
  return (
    <>
      <div className="mt-4 border-t-2 border-line pt-3">
        {/* Its line is there before the discount is known, so that nothing moves. */}
        {pageContent().hasDiscount && (
          <p role="status" className="mb-2 flex min-h-6 justify-between gap-4 font-semibold text-second">
            {discount}
          </p>
        )}
        <div className="flex items-baseline justify-between">
          <p className="font-semibold">{m.shop_cart_total()}</p>
          <p className={`font-display text-[1.75rem] leading-none ${isOld ? 'opacity-60' : ''}`} aria-live="polite">
            {formatPrice(cents, language)}
          </p>
        </div>
      </div>
      <p className="mt-1 text-sm text-ink-soft">{m.shop_cart_shipping_note()}</p>
    </>
  );
}

/** With a single box in the cart: what a second one adds to shipping, by the rate table. */
function SecondBoxNote({ cart }: { cart: Cart }) {
  const language = useLanguage();
  const [line] = buyableLines(cart);
  const cents = line && countPieces(cart) === 1 && shipping().secondBoxCents[line.id];
  if (!cents) return null;
  return (
    <p className="mt-2.5 text-sm leading-snug text-ink-soft">
      {m.shop_cart_second_box({ amount: formatPrice(cents, language) })}
    </p>
  );
}

/** Offers the first buyable product that is not in the cart. */
function OtherProduct({ cart }: { cart: Cart }) {
  const language = useLanguage();
  const other = products().find(({ id, availability }) => availability === 'in_stock' && quantityOf(cart, id) === 0);
  if (!other) return null;
  const name = other.name[language];
  return (
    // A new element for each product: a press that began on the previous button must not add this product.
    <div
      key={other.id}
      className="mt-3 grid grid-cols-[3.5rem_1fr_auto] items-center gap-x-3.5 rounded-field border-2 border-line p-2"
    >
      <RowPicture name={other.images[0]} />
      <p className="text-[0.95rem] leading-snug">
        <span className="block text-sm text-ink-soft">{m.shop_cart_other()}</span>
        <span className="font-semibold">{name}</span>
        <span className="block">{formatPrice(other.priceCents, language)}</span>
      </p>
      <Button
        variant="secondary"
        size="small"
        aria-label={m.shop_add_to_cart_named({ name })}
        onClick={({ currentTarget }) => {
          keepFocus(currentTarget);
          addProduct(other.id);
        }}
      >
        {m.shop_cart_other_add()}
      </Button>
    </div>
  );
}

/** Moves the focus from a button that is about to disappear to the list of lines around it. */
function keepFocus(button: Element): void {
  button.closest<HTMLElement>('[tabindex]')?.focus();
}

function EmptyCart() {
  return (
    <div className="flex flex-col items-center py-4 text-center">
      <img src="/favicon.svg" alt="" width={72} height={72} className="size-18" />
      <p className="mt-4 font-display text-[1.35rem] leading-tight text-brand">{m.shop_cart_empty_heading()}</p>
      <p className="mt-2 max-w-72 text-[0.95rem] leading-snug text-ink-soft">{m.shop_cart_empty_text()}</p>
    </div>
  );
}

function CartLineRow({ line }: { line: CartLine }) {
  const product = findProduct(line.id);
  return product && unavailableWord(product) === null ? (
    <BuyableRow line={line} product={product} />
  ) : (
    <UnavailableRow line={line} product={product} />
  );
}

/** A line that cannot be bought now; all sums leave it out. */
function UnavailableRow({ line, product }: { line: CartLine; product: Product | null }) {
  const name = product?.name[useLanguage()] ?? m.shop_cart_gone();
  return (
    <li className="grid grid-cols-[3.5rem_1fr] gap-x-3.5 py-3 first:pt-1">
      {product ? (
        <RowPicture name={product.images[0]} className="opacity-60" />
      ) : (
        <span className="grid aspect-square place-items-center rounded-field bg-tint text-brand">
          <Icon name="alert" />
        </span>
      )}
      <div className="min-w-0">
        <p className="leading-snug font-semibold">{name}</p>
        <p className="text-sm text-ink-soft">
          {(product ? `${unavailableWord(product)}. ` : '') + m.shop_cart_not_counted()}
        </p>
        <RemoveButton line={line} name={name} className="-ml-2" />
      </div>
    </li>
  );
}

function RowPicture({ name, className = '' }: { name: PictureName; className?: string }) {
  return (
    <div className={`aspect-square ${className}`}>
      <StaticPicture name={name} sizes="80px" isDecorative className="size-full rounded-field object-cover" />
    </div>
  );
}

function BuyableRow({ line, product }: { line: CartLine; product: Product }) {
  const language = useLanguage();
  const name = product.name[language];
  const change = (by: number) => cartStore.set(changeQuantity(cartStore.get(), line.id, by));
  return (
    <li className="grid grid-cols-[3.5rem_1fr] gap-x-3.5 py-3 first:pt-1">
      <RowPicture name={product.images[0]} />
      <div className="min-w-0">
        <p className="leading-snug font-semibold">{name}</p>
        <p className="text-sm text-ink-soft">
          {m.shop_cart_each({ price: formatPrice(product.priceCents, language) }) +
            (line.quantity >= MAX_QUANTITY ? ` · ${m.shop_cart_most({ max: MAX_QUANTITY })}` : '')}
        </p>
      </div>
      <div className="col-span-2 mt-2 flex items-center gap-2">
        <div className="flex items-center rounded-full border-2 border-line">
          <StepButton label={m.shop_cart_decrease({ name })} isOff={line.quantity <= 1} onClick={() => change(-1)}>
            −
          </StepButton>
          <span aria-live="polite" className="min-w-7 text-center font-semibold tabular-nums">
            <span className="sr-only">{m.shop_cart_quantity({ quantity: line.quantity })}</span>
            <span aria-hidden="true">{line.quantity}</span>
          </span>
          <StepButton
            label={m.shop_cart_increase({ name })}
            isOff={line.quantity >= MAX_QUANTITY}
            onClick={() => change(1)}
          >
            +
          </StepButton>
        </div>
        <RemoveButton line={line} name={name} />
        <p className="ml-auto font-semibold tabular-nums">
          {formatPrice(product.priceCents * line.quantity, language)}
        </p>
      </div>
    </li>
  );
}

function RemoveButton({ line, name, className = '' }: { line: CartLine; name: string; className?: string }) {
  return (
    <button
      type="button"
      aria-label={m.shop_cart_remove({ name })}
      onClick={({ currentTarget }) => {
        keepFocus(currentTarget);
        cartStore.set(removeLine(cartStore.get(), line.id));
      }}
      className={`min-h-11 px-2 text-sm font-semibold text-brand underline decoration-brand/40 underline-offset-4 hover:decoration-brand ${className}`}
    >
      {m.shop_cart_remove_short()}
    </button>
  );
}

type StepProps = { label: string; isOff: boolean; onClick: () => void; children: string };

/** At its limit it stays focusable but does nothing: disabling a focused button would lose the focus. */
function StepButton({ label, isOff, onClick, children }: StepProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isOff}
      onClick={onClick}
      className="grid size-11 place-items-center rounded-full text-xl leading-none text-brand hover:bg-tint aria-disabled:text-ink-soft/60 aria-disabled:hover:bg-transparent"
    >
      <span aria-hidden="true">{children}</span>
    </button>
  );
}
