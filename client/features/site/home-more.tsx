import { sections } from '#brand/sections.ts';
import * as m from '#messages';
import { STORIES_PATH } from '#shared/content/page-address.ts';
import { pageContent } from '../../lib/catalogue.ts';
import { buttonClass } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Container, Section } from '../../ui/layout.tsx';
import { Picture } from '../../ui/picture.tsx';
import { pictureAt } from '../../ui/picture-at.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { TileStrip } from '../../ui/tile-strip.tsx';
import { Kicker } from './kicker.tsx';
import SellingPlaces from './selling-places.tsx';
import SizesAndCalories from './sizes-and-calories.tsx';

/** Below the products on the home page: the snack, the family, and links to shop and stores. */
export default function HomeMore() {
  return (
    <>
      <Teaser />
      <Story />
      <WhereToFindUs />
      {pageContent().stories && <Stories />}
    </>
  );
}

function Teaser() {
  return (
    <Section aria-labelledby="teaser-heading">
      <Container className="grid items-center gap-x-[clamp(2rem,6vw,6.5rem)] gap-y-12 lg:grid-cols-[1.08fr_1fr]">
        <div className="relative max-lg:mr-6 lg:-ml-[3vw]">
          <div className="arch reveal">
            <Picture
              {...pictureAt('homeLarge')}
              sizes="(min-width: 80rem) 44rem, (min-width: 64rem) 50vw, 90vw"
              className="aspect-square w-full object-cover"
            />
          </div>
          <div className="absolute -right-6 -bottom-8 w-[46%] rotate-3 overflow-hidden rounded-card border-8 border-ground shadow-lift lg:-right-12 lg:-bottom-12">
            <Picture
              {...pictureAt('homeSmall')}
              sizes="(min-width: 80rem) 20rem, 42vw"
              className="aspect-[4/3] w-full object-cover"
            />
          </div>
        </div>
        <div className="max-lg:mt-6">
          <Kicker>{m.home_teaser_kicker()}</Kicker>
          <h2 id="teaser-heading" className="text-h2">
            {m.home_teaser_heading()}
          </h2>
          <p className="mt-5 max-w-prose text-lead">{m.home_teaser_text()}</p>
          <SizesAndCalories />
          <ButtonLink href="/product" variant="quiet" className="mt-8">
            {m.home_teaser_more()}
          </ButtonLink>
        </div>
      </Container>
    </Section>
  );
}

function Story() {
  return (
    <section
      aria-labelledby="story-heading"
      className="on-dark grid bg-second text-ground lg:grid-cols-[1fr_auto_1.15fr]"
    >
      <div className="column-left flex flex-col justify-center py-section pr-gutter">
        <Kicker className="text-second-light">{m.home_story_kicker()}</Kicker>
        <h2 id="story-heading" className="text-h1 text-ground">
          {m.home_story_heading()}
        </h2>
        <p className="mt-6 max-w-prose text-lead">{m.home_story_text()}</p>
        <ButtonLink href="/about" variant="secondary" className="mt-8 self-start">
          {m.home_story_more()}
        </ButtonLink>
      </div>
      <TileStrip className="max-lg:h-tile max-lg:order-first lg:w-tile strip-turns" />
      <div className="max-lg:order-first">
        <Picture
          {...pictureAt('homeStory')}
          sizes="(min-width: 64rem) 52vw, 100vw"
          className="aspect-[4/3] size-full object-cover lg:aspect-auto lg:min-h-[44rem]"
        />
      </div>
    </section>
  );
}

function WhereToFindUs() {
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

/** The link to the stories. They are a separate document, so nothing is preloaded. */
function Stories() {
  return (
    <Section aria-labelledby="stories-heading">
      <Container className="flex flex-wrap items-end justify-between gap-x-16 gap-y-6">
        <div>
          <h2 id="stories-heading" className="text-h2">
            {m.stories_heading()}
          </h2>
          <p className="mt-3 max-w-prose text-lead">{m.stories_text()}</p>
        </div>
        <a href={STORIES_PATH} className={buttonClass({ variant: 'quiet' })}>
          {m.home_stories_more()}
        </a>
      </Container>
    </Section>
  );
}
