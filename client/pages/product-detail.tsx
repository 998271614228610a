import { useEffect } from 'react';
import { useLocation } from 'wouter';
import * as m from '#messages';
import { formatPrice } from '#shared/money.ts';
import { productPath } from '#shared/page-address.ts';
import type { Product } from '#shared/products.ts';
import { AddArea } from '../features/cart/add-area.tsx';
import { AddButton, unavailableWord } from '../features/cart/add-button.tsx';
import { Gallery } from '../features/cart/gallery.tsx';
import { sizeText } from '../features/cart/size-text.ts';
import { containedIn } from '../lib/allergens.ts';
import { productAt } from '../lib/catalogue.ts';
import { getLanguage, useLanguage } from '../lib/language.ts';
import { staticIsland } from '../lib/lazy/static-island.tsx';
import { accentStyle } from '../ui/accent.ts';
import { Icon } from '../ui/icons.tsx';
import { Container } from '../ui/layout.tsx';
import { TextLink } from '../ui/text-link.tsx';

const ProductFacts = staticIsland(() => import('../features/site/product-facts.tsx'));
const OtherTiles = staticIsland(() => import('../features/cart/other-tiles.tsx'));

/** As much as search engines show. */
const MAX_DESCRIPTION = 155;

export const head = (path: string) => {
  const product = productAt(path);
  return {
    title: () => m.item_title({ name: product?.name[getLanguage()] ?? '' }),
    description: () => shorten(product?.description[getLanguage()] ?? ''),
  };
};

function shorten(text: string): string {
  if (text.length <= MAX_DESCRIPTION) return text;
  return `${text.slice(0, MAX_DESCRIPTION).replace(/\s+\S*$/, '')}…`;
}

/** The page of one product: pictures, price, add to cart, and all that its label says. */
export default function ProductDetailPage() {
  const [path] = useLocation();
  const product = productAt(path);
  useOwnAddress(product, path);
  return product && <ProductDetail key={product.id} product={product} />;
}

/** Each language has an address of its own: another language's becomes it, without a new page in the history. */
function useOwnAddress(product: Product | null, path: string): void {
  const language = useLanguage();
  const own = product && productPath(product, language);
  useEffect(() => {
    if (own !== null && own !== path) history.replaceState(history.state, '', own + location.search + location.hash);
  }, [own, path]);
}

function ProductDetail({ product }: { product: Product }) {
  const language = useLanguage();
  const name = product.name[language];
  return (
    <AddArea style={accentStyle(product.accent)}>
      <Container className="pt-4 pb-section sm:pt-6">
        <Breadcrumb name={name} />
        <div className="mt-3 grid items-start gap-x-14 gap-y-6 sm:mt-5 lg:grid-cols-[1.15fr_1fr]">
          <div className="overflow-hidden rounded-card bg-white pb-4 shadow-card print:hidden">
            <Gallery
              name={name}
              pictures={product.images}
              isFirst
              sizes="(min-width: 80rem) 40rem, (min-width: 64rem) 50vw, 92vw"
            />
          </div>
          <div>
            <h1 className="text-h2 text-(--accent)">{name}</h1>
            <p className="mt-3 text-label font-semibold text-cafecito-soft uppercase">
              {m.shop_size()}: {sizeText(product.size[language])}
            </p>
            <Price product={product} />
            <Availability product={product} />
            <div className="mt-5 max-lg:hidden">
              <AddButton product={product} size="large" className="min-w-64" />
            </div>
            <p className="mt-6 max-w-prose text-lead">{product.description[language]}</p>
            {product.allergens.length > 0 && (
              <p className="mt-4 text-lead font-semibold">
                {m.shop_contains({ allergens: containedIn(product, language) })}
              </p>
            )}
            <Warning text={product.proposition65[language]} />
          </div>
        </div>
      </Container>
      <ProductFacts />
      <OtherTiles />
      {/* On a phone it stays at the lower edge, and at the page's end it stands below everything. */}
      <div
        data-cart-bar=""
        className="sticky bottom-0 z-30 border-t border-line bg-crema/95 px-gutter pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] backdrop-blur lg:hidden print:hidden"
      >
        <div className="mx-auto flex max-w-xl flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="font-display text-[1.5rem] leading-none">{formatPrice(product.priceCents, language)}</p>
          <AddButton product={product} className="grow" />
        </div>
      </div>
    </AddArea>
  );
}

function Breadcrumb({ name }: { name: string }) {
  const step = 'inline-flex min-h-11 items-center underline-offset-4 hover:underline';
  return (
    <nav aria-label={m.item_breadcrumb()} className="print:hidden">
      <ol className="flex flex-wrap items-center gap-x-2 text-[0.92rem] text-cafecito-soft">
        <li>
          <TextLink href="/" className={step}>
            {m.breadcrumb_home()}
          </TextLink>
        </li>
        <li className="flex items-center gap-x-2 before:content-['/']">
          <TextLink href="/shop" className={step}>
            {m.nav_shop()}
          </TextLink>
        </li>
        <li className="flex min-w-0 items-center gap-x-2 before:content-['/']">
          <span aria-current="page" className="min-w-0 font-semibold text-cafecito">
            {name}
          </span>
        </li>
      </ol>
    </nav>
  );
}

function Price({ product: { priceCents, netWeightOz } }: { product: Product }) {
  const language = useLanguage();
  return (
    <p className="mt-4 flex flex-wrap items-baseline gap-x-4 gap-y-1">
      <span className="font-display text-[2.4rem] leading-none text-cafecito">{formatPrice(priceCents, language)}</span>
      <span className="text-cafecito-soft">
        {m.item_unit_price({ price: formatPrice(Math.round(priceCents / netWeightOz), language) })}
      </span>
    </p>
  );
}

function Availability({ product }: { product: Product }) {
  const word = unavailableWord(product);
  return word === null ? (
    <p className="mt-4 flex items-start gap-2 leading-snug text-hoja">
      <Icon name="check" className="mt-px size-5" />
      <span>
        <span className="font-semibold">{m.item_in_stock()}</span> <span>{m.shop_intro_text()}</span>
      </span>
    </p>
  ) : (
    <p className="mt-4 leading-snug">
      <span className="font-semibold">{word}.</span>{' '}
      {product.availability === 'sold_out' ? m.item_sold_out_text() : m.item_coming_soon_text()}
    </p>
  );
}

/** A warning of California's Proposition 65, in the owner's words, before the purchase. */
function Warning({ text }: { text: string }) {
  if (text === '') return null;
  return (
    <p className="mt-5 flex max-w-prose items-start gap-2.5 rounded-field border-2 border-galleta bg-galleta/15 px-4 py-3 text-[0.95rem] leading-snug">
      <Icon name="alert" className="mt-px size-5" />
      <span>{text}</span>
    </p>
  );
}
