import { products } from '../../lib/catalogue.ts';
import { ProductTiles } from './product-tile.tsx';

/** Every product in short. */
export default function AllTiles() {
  return <ProductTiles products={products()} />;
}
