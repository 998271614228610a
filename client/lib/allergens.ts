import { type Allergen, allergenNames } from '#brand/nutrition.ts';
import { allergensOf } from '#shared/catalogue/allergens.ts';
import type { Product } from '#shared/catalogue/products.ts';
import type { Language } from '#shared/core/language.ts';
import { products } from './catalogue.ts';

/** The allergens of all products, once each. */
export function soldAllergens(): readonly Allergen[] {
  return [...new Set(products().flatMap((product) => product.allergens))];
}

/** Allergens in the form of a statement: `wheat, milk`. */
export function allergenText(allergens: readonly Allergen[], language: Language): string {
  return allergens.map((allergen) => allergenNames[allergen][language]).join(', ');
}

/** The allergens of a product, with their species: `wheat, tree nuts (almond)`. Empty when there are none. */
export function containedIn(product: Product, language: Language): string {
  return allergensOf(product, language).join(', ');
}
