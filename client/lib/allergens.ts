import { type Allergen, allergenNames } from '#brand/nutrition.ts';
import type { Language } from '#shared/language.ts';
import { products } from './catalogue.ts';

/** Those of any product, once each. */
export function soldAllergens(): readonly Allergen[] {
  return [...new Set(products().flatMap((product) => product.allergens))];
}

/** Allergens as a "Contains" statement lists them: `wheat, milk`. */
export function allergenText(allergens: readonly Allergen[], language: Language): string {
  return allergens.map((allergen) => allergenNames[allergen][language]).join(', ');
}
