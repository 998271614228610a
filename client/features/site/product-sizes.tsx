import { sizes } from '#brand/nutrition.ts';
import * as m from '#messages';
import { Container, Section } from '../../ui/layout.tsx';
import { Sandwich } from './sandwich.tsx';

/** The two sizes, drawn to the same scale. */
export default function ProductSizes() {
  return (
    <Section aria-labelledby="sizes-heading">
      <Container>
        <h2 id="sizes-heading" className="max-w-[40rem] text-h2">
          {m.product_sizes_heading()}
        </h2>
        <div className="mt-10 grid gap-6 md:grid-cols-2 lg:gap-10">
          <article className="on-dark reveal grid content-between rounded-card bg-guayaba p-7 text-crema sm:p-10 md:mb-20">
            <Sandwich className="w-[min(78%,20rem)]" filling="fill-pulpa" shine="fill-rosa" />
            <div className="mt-10">
              <h3 className="text-h3 text-rosa">{m.product_single_name()}</h3>
              <p className="mt-1 font-display text-hero">{sizes.single}</p>
              <p className="mt-4 max-w-[26rem] text-lead">{m.product_single_text()}</p>
            </div>
          </article>
          <article className="on-dark reveal grid content-between rounded-card bg-hoja p-7 text-crema sm:p-10 md:mt-20">
            <Sandwich fillings={2} className="w-[min(78%,20rem)]" filling="fill-pulpa" shine="fill-rosa" />
            <div className="mt-10">
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
