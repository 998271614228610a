import * as m from '#messages';
import { Picture } from '../../ui/picture.tsx';
import { pictureAt } from '../../ui/picture-at.ts';

/**
 * Three pictures of the products, in frames of the pictures' own proportions: no pack is cropped. In narrow windows the
 * page puts the buy box below the first one.
 */
export default function ProductPictures() {
  return (
    <figure className="grid grid-cols-2 gap-3 max-lg:contents sm:gap-4 print:hidden">
      <div className="col-span-2 overflow-hidden rounded-card max-lg:order-2 lg:rounded-tl-[8rem]">
        <Picture
          {...pictureAt('productLarge')}
          sizes="(min-width: 64rem) 52vw, 92vw"
          isFirst
          className="aspect-[4/3] w-full object-cover"
        />
      </div>
      {(['productLeft', 'productRight'] as const).map((place) => (
        <div key={place} className="overflow-hidden rounded-card max-lg:order-4">
          <Picture
            {...pictureAt(place)}
            sizes="(min-width: 64rem) 26vw, 46vw"
            className="aspect-[4/3] w-full object-cover"
          />
        </div>
      ))}
      <figcaption className="col-span-2 text-sm text-ink-soft max-lg:order-5">{m.product_serving_note()}</figcaption>
    </figure>
  );
}
