import { products } from '#brand/catalogue.ts';
import { type Allergen, allergenNames } from '#brand/nutrition.ts';
import type { Language } from '#shared/language.ts';

/** Those of any product, once each. */
export const soldAllergens: readonly Allergen[] = [...new Set(products.flatMap((product) => product.allergens))];

/** Allergens as a "Contains" statement lists them: `wheat, milk`. */
export function allergenText(allergens: readonly Allergen[], language: Language): string {
  return allergens.map((allergen) => allergenNames[allergen][language]).join(', ');
}
