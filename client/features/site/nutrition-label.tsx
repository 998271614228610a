import { servingsOf } from '#shared/catalogue/servings.ts';
import { products } from '../../lib/catalogue.ts';
import { useLanguage } from '../../lib/language.ts';
import { NutritionLabel } from '../../ui/nutrition-label.tsx';

/** One label for each product. */
export default function NutritionLabels() {
  const language = useLanguage();
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-8">
      {products().map(
        (product) =>
          product.nutrition && (
            <NutritionLabel
              key={product.id}
              name={product.name[language]}
              servings={servingsOf(product)}
              nutrition={product.nutrition}
            />
          ),
      )}
    </div>
  );
}
