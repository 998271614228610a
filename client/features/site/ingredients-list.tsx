import * as m from '#messages';
import type { Product } from '#shared/catalogue/products.ts';
import { containedIn } from '../../lib/allergens.ts';
import { products } from '../../lib/catalogue.ts';
import { useLanguage } from '../../lib/language.ts';
import { Picture } from '../../ui/picture.tsx';
import { pictureAt } from '../../ui/picture-at.ts';

/** The ingredients by weight, with the allergen statement of each list. */
export default function IngredientsList() {
  const language = useLanguage();
  const lists = listsOf(products());
  return (
    <div className="grid items-center gap-8 sm:grid-cols-[1fr_1.2fr]">
      <div className="overflow-hidden rounded-card print:hidden">
        <Picture
          {...pictureAt('ingredients')}
          sizes="(min-width: 40rem) 30vw, 92vw"
          className="aspect-[4/3] w-full object-cover sm:aspect-square"
        />
      </div>
      <div>
        <p className="text-lead">{m.product_ingredients_intro()}</p>
        {lists.map(([first, ...others]) => (
          <div key={first.id} className="mt-5">
            {lists.length > 1 && (
              <h3 className="mb-2 font-sans text-base font-bold text-ink">
                {[first, ...others].map(({ name }) => name[language]).join(', ')}
              </h3>
            )}
            <dl className="space-y-4">
              {first.ingredients.map(({ name, of }) => (
                <div key={name.en}>
                  <dt className="font-display text-h3 text-brand">{name[language]}</dt>
                  {of[language] && <dd>{of[language]}.</dd>}
                </div>
              ))}
            </dl>
            {first.allergens.length > 0 && (
              <p className="mt-6 inline-block rounded-full bg-accent px-4 py-1.5 font-bold">
                {m.product_contains({ allergens: containedIn(first, language) })}
              </p>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Groups products with the same ingredients and allergens. */
function listsOf(all: readonly Product[]): [Product, ...Product[]][] {
  const lists = new Map<string, [Product, ...Product[]]>();
  for (const product of all) {
    const { ingredients, allergens, allergenSpecies } = product;
    const key = JSON.stringify([ingredients, allergens, allergenSpecies]);
    const known = lists.get(key);
    if (known) known.push(product);
    else lists.set(key, [product]);
  }
  return [...lists.values()];
}
