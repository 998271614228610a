import * as m from '#messages';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Container, Section } from '../../ui/layout.tsx';
import { Picture } from '../../ui/picture.tsx';
import { pictureAt } from '../../ui/picture-at.ts';
import { TileStrip } from '../../ui/tile-strip.tsx';
import { Kicker } from './kicker.tsx';
import SizesAndCalories from './sizes-and-calories.tsx';

/** Below the products on the home page: the snack and the family. */
export default function HomeMore() {
  return (
    <>
      <Teaser />
      <Story />
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
