import { sizes } from '#brand/nutrition.ts';
import * as m from '#messages';
import { Container, Section } from '../../ui/layout.tsx';
import { Picture } from '../../ui/picture.tsx';

const PICTURE_SIZES = '(min-width: 48rem) 44vw, 92vw';

/** The two sizes, as they are. */
export default function ProductSizes() {
  return (
    <Section aria-labelledby="sizes-heading">
      <Container>
        <h2 id="sizes-heading" className="max-w-[40rem] text-h2">
          {m.product_sizes_heading()}
        </h2>
        <div className="mt-10 grid gap-6 md:grid-cols-2 lg:gap-10">
          <article className="on-dark reveal grid content-start overflow-hidden rounded-card bg-guayaba text-crema">
            <Picture name="box40Pair" sizes={PICTURE_SIZES} className="aspect-[4/3] w-full object-cover" />
            <div className="p-7 sm:p-10">
              <h3 className="text-h3 text-rosa">{m.product_single_name()}</h3>
              <p className="mt-1 font-display text-hero">{sizes.single}</p>
              <p className="mt-4 max-w-[26rem] text-lead">{m.product_single_text()}</p>
            </div>
          </article>
          <article className="on-dark reveal grid content-start overflow-hidden rounded-card bg-hoja text-crema">
            <Picture name="box20Double" sizes={PICTURE_SIZES} className="aspect-[4/3] w-full object-cover" />
            <div className="p-7 sm:p-10">
              <h3 className="text-h3 text-mar">{m.product_double_name()}</h3>
              <p className="mt-1 font-display text-hero">{sizes.double}</p>
              <p className="mt-4 max-w-[26rem] text-lead">{m.product_double_text()}</p>
            </div>
          </article>
        </div>
      </Container>
    </Section>
  );
}
