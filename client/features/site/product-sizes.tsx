import { sizeCards } from '#brand/size-cards.ts';
import { type SizeId, sizes } from '#brand/sizes.ts';
import * as m from '#messages';
import { sentence } from '../../lib/catalogue.ts';
import { useLanguage } from '../../lib/language.ts';
import { Container, Section } from '../../ui/layout.tsx';
import { Picture } from '../../ui/picture.tsx';

const all = (Object.keys(sizes) as SizeId[]).map((id) => ({ id, amount: sizes[id].amount, ...sizeCards[id] }));
const isThree: boolean = all.length % 3 === 0;
const isOne: boolean = all.length === 1;
const PICTURE_SIZES = isThree
  ? '(min-width: 64rem) 29vw, (min-width: 48rem) 44vw, 92vw'
  : '(min-width: 48rem) 44vw, 92vw';

/** The sizes: one beside its picture, two in a row, three in a row if they fit. */
export default function ProductSizes() {
  const language = useLanguage();
  return (
    <Section aria-labelledby="sizes-heading">
      <Container>
        <h2 id="sizes-heading" className="max-w-[40rem] text-h2">
          {m.product_sizes_heading()}
        </h2>
        <div
          className={`mt-10 grid gap-6 ${isOne ? '' : isThree ? 'md:grid-cols-2 lg:grid-cols-3' : 'md:grid-cols-2 lg:gap-10'}`}
        >
          {all.map(({ id, amount, name, text, picture, ground, tint }) => (
            <article
              key={id}
              className={`on-dark reveal grid content-start overflow-hidden rounded-card text-ground ${isOne ? 'items-center md:grid-cols-2' : ''}`}
              style={{ backgroundColor: `var(--color-${ground})` }}
            >
              <Picture name={picture} sizes={PICTURE_SIZES} className="aspect-[4/3] w-full object-cover" />
              <div className="p-7 sm:p-10">
                <h3 className="text-h3" style={{ color: `var(--color-${tint})` }}>
                  {sentence(name, language)}
                </h3>
                <p className="mt-1 font-display text-hero">{amount}</p>
                <p className="mt-4 max-w-[26rem] text-lead">{sentence(text, language)}</p>
              </div>
            </article>
          ))}
        </div>
      </Container>
    </Section>
  );
}
