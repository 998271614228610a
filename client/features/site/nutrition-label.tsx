import { products } from '../../lib/catalogue.ts';
import { useLanguage } from '../../lib/language.ts';
import { NutritionLabel } from '../../ui/nutrition-label.tsx';

/** One label for each product: its servings are its pieces. */
export default function NutritionLabels() {
  const language = useLanguage();
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-8">
      {products().map(
        ({ id, name, pieces, nutrition }) =>
          nutrition && <NutritionLabel key={id} name={name[language]} pieces={pieces} nutrition={nutrition} />,
      )}
    </div>
  );
}
