import { useLocation } from 'wouter';
import * as m from '#messages';
import type { Product } from '#shared/catalogue/products.ts';
import { formatPrice } from '#shared/core/money.ts';
import { productAt } from '../../../lib/catalogue.ts';
import { useLanguage } from '../../../lib/language.ts';
import { usePiecePrice } from '../piece-price.ts';
import { sizeText } from '../size-text.ts';

/** Above the button of a product's page: name, size, prices. */
export default function ProductInfo() {
  const language = useLanguage();
  const [path] = useLocation();
  const product = productAt(path);
  if (!product) return null;
  return (
    <>
      <h1 className="text-[1.7rem] text-(--accent) sm:text-h2">{product.name[language]}</h1>
      <p className="mt-2 text-label font-semibold text-ink-soft uppercase lg:mt-3">
        {`${m.shop_size()}: ${sizeText(product.size[language])}`}
      </p>
      <Prices product={product} />
      {product.recall && (
        <p role="note" className="mt-4 rounded-field border-2 border-brand bg-white px-4 py-3 font-semibold text-ink">
          {product.recall[language]}
        </p>
      )}
    </>
  );
}

/** The price, also for one sandwich of the box, and for an ounce. */
function Prices({ product }: { product: Product }) {
  const language = useLanguage();
  const { priceCents, netWeightOz } = product;
  const ounce = m.item_unit_price({ price: formatPrice(Math.round(priceCents / netWeightOz), language) });
  return (
    <p className="mt-2.5 flex flex-wrap items-baseline gap-x-4 gap-y-1 lg:mt-4">
      <span className="font-display text-[2.1rem] leading-none sm:text-[2.4rem] text-ink">
        {formatPrice(priceCents, language)}
      </span>
      <span className="text-ink-soft">{[usePiecePrice(product), ounce].filter(Boolean).join(' · ')}</span>
    </p>
  );
}
