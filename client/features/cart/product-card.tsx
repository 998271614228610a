import * as m from '#messages';
import type { Product } from '#shared/catalogue/products.ts';
import { productPath } from '#shared/content/page-address.ts';
import { formatPrice } from '#shared/core/money.ts';
import { containedIn } from '../../lib/allergens.ts';
import { useLanguage } from '../../lib/language.ts';
import { accentStyle } from '../../ui/accent.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { AddButton } from './add-button.tsx';
import { Gallery } from './gallery.tsx';
import { leftText } from './left-text.ts';
import { sizeText } from './size-text.ts';

type Props = { product: Product; isFirst: boolean };

/** One product of the shop: pictures, description, price, and a button that adds it to the cart (see `AddArea`). */
export function ProductCard({ product, isFirst }: Props) {
  const language = useLanguage();
  const name = product.name[language];
  return (
    <article className="flex flex-col rounded-card bg-white shadow-card" style={accentStyle(product.accent)}>
      <Gallery name={name} pictures={product.images} isFirst={isFirst} />
      <div className="flex grow flex-col px-5 pt-4 pb-6 sm:px-6 lg:max-xl:px-4">
        <h2 className="text-[1.35rem] leading-tight text-(--accent) sm:min-h-[2.5em] lg:max-xl:text-[1.05rem]">
          <TextLink href={productPath(product, language)} className="underline-offset-4 hover:underline">
            {name}
          </TextLink>
        </h2>
        <p className="mt-1.5 text-label font-semibold text-ink-soft uppercase">
          {`${m.shop_size()}: ${sizeText(product.size[language])}`}
        </p>
        <div className="mt-3 flex flex-wrap items-center justify-between gap-x-2 gap-y-3">
          <p className="font-display text-[1.75rem] leading-none text-ink">
            {formatPrice(product.priceCents, language)}
          </p>
          <AddButton product={product} className="max-sm:grow" />
        </div>
        {product.left !== undefined && (
          <p className="mt-2 text-[0.98rem] font-semibold text-brand">{leftText(product.left)}</p>
        )}
        <p className="mt-4 text-[0.98rem]">{product.description[language]}</p>
        {product.allergens.length > 0 && (
          <p className="mt-2 text-[0.98rem] font-semibold">
            {m.shop_contains({ allergens: containedIn(product, language) })}
          </p>
        )}
      </div>
    </article>
  );
}
