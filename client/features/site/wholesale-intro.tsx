import * as m from '#messages';
import { products, shopFacts } from '../../lib/catalogue.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Drawing } from '../../ui/drawing.tsx';
import { Container, Section } from '../../ui/layout.tsx';
import { Picture } from '../../ui/picture.tsx';
import { pictureAt } from '../../ui/picture-at.ts';
import { TileStrip } from '../../ui/tile-strip.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import { Barcode } from './barcode.tsx';

/** The shelf life of the product that keeps least long. */
function freshness(): string {
  const days = products().flatMap(({ shelfLifeDays }) => shelfLifeDays ?? []);
  if (days.length === 0) return m.benefit_freshness_plain();
  const least = Math.min(...days);
  return least === 1 ? m.benefit_freshness_text_one() : m.benefit_freshness_text({ days: least });
}

/** The upper half of the wholesale page: hero, intro and the six reasons; text only, no controls. */
export default function WholesaleUpper() {
  return (
    <>
      <WholesaleHero />
      <WholesaleIntro />
      <WholesaleBenefits />
    </>
  );
}

function WholesaleHero() {
  return (
    <section
      className="on-dark relative isolate overflow-hidden bg-ink text-ground"
      aria-labelledby="wholesale-heading"
    >
      <div className="lg:absolute lg:inset-y-0 lg:right-0 lg:-z-10 lg:w-[68%]">
        <Picture
          {...pictureAt('wholesale')}
          sizes="(min-width: 64rem) 70vw, 100vw"
          isFirst
          className="fade-into aspect-[4/3] size-full object-cover lg:aspect-auto"
        />
      </div>
      <Container className="pt-2 pb-14 lg:py-[clamp(6rem,11vw,12rem)]">
        <div className="max-w-[34rem]">
          <h1 id="wholesale-heading" className="text-h1 text-ground">
            {m.wholesale_heading()}
          </h1>
          <p className="mt-5 max-w-[27rem] text-lead">{m.wholesale_subtitle()}</p>
          <a href="#inquiry" className={buttonClass({ variant: 'secondary', size: 'large' }, 'mt-8')}>
            {m.wholesale_hero_cta()}
          </a>
        </div>
      </Container>
      <TileStrip />
    </section>
  );
}

function WholesaleIntro() {
  return (
    <Section aria-labelledby="wholesale-intro" className="pb-0">
      <Container className="grid gap-x-16 gap-y-5 lg:grid-cols-[1fr_1.3fr]">
        <h2 id="wholesale-intro" className="text-h2">
          {m.wholesale_intro_heading()}
        </h2>
        <p className="max-w-[44rem] text-lead">{unbroken(m.wholesale_intro_text())}</p>
      </Container>
    </Section>
  );
}

/** Six reasons, each with its own layout. */
function WholesaleBenefits() {
  return (
    <Section aria-labelledby="wholesale-benefits">
      <Container>
        <h2 id="wholesale-benefits" className="text-h2">
          {m.wholesale_benefits_heading()}
        </h2>
        <ul className="mt-8 grid gap-5 md:grid-cols-6">
          <BarcodesBenefit />
          <DemandBenefit />
          <PricingBenefit />
          <FreshnessBenefit />
          <FlexibilityBenefit />
          <SupportBenefit />
        </ul>
      </Container>
    </Section>
  );
}

function BarcodesBenefit() {
  const [first] = products();
  return (
    <li className="reveal flex flex-col rounded-card bg-white p-7 shadow-card md:col-span-2">
      {first?.gtin && <Barcode gtin={first.gtin} className="mb-auto h-20 w-4/5" />}
      <Benefit title={m.benefit_barcodes_title()} text={m.benefit_barcodes_text()} className="mt-7" />
    </li>
  );
}

function DemandBenefit() {
  return (
    <li className="reveal grid overflow-hidden rounded-card bg-tint md:col-span-4 lg:grid-cols-[1fr_1.1fr]">
      <Benefit title={m.benefit_demand_title()} text={m.benefit_demand_text()} className="self-end p-7" />
      <Picture
        {...pictureAt('wholesaleDemand')}
        sizes="(min-width: 64rem) 28vw, 92vw"
        className="aspect-video size-full object-cover max-lg:order-first lg:aspect-[4/3]"
      />
    </li>
  );
}

function PricingBenefit() {
  return (
    <li className="reveal flex flex-col rounded-card bg-brand-light p-7 md:col-span-3">
      <Drawing name="product" className="mb-auto w-[min(70%,17rem)]" />
      <Benefit
        title={m.benefit_pricing_title()}
        text={m.benefit_pricing_text()}
        titleClass="text-ink"
        className="mt-8"
      />
    </li>
  );
}

function FreshnessBenefit() {
  return (
    <li className="reveal grid overflow-hidden rounded-card bg-second-light md:col-span-3">
      <Picture
        {...pictureAt('wholesaleFreshness')}
        sizes="(min-width: 64rem) 40vw, 92vw"
        className="aspect-[2/1] w-full object-cover"
      />
      <Benefit title={m.benefit_freshness_title()} text={freshness()} titleClass="text-ink" className="p-7" />
    </li>
  );
}

function FlexibilityBenefit() {
  return (
    <li className="on-dark reveal grid overflow-hidden rounded-card bg-second text-ground md:col-span-4 lg:grid-cols-[1.1fr_1fr]">
      <Picture
        {...pictureAt('wholesaleFlexible')}
        sizes="(min-width: 64rem) 28vw, 92vw"
        className="aspect-video size-full object-cover lg:aspect-[4/3]"
      />
      <Benefit
        title={m.benefit_flexible_title()}
        text={m.benefit_flexible_text()}
        titleClass="text-ground"
        className="self-end p-7"
      />
    </li>
  );
}

function SupportBenefit() {
  return (
    <li className="on-dark reveal flex flex-col overflow-hidden rounded-card bg-brand text-ground md:col-span-2">
      <TileStrip className="h-16" />
      <Benefit
        title={m.benefit_support_title()}
        text={m.benefit_support_text()}
        titleClass="text-ground"
        className="mt-auto p-7 pb-3"
      />
      <a
        href={`tel:${shopFacts().phoneHref}`}
        className="mx-7 mb-5 inline-flex min-h-11 items-center self-start font-bold underline underline-offset-4"
      >
        {shopFacts().phone}
      </a>
    </li>
  );
}

function Benefit({
  title,
  text,
  titleClass = '',
  className,
}: {
  title: string;
  text: string;
  titleClass?: string;
  className: string;
}) {
  return (
    <div className={className}>
      <h3 className={`text-h3 ${titleClass}`}>{title}</h3>
      <p className="mt-2">{text}</p>
    </div>
  );
}
