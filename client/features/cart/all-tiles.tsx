import { products } from '../../lib/catalogue.ts';
import { ProductTiles } from './product-tile.tsx';

/** A tile for every product. */
export default function AllTiles() {
  return <ProductTiles products={products()} />;
}
