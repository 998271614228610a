import { useLocation } from 'wouter';
import * as m from '#messages';
import { MAX_QUANTITY } from '#shared/checkout/limits.ts';
import { productAt } from '../../../lib/catalogue.ts';
import { useLanguage } from '../../../lib/language.ts';
import { AddButton, unavailableWord } from '../add-button.tsx';

const step = 'grid h-12 w-11 place-items-center sm:w-12 rounded-full text-xl leading-none text-brand hover:bg-tint';

/** Quantity and button of a product's page. The page handles presses on `data-step`. */
export default function BuyBox() {
  const [path] = useLocation();
  const language = useLanguage();
  const product = productAt(path);
  if (!product) return null;
  const name = product.name[language];
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 gap-y-3 sm:gap-x-3 print:hidden">
      {unavailableWord(product) === null && (
        <div className="flex items-center rounded-full border-2 border-line bg-white">
          <button type="button" data-step="-1" aria-label={m.shop_cart_decrease({ name })} className={step}>
            <span aria-hidden="true">−</span>
          </button>
          <input
            type="number"
            inputMode="numeric"
            data-quantity-of={product.id}
            aria-label={m.item_quantity()}
            defaultValue={1}
            min={1}
            max={product.left || MAX_QUANTITY}
            className="h-12 w-7 sm:w-9 [appearance:textfield] bg-transparent text-center font-semibold tabular-nums [&::-webkit-inner-spin-button]:appearance-none"
          />
          <button type="button" data-step="1" aria-label={m.shop_cart_increase({ name })} className={step}>
            <span aria-hidden="true">+</span>
          </button>
        </div>
      )}
      <AddButton product={product} size="large" className="grow sm:max-w-80" />
    </div>
  );
}
