import { type ComponentProps, type FormEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import * as m from '#messages';
import type { Product } from '#shared/catalogue/products.ts';
import { AddArea, quantityIn } from '../features/cart/add-area.tsx';
import { openCart } from '../features/cart/cart-button.tsx';
import { Gallery } from '../features/cart/gallery.tsx';
import { ZoomArea } from '../features/cart/product-page/zoom-area.tsx';
import { productAt } from '../lib/catalogue.ts';
import { getLanguage, useLanguage } from '../lib/language.ts';
import { lazyImport } from '../lib/lazy/lazy-import.ts';
import { staticIsland } from '../lib/lazy/static-island.tsx';
import { accentStyle } from '../ui/accent.ts';
import { Container } from '../ui/layout.tsx';

const ProductBreadcrumb = staticIsland(() => import('../features/site/product-breadcrumb.tsx'));
const ProductInfo = staticIsland(() => import('../features/cart/product-page/product-info.tsx'));
const BuyBox = staticIsland(() => import('../features/cart/product-page/buy-box.tsx'));
const StockLine = staticIsland(() => import('../features/cart/product-page/stock-line.tsx'));
const ProductBar = staticIsland(() => import('../features/cart/product-page/product-bar.tsx'));
const arrivalLine = lazyImport(() => import('../features/cart/product-page/arrival-line.tsx'));
const ProductMore = staticIsland(() => import('../features/cart/product-page/product-more.tsx'));
const ProductReasons = staticIsland(() => import('../features/site/product-reasons.tsx'));
const ProductFacts = staticIsland(() => import('../features/site/product-facts.tsx'));
const ProductStories = staticIsland(() => import('../features/stories/product-stories.tsx'));
const OtherTiles = staticIsland(() => import('../features/cart/other-tiles.tsx'));
const Questions = staticIsland(() => import('../features/site/product-questions.tsx'));

/** The length that search engines show. */
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
  const [quantity, setQuantity] = useState(1);
  const { ref, isInView } = useVisibility();
  return (
    <AddArea style={accentStyle(product.accent)} onAdd={openCart}>
      <Container className="pt-1 pb-section sm:pt-6">
        <ProductBreadcrumb />
        <div className="mt-1 grid items-start gap-x-14 gap-y-4 sm:mt-5 sm:gap-y-6 lg:grid-cols-[1.15fr_1fr]">
          <ZoomArea
            pictures={product.images}
            className="overflow-hidden rounded-card bg-white pb-2.5 shadow-card sm:pb-4 print:hidden [&_[role=group]_img]:cursor-zoom-in max-sm:[&_[role=group]]:aspect-[3/2]"
          >
            <Gallery
              name={product.name[language]}
              pictures={product.images}
              isFirst
              sizes="(min-width: 80rem) 40rem, (min-width: 64rem) 50vw, 92vw"
            />
          </ZoomArea>
          <div>
            <ProductInfo />
            <QuantityArea onQuantity={setQuantity}>
              <div ref={ref} className="mt-4">
                <BuyBox />
              </div>
            </QuantityArea>
            {product.availability === 'in_stock' && <Arrival product={product} quantity={quantity} />}
            <ProductMore />
          </div>
        </div>
      </Container>
      <ProductReasons />
      <ProductFacts />
      <ProductStories />
      <OtherTiles />
      <Questions />
      {/* Its space is always reserved, so that nothing moves. At the page's end the bar follows the content. */}
      <div
        data-cart-bar=""
        inert={isInView}
        className={`sticky bottom-0 z-30 border-t border-line bg-ground/95 px-gutter pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] backdrop-blur transition duration-200 motion-reduce:transition-none print:hidden ${
          isInView ? 'invisible translate-y-full opacity-0' : ''
        }`}
      >
        <ProductBar />
      </div>
    </AddArea>
  );
}

/** Follows the quantity field inside, and makes its step buttons work. */
function QuantityArea({ onQuantity, ...rest }: ComponentProps<'div'> & { onQuantity: (quantity: number) => void }) {
  function onClick({ target, currentTarget }: MouseEvent) {
    const step = (target as Element).closest<HTMLElement>('[data-step]')?.dataset.step;
    const field = currentTarget.querySelector('input');
    if (step === undefined || !field) return;
    if (step === '1') field.stepUp();
    else field.stepDown();
    onQuantity(quantityIn(field));
  }
  const onInput = ({ target }: FormEvent) => onQuantity(quantityIn(target as HTMLInputElement));
  // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside are what is pressed
  // biome-ignore lint/a11y/useKeyWithClickEvents: a key on a button is a click
  return <div {...rest} onClick={onClick} onInput={onInput} />;
}

/** The static line until the code that asks for the day of arrival is loaded. */
function Arrival(props: { product: Product; quantity: number }) {
  const [code, setCode] = useState(arrivalLine.loaded);
  useEffect(() => {
    arrivalLine.load().then(setCode, () => {});
  }, []);
  return code ? <code.default {...props} /> : <StockLine />;
}

/** The bar at the top covers the page, and less than this of a button at the lower edge cannot be pressed well. */
const IN_VIEW = '-72px 0px -48px';

/** Whether an element is in view; true until that is known. */
function useVisibility() {
  const ref = useRef<HTMLDivElement>(null);
  const [isInView, setInView] = useState(true);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => setInView(entries.at(-1)?.isIntersecting ?? true), {
      rootMargin: IN_VIEW,
    });
    if (ref.current) observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return { ref, isInView };
}
