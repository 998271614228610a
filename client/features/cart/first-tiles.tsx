import * as m from '#messages';
import { products } from '../../lib/catalogue.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { ProductTiles } from './product-tile.tsx';
import TrustLine from './trust-line.tsx';

const SHOWN = 6;

/** Tiles for the first products, and a link to all of them. */
export default function FirstTiles() {
  const all = products();
  return (
    <>
      <ProductTiles products={all.slice(0, SHOWN)} />
      <TrustLine className="mt-5" />
      {all.length > SHOWN && (
        <p className="mt-8 text-center">
          <ButtonLink href="/shop" variant="quiet">
            {m.shop_all({ count: all.length })}
          </ButtonLink>
        </p>
      )}
    </>
  );
}
