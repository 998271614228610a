import { sections } from '#brand/sections.ts';
import * as m from '#messages';
import { Container, Section } from '../../ui/layout.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { Kicker } from './kicker.tsx';
import SellingPlaces from './selling-places.tsx';

/** The end of the home page: the kinds of stores that sell the product, and the link to the stores. */
export default function WhereToFindUs() {
  return (
    <Section aria-labelledby="find-heading" className="overflow-clip bg-tint">
      <Container>
        <div className="grid items-end gap-x-16 gap-y-5 lg:grid-cols-[1.2fr_1fr]">
          <div>
            <Kicker>{m.home_find_kicker()}</Kicker>
            <h2 id="find-heading" className="text-h1">
              {m.home_find_heading()}
            </h2>
          </div>
          <div className="max-w-prose text-lead lg:pb-2">
            <p>{m.home_find_text()}</p>
            {sections.wholesale && sections.stores && (
              <p className="mt-2 text-base">
                <TextLink href="/wholesale#stores">{m.home_find_stores()}</TextLink>
              </p>
            )}
          </div>
        </div>
        <SellingPlaces />
      </Container>
    </Section>
  );
}
