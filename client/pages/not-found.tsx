import * as m from '#messages';
import { ButtonLink } from '../ui/button-link.tsx';
import { Container } from '../ui/layout.tsx';
import { Picture } from '../ui/picture.tsx';
import { pictureAt } from '../ui/picture-at.ts';

export const head = { title: m.not_found_title, description: m.not_found_description };

/** One document for all unknown paths, so it cannot mention the path. */
export default function NotFoundPage() {
  return (
    <Container data-missing className="grid items-center gap-10 py-section md:grid-cols-[1fr_1.1fr] lg:gap-20">
      <div>
        <p className="text-label text-second uppercase">{m.not_found_kicker()}</p>
        <h1 className="mt-3 text-h1">{m.not_found_heading()}</h1>
        <p className="mt-5 max-w-prose text-lead">{m.not_found_text()}</p>
        <div className="mt-8 flex flex-wrap gap-4">
          <ButtonLink href="/">{m.not_found_home()}</ButtonLink>
          <ButtonLink href="/shop" variant="secondary">
            {m.not_found_shop()}
          </ButtonLink>
        </div>
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
