import { places } from '#brand/places.ts';
import { sections } from '#brand/sections.ts';
import * as m from '#messages';
import { LOCALES } from '#shared/language.ts';
import { AddArea } from '../features/cart/add-area.tsx';
import { products } from '../lib/catalogue.ts';
import { getLanguage } from '../lib/language.ts';
import { staticIsland } from '../lib/lazy/static-island.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { Container, Section } from '../ui/layout.tsx';
import { Picture } from '../ui/picture.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { TileStrip } from '../ui/tile-strip.tsx';

/** The static parts of the page. */
const More = staticIsland(() => import('../features/site/product-more.tsx'));
const Sizes = staticIsland(() => import('../features/site/product-sizes.tsx'));
const AllTiles = staticIsland(() => import('../features/cart/all-tiles.tsx'));
const BarcodeCard = staticIsland(() => import('../features/site/barcode-card.tsx'));
const IngredientsList = staticIsland(() => import('../features/site/ingredients-list.tsx'));
const NutritionLabel = staticIsland(() => import('../features/site/nutrition-label.tsx'));

export const head = {
  title: m.product_title,
  description: () => {
    const amounts = new Set(products().flatMap(({ pieceOz }) => (pieceOz === null ? [] : [ounceText(pieceOz)])));
    const list = new Intl.ListFormat(LOCALES[getLanguage()], { type: 'conjunction' });
    return m.product_description({ sizes: list.format(amounts) });
  },
};

/** `1.10 oz`, as a label writes it: a fraction has two digits, but for halves such as 2.5. */
function ounceText(ounces: number): string {
  const digits = Number.isInteger(ounces * 2) ? 0 : 2;
  return `${ounces.toLocaleString('en-US', { minimumFractionDigits: digits })} oz`;
}

export default function ProductPage() {
  return (
    <>
      <Introduction />
      <TileStrip className="h-tile print:hidden" />
      <Sizes />
      <Boxes />
      <Facts />
      <More />
    </>
  );
}

function Introduction() {
  return (
    <Container className="grid items-center gap-x-16 gap-y-10 pt-8 pb-section lg:grid-cols-[1fr_1.25fr] lg:pt-14">
      <div>
        <h1 className="text-h1">{m.product_heading()}</h1>
        <p className="mt-6 max-w-prose text-lead">{m.product_lead()}</p>
        <ButtonLink href="/shop" size="large" className="mt-8 print:hidden">
          {m.product_shop()}
        </ButtonLink>
      </div>
      {/* Frames in the pictures' own proportions: no pack is cropped. */}
      <figure className="print:hidden">
        <div className="grid grid-cols-2 gap-3 sm:gap-4">
          <div className="col-span-2 overflow-hidden rounded-card lg:rounded-tl-[8rem]">
            <Picture
              {...places.productLarge}
              sizes="(min-width: 64rem) 52vw, 92vw"
              isFirst
              className="aspect-[4/3] w-full object-cover"
            />
          </div>
          {([places.productLeft, places.productRight] as const).map((picture) => (
            <div key={picture.name} className="overflow-hidden rounded-card">
              <Picture
                {...picture}
                sizes="(min-width: 64rem) 26vw, 46vw"
                className="aspect-[4/3] w-full object-cover"
              />
            </div>
          ))}
        </div>
        <figcaption className="mt-3 text-sm text-cafecito-soft">{m.product_serving_note()}</figcaption>
      </figure>
    </Container>
  );
}

/** The way to the page of each product. */
function Boxes() {
  if (products().length === 0) return null;
  return (
    <Section aria-labelledby="boxes-heading" className="pt-0 print:hidden">
      <Container>
        <h2 id="boxes-heading" className="mb-7 text-h2">
          {m.shop_intro_heading()}
        </h2>
        <AddArea>
          <AllTiles />
        </AddArea>
      </Container>
    </Section>
  );
}

function Facts() {
  return (
    <Section aria-labelledby="facts-heading" className="bg-rosa print:bg-white">
      <Container className="grid items-start gap-x-14 gap-y-12 lg:grid-cols-[1.9fr_1fr]">
        <div>
          <h2 id="facts-heading" className="text-h2">
            {m.product_facts_heading()}
          </h2>
          {sections.nutrition ? (
            <Tabs
              className="mt-6"
              label={m.product_tabs_label()}
              tabs={[
                { id: 'ingredients', label: m.product_tab_ingredients(), content: <IngredientsList /> },
                { id: 'nutrition', label: m.product_tab_nutrition(), content: <NutritionLabel /> },
              ]}
            />
          ) : (
            <div className="mt-6">
              <IngredientsList />
            </div>
          )}
        </div>
        <BarcodeCard />
      </Container>
    </Section>
  );
}
