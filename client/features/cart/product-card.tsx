import * as m from '#messages';
import { formatPrice } from '#shared/money.ts';
import { allergenText } from '../../lib/allergens.ts';
import { useLanguage } from '../../lib/language.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { addToCart, type CatalogueProduct } from './cart.ts';
import { cartStore } from './cart-store.ts';
import { Gallery } from './gallery.tsx';

type Props = { product: CatalogueProduct; isFirst: boolean; onAdd: () => void };

/** One product of the shop: pictures, what it is, what it costs, and into the cart. */
export function ProductCard({ product, isFirst, onAdd }: Props) {
  const language = useLanguage();
  const name = product.name[language];
  const isHoja = product.accent === 'hoja';

  function onClick() {
    cartStore.set(addToCart(cartStore.get(), product.id));
    toast({ title: m.shop_added_toast(), description: name });
    onAdd();
  }

  return (
    <article className="flex flex-col rounded-card bg-white shadow-card">
      <Gallery name={name} pictures={product.images} accent={product.accent} isFirst={isFirst} />
      <div className="flex grow flex-col px-5 pt-5 pb-6 sm:px-6">
        <h2 className={`text-h3 ${isHoja ? 'text-hoja' : 'text-guayaba'}`}>{name}</h2>
        <p className="mt-2 text-label font-semibold text-cafecito-soft uppercase">
          {m.shop_size()}: {product.size[language].replace(' x ', ' × ')}
        </p>
        <p className="mt-3 text-[0.98rem]">{product.description[language]}</p>
        <p className="mt-2 mb-5 text-[0.98rem] font-semibold">
          {m.shop_contains({ allergens: allergenText(product.allergens, language) })}
        </p>
        <div className="mt-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
          <p className="font-display text-[1.9rem] leading-none text-cafecito">
            {formatPrice(product.priceCents, language)}
          </p>
          <Button
            onClick={onClick}
            aria-label={m.shop_add_to_cart_named({ name })}
            className={`max-sm:grow ${isHoja ? HOJA : ''}`}
          >
            {m.shop_add_to_cart()}
          </Button>
        </div>
      </div>
    </article>
  );
}

const HOJA = 'bg-hoja! hover:bg-hoja-dark! [--edge:var(--color-hoja-dark)]!';
