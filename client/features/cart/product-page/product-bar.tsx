import { useLocation } from 'wouter';
import { formatPrice } from '#shared/core/money.ts';
import { productAt } from '../../../lib/catalogue.ts';
import { useLanguage } from '../../../lib/language.ts';
import { AddButton } from '../add-button.tsx';

/** Name, price and button of a product, for the bar at the lower edge. */
export default function ProductBar() {
  const language = useLanguage();
  const [path] = useLocation();
  const product = productAt(path);
  if (!product) return null;
  return (
    <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-5 gap-y-2">
      <p className="grow font-display text-[1.15rem] leading-tight text-(--accent) max-sm:hidden">
        {product.name[language]}
      </p>
      <p className="font-display text-[1.5rem] leading-none">{formatPrice(product.priceCents, language)}</p>
      <AddButton product={product} className="max-sm:grow" />
    </div>
  );
}
