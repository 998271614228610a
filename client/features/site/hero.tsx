import { facts } from '#brand/facts.ts';
import logo from '#brand/images/logo-stacked.svg?url';
import { sections } from '#brand/sections.ts';
import * as m from '#messages';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Container } from '../../ui/layout.tsx';
import { Picture } from '../../ui/picture.tsx';
import { pictureAt } from '../../ui/picture-at.ts';

/** Logo, tagline, subtitle and two links over the picture, which scrolls more slowly than the page. */
export default function Hero() {
  return (
    <section className="hero" aria-labelledby="hero-heading">
      <div className="hero-window">
        <div className="hero-picture parallax">
          <Picture
            {...pictureAt('hero')}
            sizes="(min-width: 64rem) 100vw, 130vw"
            isFirst
            className="size-full object-cover"
          />
        </div>
      </div>
      <Container className="hero-text">
        <img src={logo} width={720} height={700} alt={facts.name} className="hero-logo h-auto" />
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
