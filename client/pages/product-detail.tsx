import { useLocation } from 'wouter';
import * as m from '#messages';
import type { Product } from '#shared/catalogue/products.ts';
import { AddArea } from '../features/cart/add-area.tsx';
import { Gallery } from '../features/cart/gallery.tsx';
import { productAt } from '../lib/catalogue.ts';
import { getLanguage, useLanguage } from '../lib/language.ts';
import { staticIsland } from '../lib/lazy/static-island.tsx';
import { accentStyle } from '../ui/accent.ts';
import { Container } from '../ui/layout.tsx';

const ProductBreadcrumb = staticIsland(() => import('../features/site/product-breadcrumb.tsx'));
const ProductInfo = staticIsland(() => import('../features/cart/product-info.tsx'));
const ProductBar = staticIsland(() => import('../features/cart/product-bar.tsx'));
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

/** The page of one product: pictures, price, add to cart, and everything on its label. */
export default function ProductDetailPage() {
  const [path] = useLocation();
  const product = productAt(path);
  return product && <ProductDetail key={product.id} product={product} />;
}

function ProductDetail({ product }: { product: Product }) {
  const language = useLanguage();
  const name = product.name[language];
  return (
    <AddArea style={accentStyle(product.accent)}>
      <Container className="pt-4 pb-section sm:pt-6">
        <ProductBreadcrumb />
        <div className="mt-3 grid items-start gap-x-14 gap-y-6 sm:mt-5 lg:grid-cols-[1.15fr_1fr]">
          <div className="overflow-hidden rounded-card bg-white pb-4 shadow-card print:hidden">
            <Gallery
              name={name}
              pictures={product.images}
              isFirst
              sizes="(min-width: 80rem) 40rem, (min-width: 64rem) 50vw, 92vw"
            />
          </div>
          <ProductInfo />
        </div>
      </Container>
      <ProductFacts />
      <OtherTiles />
      {/* On a phone it stays at the lower edge; at the page's end it follows the content. */}
      <div
        data-cart-bar=""
        className="sticky bottom-0 z-30 border-t border-line bg-ground/95 px-gutter pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] backdrop-blur lg:hidden print:hidden"
      >
        <ProductBar />
      </div>
    </AddArea>
  );
}
