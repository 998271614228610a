import { useLocation } from 'wouter';
import * as m from '#messages';
import { productAt, products } from '../../lib/catalogue.ts';
import { Container, Section } from '../../ui/layout.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { ProductTiles } from './product-tile.tsx';

const SHOWN = 3;

/** On a product's page: the next products in the catalogue. */
export default function OtherTiles() {
  const [path] = useLocation();
  const all = products();
  const shown = productAt(path);
  const place = shown ? all.indexOf(shown) : -1;
  const others = [...all.slice(place + 1), ...all.slice(0, Math.max(0, place))].slice(0, SHOWN);
  if (others.length === 0) return null;
  return (
    <Section aria-labelledby="others-heading" className="print:hidden">
      <Container>
        <div className="mb-7 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
          <h2 id="others-heading" className="text-h2">
            {m.item_others()}
          </h2>
          <TextLink href="/shop">{all.length === 2 ? m.shop_all_two() : m.shop_all({ count: all.length })}</TextLink>
        </div>
        <ProductTiles products={others} />
      </Container>
    </Section>
  );
}
