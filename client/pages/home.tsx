import { useRef } from 'react';
import * as m from '#messages';
import { AddArea } from '../features/cart/add-area.tsx';
import { useParallax } from '../features/site/use-parallax.ts';
import { products } from '../lib/catalogue.ts';
import { staticIsland } from '../lib/lazy/static-island.tsx';
import { shipDays } from '../lib/ship-days.ts';
import { Container, Section } from '../ui/layout.tsx';
import { TileStrip } from '../ui/tile-strip.tsx';
import { unbroken } from '../ui/unbroken.tsx';

const Hero = staticIsland(() => import('../features/site/hero.tsx'));
const FirstTiles = staticIsland(() => import('../features/cart/first-tiles.tsx'));
const More = staticIsland(() => import('../features/site/home-more.tsx'));
const Stories = staticIsland(() => import('../features/stories/home-stories.tsx'));
const WhereToFindUs = staticIsland(() => import('../features/site/home-find.tsx'));

export const head = { title: m.home_title, description: m.home_description };

export default function HomePage() {
  const hero = useRef<HTMLDivElement>(null);
  useParallax(hero);
  return (
    <>
      <div ref={hero}>
        <Hero />
      </div>
      <TileStrip />
      <Boxes />
      <More />
      <Stories />
      <WhereToFindUs />
    </>
  );
}

/** The products with prices, right after the first view. */
function Boxes() {
  if (products().length === 0) return null;
  return (
    <Section aria-labelledby="boxes-heading" className="pb-0">
      <Container>
        <div className="mb-7 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
          <h2 id="boxes-heading" className="text-h2">
            {m.shop_intro_heading()}
          </h2>
          <p>{unbroken(m.shop_intro_text({ days: shipDays() }))}</p>
        </div>
        <AddArea>
          <FirstTiles />
        </AddArea>
      </Container>
    </Section>
  );
}
