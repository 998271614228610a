import { places } from '#brand/places.ts';
import * as m from '#messages';
import { allergenText, soldAllergens } from '../../lib/allergens.ts';
import { products } from '../../lib/catalogue.ts';
import { useLanguage } from '../../lib/language.ts';
import { Picture } from '../../ui/picture.tsx';

/** The ingredients by weight, and the allergen statement. */
export default function IngredientsList() {
  const language = useLanguage();
  const sold = soldAllergens();
  const ingredients = products()[0]?.ingredients ?? [];
  return (
    <div className="grid items-center gap-8 sm:grid-cols-[1fr_1.2fr]">
      <div className="overflow-hidden rounded-card print:hidden">
        <Picture
          {...places.ingredients}
          sizes="(min-width: 40rem) 30vw, 92vw"
          className="aspect-[4/3] w-full object-cover sm:aspect-square"
        />
      </div>
      <div>
        <p className="text-lead">{m.product_ingredients_intro()}</p>
        <dl className="mt-5 space-y-4">
          {ingredients.map(({ name, of }) => (
            <div key={name.en}>
              <dt className="font-display text-h3 text-guayaba">{name[language]}</dt>
              <dd>{of[language]}.</dd>
            </div>
          ))}
        </dl>
        {sold.length > 0 && (
          <p className="mt-6 inline-block rounded-full bg-galleta px-4 py-1.5 font-bold">
            {m.product_contains({ allergens: allergenText(sold, language) })}
          </p>
        )}
      </div>
    </div>
  );
}
