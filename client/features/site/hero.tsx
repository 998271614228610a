import type { CSSProperties } from 'react';
import logo from '#brand/images/logo-stacked.svg?url';
import { sections } from '#brand/sections.ts';
import * as m from '#messages';
import type { PictureName } from '#shared/content/picture-ref.ts';
import { shopFacts } from '../../lib/catalogue.ts';
import { ownLogo } from '../../lib/own-logo.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Container } from '../../ui/layout.tsx';
import { Picture } from '../../ui/picture.tsx';
import { findPicture } from '../../ui/picture-address.ts';
import { pictureAt } from '../../ui/picture-at.ts';

/** The smallest focal point, in per cent from the left, at which the motif is not covered by logo and text. */
const FREE_FROM = 66;

/** If the motif is further left, moves the picture to the right. Its left edge fades out before the motif. */
function besideWords(name: PictureName): { className: string; style?: CSSProperties } {
  const [x = FREE_FROM] = findPicture(name)?.focal ?? [];
  if (x >= FREE_FROM) return { className: 'hero-picture parallax' };
  const style = { '--moved': `${FREE_FROM - x}%`, '--soft': `${Math.min(14, x * 0.6)}%` } as CSSProperties;
  return { className: 'hero-picture parallax is-moved', style };
}

/** As large as the brand's, whatever its proportions. */
const inHero = (ratio: number): CSSProperties => ({
  width: `calc(var(--logo-width) * ${Math.min(1.9, Math.max(0.7, Math.sqrt(ratio))).toFixed(2)})`,
});

/** Logo, tagline, subtitle and two links over the picture, which scrolls more slowly than the page. */
export default function Hero() {
  const picture = pictureAt('hero');
  return (
    <section className="hero" aria-labelledby="hero-heading">
      <div className="hero-window">
        <div {...besideWords(picture.name)}>
          <Picture {...picture} sizes="(min-width: 64rem) 100vw, 130vw" isFirst className="size-full object-cover" />
        </div>
      </div>
      <Container className="hero-text">
        <img
          src={logo}
          width={720}
          height={700}
          className="hero-logo h-auto"
          alt={shopFacts().name}
          {...ownLogo(inHero)}
        />
        <h1 id="hero-heading" className="text-hero lg:mt-6">
          {m.home_heading()}
        </h1>
        <p className="mt-3 text-lead text-balance lg:mt-5">{m.home_subtitle()}</p>
        <div className="mt-6 flex flex-wrap justify-center gap-3.5 max-sm:mx-auto max-sm:max-w-72 max-sm:flex-col max-sm:gap-3 lg:mt-8 lg:justify-start">
          <ButtonLink href="/shop" size="large">
            {m.home_shop_now()}
          </ButtonLink>
          {sections.wholesale && (
            <ButtonLink href="/wholesale" variant="secondary" size="large">
              {m.home_order_wholesale()}
            </ButtonLink>
          )}
        </div>
      </Container>
    </section>
  );
}
