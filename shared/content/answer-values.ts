import { type Allergen, allergenNames } from '#brand/nutrition.ts';
import type { Language } from '#shared/core/language.ts';
import type { PublicShipping } from '#shared/shipping/public-shipping.ts';
import type { AnswerValue } from './faq.ts';

/** Values for `{name}` in answers, besides the shop's facts. A value is empty while the shop has nothing to fill in. */
export function answerValues(
  language: Language,
  { products, shipping }: { products: readonly { allergens: readonly Allergen[] }[]; shipping: PublicShipping },
): Readonly<Record<AnswerValue, string>> {
  const allergens = new Set(products.flatMap((product) => product.allergens));
  return {
    days: shipping.shipDays[language],
    allergens: [...allergens].map((allergen) => allergenNames[allergen][language]).join(', '),
    orders: shipping.free?.orders[language] ?? '',
    where: shipping.free?.where[language] ?? '',
  };
}
