import * as m from '#messages';
import { ButtonLink } from '../ui/button-link.tsx';
import { Container } from '../ui/layout.tsx';
import { Picture } from '../ui/picture.tsx';
import { pictureAt } from '../ui/picture-at.ts';

export const head = { title: m.gone_title, description: m.gone_description };

/** One document for all removed products, so it cannot name the product. */
export default function GonePage() {
  return (
    <Container data-gone className="grid items-center gap-10 py-section md:grid-cols-[1fr_1.1fr] lg:gap-20">
      <div>
        <h1 className="text-h1">{m.gone_heading()}</h1>
        <p className="mt-5 max-w-prose text-lead">{m.gone_text()}</p>
        <ButtonLink href="/shop" size="large" className="mt-8">
          {m.not_found_shop()}
        </ButtonLink>
      </div>
      <div className="arch">
        <Picture
          {...pictureAt('notFound')}
          sizes="(min-width: 48rem) 45vw, 90vw"
          isFirst
          isDecorative
          className="aspect-square w-full object-cover"
        />
      </div>
    </Container>
  );
}
