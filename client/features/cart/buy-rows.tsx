import * as m from '#messages';
import type { Product } from '#shared/catalogue/products.ts';
import { productPath } from '#shared/content/page-address.ts';
import { formatPrice } from '#shared/core/money.ts';
import { products } from '../../lib/catalogue.ts';
import { useLanguage } from '../../lib/language.ts';
import { accentStyle } from '../../ui/accent.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { AddButton } from './add-button.tsx';
import { usePiecePrice } from './piece-price.ts';
import { sizeText } from './size-text.ts';
import TrustLine from './trust-line.tsx';

const SHOWN = 3;

/** The first products as rows of a card: name, size, price, button; and a link to all of them. */
export default function BuyRows() {
  const all = products();
  return (
    <div className="print:hidden">
      {all.length > 0 && (
        <ul className="divide-y-2 divide-line rounded-card bg-white px-5 shadow-card sm:px-6">
          {all.slice(0, SHOWN).map((product) => (
            <Row key={product.id} product={product} />
          ))}
        </ul>
      )}
      <TrustLine className="mt-4" />
      <TextLink href="/shop" className="link mt-2 inline-flex min-h-11 items-center">
        {m.product_shop()}
      </TextLink>
    </div>
  );
}

function Row({ product }: { product: Product }) {
  const language = useLanguage();
  const { name, size, priceCents, accent } = product;
  const piece = usePiecePrice(product);
  return (
    <li className="py-4" style={accentStyle(accent)}>
      <h2 className="font-sans text-[1.05rem] leading-snug font-bold text-(--accent)">
        <TextLink href={productPath(product, language)} className="underline-offset-4 hover:underline">
          {name[language]}
        </TextLink>
      </h2>
      <p className="mt-0.5 text-sm text-ink-soft">{[sizeText(size[language]), piece].filter(Boolean).join(' · ')}</p>
      <div className="mt-2.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="font-display text-[1.6rem] leading-none">{formatPrice(priceCents, language)}</p>
        <AddButton product={product} size="small" />
      </div>
    </li>
  );
}
