import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import * as m from '#messages';
import type { Product } from '#shared/catalogue/products.ts';
import { servingsOf } from '#shared/catalogue/servings.ts';
import { gramsOf } from '#shared/core/weights.ts';
import { allergenText, containedIn } from '../../lib/allergens.ts';
import { productAt } from '../../lib/catalogue.ts';
import { useLanguage } from '../../lib/language.ts';
import { Container, Section } from '../../ui/layout.tsx';
import { NutritionLabel } from '../../ui/nutrition-label.tsx';

/** What a product's package states: ingredients, allergens, net weight, storage, shelf life, label. */
export default function ProductFacts() {
  const language = useLanguage();
  const [path] = useLocation();
  const product = productAt(path);
  return (
    product && (
      <Section aria-labelledby="facts-heading" className="bg-tint print:bg-white">
        <Container className="grid items-start gap-x-16 gap-y-10 lg:grid-cols-[1.15fr_1fr]">
          <div>
            <h2 id="facts-heading" className="text-h2">
              {m.product_facts_heading()}
            </h2>
            <Ingredients product={product} />
            <Measures product={product} />
          </div>
          {product.nutrition && (
            <NutritionLabel
              name={product.name[language]}
              servings={servingsOf(product)}
              nutrition={product.nutrition}
              hasName={false}
            />
          )}
        </Container>
      </Section>
    )
  );
}

/** The allergens follow the ingredients in the same type size (21 U.S.C. 343(w)); "may contain" is separate. */
function Ingredients({ product }: { product: Product }) {
  const language = useLanguage();
  const { ingredients, allergens, mayContain } = product;
  return (
    <>
      <h3 className="mt-7 font-sans text-base font-bold text-ink">{m.product_tab_ingredients()}</h3>
      <p className="mt-1.5 max-w-prose">
        {ingredients
          .map(({ name, of }) => (of[language] ? `${name[language]} (${of[language]})` : name[language]))
          .join('; ')}
        .
      </p>
      {allergens.length > 0 && (
        <p className="mt-2 max-w-prose font-bold">{m.shop_contains({ allergens: containedIn(product, language) })}.</p>
      )}
      {mayContain.length > 0 && (
        <p className="mt-5 max-w-prose">{m.item_may_contain({ allergens: allergenText(mayContain, language) })}.</p>
      )}
    </>
  );
}

function Measures({ product }: { product: Product }) {
  const language = useLanguage();
  const { netWeightOz, shelfLifeDays, storage, gtin, isFirst } = product;
  const kept = storage[language] || (isFirst ? m.faq_keep_a() : '');
  const rows: [label: string, value: string][] = [
    [m.item_net_weight(), m.item_net_weight_value({ ounces: netWeightOz, grams: gramsOf(netWeightOz) })],
    ...(kept === '' ? [] : [[m.item_storage(), kept] as [string, string]]),
    ...(shelfLifeDays === null ? [] : [[m.item_shelf_life(), shelfLifeText(shelfLifeDays)] as [string, string]]),
    ...(gtin === '' ? [] : [[m.product_barcode_gtin(), gtin] as [string, string]]),
  ];
  return (
    <dl className="mt-8 max-w-prose divide-y-2 divide-ink/10 border-y-2 border-ink/10">
      {rows.map(([label, value]) => (
        <Row key={label} label={label}>
          {value}
        </Row>
      ))}
    </dl>
  );
}

const shelfLifeText = (days: number) =>
  days === 1 ? m.item_shelf_life_value_one() : m.item_shelf_life_value({ days });

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 py-3 sm:grid-cols-[10rem_1fr]">
      <dt className="font-semibold">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
