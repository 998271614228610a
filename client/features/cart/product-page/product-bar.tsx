import { useLocation } from 'wouter';
import { formatPrice } from '#shared/core/money.ts';
import { productAt } from '../../lib/catalogue.ts';
import { useLanguage } from '../../lib/language.ts';
import { AddButton } from './add-button.tsx';

/** Price and button of a product, at the lower edge of a phone. */
export default function ProductBar() {
  const language = useLanguage();
  const [path] = useLocation();
  const product = productAt(path);
  if (!product) return null;
  return (
    <div className="mx-auto flex max-w-xl flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="font-display text-[1.5rem] leading-none">{formatPrice(product.priceCents, language)}</p>
      <AddButton product={product} className="grow" />
    </div>
  );
}
