import { sections } from '#brand/sections.ts';
import * as m from '#messages';
import { LOCALES } from '#shared/core/language.ts';
import { AddArea } from '../features/cart/add-area.tsx';
import { products } from '../lib/catalogue.ts';
import { getLanguage } from '../lib/language.ts';
import { staticIsland } from '../lib/lazy/static-island.tsx';
import { Container, Section } from '../ui/layout.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { TileStrip } from '../ui/tile-strip.tsx';

/** The static parts of the page. */
const Introduction = staticIsland(() => import('../features/site/product-intro.tsx'));
const Pictures = staticIsland(() => import('../features/site/product-pictures.tsx'), {
  className: 'max-lg:contents lg:row-span-2',
});
const BuyRows = staticIsland(() => import('../features/cart/buy-rows.tsx'));
const More = staticIsland(() => import('../features/site/product-more.tsx'));
const Sizes = staticIsland(() => import('../features/site/product-sizes.tsx'));
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

/** Ounces as on a label, `1.10 oz`: fractions have two digits, except for halves such as 2.5. */
function ounceText(ounces: number): string {
  const digits = Number.isInteger(ounces * 2) ? 0 : 2;
  return `${ounces.toLocaleString('en-US', { minimumFractionDigits: digits })} oz`;
}

export default function ProductPage() {
  return (
    <>
      <FirstView />
      <TileStrip className="h-tile print:hidden" />
      <Sizes />
      <Facts />
      <More />
    </>
  );
}

/** Heading, pictures and buy box. */
function FirstView() {
  return (
    <Container className="grid grid-cols-2 gap-x-3 gap-y-6 pt-8 pb-section lg:grid-cols-[1fr_1.25fr] lg:grid-rows-[auto_1fr] lg:gap-x-16 lg:pt-14">
      <div className="col-span-2 lg:col-span-1">
        <Introduction />
      </div>
      <Pictures />
      <AddArea className="col-span-2 max-lg:order-3 lg:col-span-1">
        <BuyRows />
      </AddArea>
    </Container>
  );
}

function Facts() {
  return (
    <Section aria-labelledby="facts-heading" className="bg-tint print:bg-white">
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
