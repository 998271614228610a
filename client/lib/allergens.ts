import { type Allergen, allergenNames } from '#brand/nutrition.ts';
import { allergensOf } from '#shared/catalogue/allergens.ts';
import type { Product } from '#shared/catalogue/products.ts';
import type { Language } from '#shared/core/language.ts';
import { products } from './catalogue.ts';

/** Those of any product, once each. */
export function soldAllergens(): readonly Allergen[] {
  return [...new Set(products().flatMap((product) => product.allergens))];
}

/** Allergens as a statement lists them: `wheat, milk`. */
export function allergenText(allergens: readonly Allergen[], language: Language): string {
  return allergens.map((allergen) => allergenNames[allergen][language]).join(', ');
}

/** Those of a product, with their species: `wheat, tree nuts (almond)`. Empty when there are none. */
export function containedIn(product: Product, language: Language): string {
  return allergensOf(product, language).join(', ');
}
