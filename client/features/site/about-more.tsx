import * as m from '#messages';
import { shopFacts } from '../../lib/catalogue.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Container, Section } from '../../ui/layout.tsx';
import { Picture } from '../../ui/picture.tsx';
import { pictureAt } from '../../ui/picture-at.ts';
import { TileStrip } from '../../ui/tile-strip.tsx';

/** Below the first view: the story, the founder's words, the values, and a link to the shop. */
export default function AboutMore() {
  return (
    <>
      <Story />
      <Quote />
      <Values />
      <ToTheShop />
    </>
  );
}

function Story() {
  return (
    <Section aria-labelledby="about-story" className="pt-10 lg:pt-16">
      <Container className="grid gap-x-16 gap-y-6 lg:grid-cols-[1fr_1.7fr]">
        <div className="lg:sticky lg:top-28 lg:self-start">
          <h2 id="about-story" className="text-h2">
            {m.about_story_heading()}
          </h2>
          <Facts />
        </div>
        <div className="drop-cap max-w-[42rem] space-y-6 text-lead">
          <p>{m.about_story_1()}</p>
          <p>{m.about_story_2()}</p>
          <p>{m.about_story_3()}</p>
        </div>
      </Container>
    </Section>
  );
}

/** Facts of the company; the year only if the owner has given one. */
function Facts() {
  const { founder, foundedIn, address } = shopFacts();
  const rows = [
    [m.about_fact_founder(), founder],
    [m.about_fact_since(), foundedIn],
    [m.about_fact_place(), `${address.city}, ${address.state}`],
  ].filter(([, value]) => value);
  return (
    <dl className="mt-6 flex flex-wrap gap-x-10 gap-y-4 lg:grid">
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt className="text-label text-second uppercase">{label}</dt>
          <dd className="font-display text-h3 text-ink">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The founder's words, beside her portrait if there is one. */
function Quote() {
  const portrait = pictureAt('aboutFounder');
  return (
    <section className="on-dark bg-brand text-ground">
      <TileStrip />
      <Container className="grid items-center gap-x-16 gap-y-10 py-section lg:grid-flow-col lg:auto-cols-[minmax(0,1fr)]">
        {portrait.name && (
          <div className="arch mx-auto w-full max-w-[26rem]">
            <Picture
              {...portrait}
              name={portrait.name}
              sizes="(min-width: 26rem) 26rem, 92vw"
              className="aspect-[4/5] w-full object-cover"
            />
          </div>
        )}
        <figure className="relative mx-auto max-w-[54rem] text-center">
          <span
            aria-hidden="true"
            className="block h-16 font-display text-[8rem] leading-none text-brand-light sm:h-20 sm:text-[11rem]"
          >
            “
          </span>
          <blockquote className="font-display text-h1 text-balance">
            <p>{m.about_quote()}</p>
          </blockquote>
          <figcaption className="mt-8 text-lead text-balance">
            <span className="font-bold">{shopFacts().founder}</span>
            <span className="text-tint">, {m.about_quote_role({ company: shopFacts().name })}</span>
          </figcaption>
        </figure>
      </Container>
    </section>
  );
}

function Values() {
  const values = [
    { title: m.about_value_quality_title(), text: m.about_value_quality_text(), look: 'bg-white' },
    { title: m.about_value_tradition_title(), text: m.about_value_tradition_text(), look: 'bg-accent' },
    { title: m.about_value_local_title(), text: m.about_value_local_text(), look: 'bg-second-light' },
  ];
  return (
    <Section aria-labelledby="about-values" className="bg-tint">
      <Container>
        <div className="grid gap-y-8 lg:grid-cols-[1.35fr_1fr] lg:grid-rows-[1fr_1.6fr]">
          <h2 id="about-values" className="text-h2 lg:col-start-2 lg:self-end lg:pl-8">
            {m.about_values_heading()}
          </h2>
          <div className="lg:row-span-2 lg:row-start-1 overflow-hidden rounded-card shadow-card lg:-ml-gutter">
            <Picture
              {...pictureAt('aboutValues')}
              sizes="(min-width: 64rem) 58vw, 92vw"
              className="reveal-zoom aspect-[4/3] size-full object-cover lg:aspect-square"
            />
          </div>
          <ul className="relative -mt-16 space-y-4 px-4 sm:px-10 lg:-ml-20 lg:mt-0 lg:space-y-6 lg:px-0">
            {values.map(({ title, text, look }) => (
              <li key={title} className={`reveal rounded-card px-6 py-6 shadow-card sm:px-8 ${look}`}>
                <h3 className="text-h3 text-ink">{title}</h3>
                <p className="mt-2">{text}</p>
              </li>
            ))}
          </ul>
        </div>
      </Container>
    </Section>
  );
}

function ToTheShop() {
  return (
    <section aria-labelledby="about-shop" className="bg-accent py-[clamp(2.5rem,4vw,4.5rem)]">
      <Container className="flex flex-wrap items-center justify-between gap-x-10 gap-y-5">
        <div>
          <h2 id="about-shop" className="text-h2 text-ink">
            {m.about_shop_heading()}
          </h2>
          <p className="mt-2 max-w-prose">{m.about_shop_text()}</p>
        </div>
        <ButtonLink href="/shop" size="large">
          {m.about_shop_link()}
        </ButtonLink>
      </Container>
    </section>
  );
}
