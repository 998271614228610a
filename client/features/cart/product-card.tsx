import type { CSSProperties } from 'react';
import * as m from '#messages';
import { MAX_QUANTITY } from '#shared/checkout-limits.ts';
import { formatPrice } from '#shared/money.ts';
import type { Product } from '#shared/products.ts';
import { allergenText } from '../../lib/allergens.ts';
import { getLanguage, useLanguage } from '../../lib/language.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { addToCart, quantityOf } from './cart.ts';
import { cartStore } from './cart-store.ts';
import { Gallery } from './gallery.tsx';

const unavailable = { sold_out: m.shop_sold_out, coming_soon: m.shop_coming_soon };

type Props = { product: Product; isFirst: boolean; onAdd: () => void };

/** One product of the shop: pictures, description, price, and a button that adds it to the cart. */
export function ProductCard({ product, isFirst, onAdd }: Props) {
  const language = useLanguage();
  const name = product.name[language];

  function onClick() {
    onAdd();
    const before = cartStore.get();
    if (quantityOf(before, product.id) === MAX_QUANTITY) {
      toast({
        title: m.shop_most_title,
        description: () => m.shop_most_text({ max: MAX_QUANTITY }),
        variant: 'destructive',
      });
      return;
    }
    cartStore.set(addToCart(before, product.id));
    toast({ title: m.shop_added_toast, description: () => product.name[getLanguage()] });
  }

  return (
    <article className="flex flex-col rounded-card bg-white shadow-card" style={accentStyle(product.accent)}>
      <Gallery name={name} pictures={product.images} isFirst={isFirst} />
      <div className="flex grow flex-col px-5 pt-4 pb-6 sm:px-6 lg:max-xl:px-4">
        <h2 className="text-[1.35rem] leading-tight text-(--accent) sm:min-h-[2.5em] lg:max-xl:text-[1.05rem]">
          {name}
        </h2>
        <p className="mt-1.5 text-label font-semibold text-cafecito-soft uppercase">
          {m.shop_size()}: {product.size[language].replace(' x ', ' × ').replace(' oz', '\u00a0oz')}
        </p>
        <div className="mt-3 flex flex-wrap items-center justify-between gap-x-2 gap-y-3">
          <p className="font-display text-[1.75rem] leading-none text-cafecito">
            {formatPrice(product.priceCents, language)}
          </p>
          {product.availability !== 'in_stock' ? (
            <p className="flex min-h-13 items-center rounded-full bg-rosa px-5 font-semibold text-cafecito">
              {unavailable[product.availability]()}
            </p>
          ) : (
            <Button
              onClick={onClick}
              aria-label={m.shop_add_to_cart_named({ name })}
              className="bg-(--accent)! px-5! [--edge:var(--accent-dark)]! hover:bg-(--accent-dark)! max-sm:grow"
            >
              {m.shop_add_to_cart()}
            </Button>
          )}
        </div>
        <p className="mt-4 text-[0.98rem]">{product.description[language]}</p>
        {product.allergens.length > 0 && (
          <p className="mt-2 text-[0.98rem] font-semibold">
            {m.shop_contains({ allergens: allergenText(product.allergens, language) })}
          </p>
        )}
      </div>
    </article>
  );
}

/** A colour of the palette, with its darker variant where the palette has one. */
function accentStyle(colour: string): CSSProperties {
  const accent = `var(--color-${colour})`;
  const dark = `var(--color-${colour}-dark, color-mix(in oklab, ${accent} 80%, black))`;
  return { '--accent': accent, '--accent-dark': dark } as CSSProperties;
}
