import * as m from '#messages';
import type { Product } from '#shared/catalogue/products.ts';
import { productPath } from '#shared/content/page-address.ts';
import { formatPrice } from '#shared/core/money.ts';
import { containedIn } from '../../lib/allergens.ts';
import { useLanguage } from '../../lib/language.ts';
import { accentStyle } from '../../ui/accent.ts';
import { Picture } from '../../ui/picture.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { AddButton } from './add-button.tsx';
import { sizeText } from './size-text.ts';

/** One or two tiles have the picture beside the text. More of them, and all on phones, have it above. */
export function ProductTiles({ products }: { products: readonly Product[] }) {
  const isWide = products.length <= 2;
  return (
    <ul
      className={`grid gap-5 lg:gap-6 ${
        isWide ? (products.length === 1 ? 'max-w-[46rem]' : 'lg:grid-cols-2') : 'sm:grid-cols-2 lg:grid-cols-3'
      }`}
    >
      {products.map((product) => (
        <ProductTile key={product.id} product={product} isWide={isWide} />
      ))}
    </ul>
  );
}

/** A product tile: picture, name, size, price, allergens, and a button that adds it to the cart. */
export function ProductTile({ product, isWide }: { product: Product; isWide: boolean }) {
  const language = useLanguage();
  const { name, priceCents, allergens, images, accent } = product;
  return (
    <li
      className={`relative grid overflow-hidden rounded-card bg-white shadow-card ${
        isWide ? 'sm:grid-cols-[2fr_3fr]' : 'grid-rows-[auto_1fr]'
      }`}
      style={accentStyle(accent)}
    >
      <div className={`relative max-sm:aspect-video ${isWide ? '' : 'sm:aspect-[4/3]'}`}>
        <Picture
          name={images[0]}
          sizes={`(min-width: 64rem) ${isWide ? '16rem' : '26rem'}, (min-width: 40rem) ${isWide ? '40vw' : '46vw'}, 92vw`}
          isDecorative
          className="absolute inset-0 size-full object-cover"
        />
      </div>
      <div className="flex min-w-0 flex-col px-4 py-4 sm:px-6 sm:py-5">
        <h3 className="text-[1.1rem] leading-tight text-(--accent) sm:text-[1.25rem]">
          {/* The whole tile links to the product, except for its button. */}
          <TextLink href={productPath(product, language)} className="after:absolute after:inset-0 hover:underline">
            {name[language]}
          </TextLink>
        </h3>
        <p className="mt-1.5 text-label font-semibold text-ink-soft uppercase">{sizeText(product.size[language])}</p>
        {allergens.length > 0 && (
          <p className="mt-1.5 text-sm leading-snug font-semibold">
            {m.shop_contains({ allergens: containedIn(product, language) })}
          </p>
        )}
        <div className="mt-auto flex flex-wrap items-center justify-between gap-x-3 gap-y-2.5 pt-3">
          <p className="font-display text-[1.5rem] leading-none text-ink">{formatPrice(priceCents, language)}</p>
          <AddButton product={product} size="small" className="relative z-1 max-sm:grow" />
        </div>
      </div>
    </li>
  );
}
