import * as m from '#messages';
import { pageContent, products } from '../../lib/catalogue.ts';
import { ProductTile } from './product-tile.tsx';

/** Beside the text of this document's story: the product that the story is about, while it is sold. */
export default function StoryProduct() {
  const id = pageContent().stories?.[0]?.product;
  const product = products().find((each) => each.id === id);
  if (!product) return null;
  return (
    <section aria-labelledby="story-product" className="max-w-[26rem] print:hidden">
      <h2 id="story-product" className="mb-4 text-h3">
        {m.story_product()}
      </h2>
      <ul>
        <ProductTile product={product} isWide={false} />
      </ul>
    </section>
  );
}
