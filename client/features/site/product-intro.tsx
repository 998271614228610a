import * as m from '#messages';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Container } from '../../ui/layout.tsx';
import { Picture } from '../../ui/picture.tsx';
import { pictureAt } from '../../ui/picture-at.ts';

/** The first view of the page of all products: heading, a link to the shop, three pictures. */
export default function ProductIntro() {
  return (
    <Container className="grid items-center gap-x-16 gap-y-10 pt-8 pb-section lg:grid-cols-[1fr_1.25fr] lg:pt-14">
      <div>
        <h1 className="text-h1">{m.product_heading()}</h1>
        <p className="mt-6 max-w-prose text-lead">{m.product_lead()}</p>
        <ButtonLink href="/shop" size="large" className="mt-8 print:hidden">
          {m.product_shop()}
        </ButtonLink>
      </div>
      {/* Frames in the pictures' own proportions: no pack is cropped. */}
      <figure className="print:hidden">
        <div className="grid grid-cols-2 gap-3 sm:gap-4">
          <div className="col-span-2 overflow-hidden rounded-card lg:rounded-tl-[8rem]">
            <Picture
              {...pictureAt('productLarge')}
              sizes="(min-width: 64rem) 52vw, 92vw"
              isFirst
              className="aspect-[4/3] w-full object-cover"
            />
          </div>
          {(['productLeft', 'productRight'] as const).map((slot) => (
            <div key={slot} className="overflow-hidden rounded-card">
              <Picture
                {...pictureAt(slot)}
                sizes="(min-width: 64rem) 26vw, 46vw"
                className="aspect-[4/3] w-full object-cover"
              />
            </div>
          ))}
        </div>
        <figcaption className="mt-3 text-sm text-ink-soft">{m.product_serving_note()}</figcaption>
      </figure>
    </Container>
  );
}
