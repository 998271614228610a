import { allergenNames } from '#brand/nutrition.ts';
import type { Language } from '#shared/core/language.ts';
import type { Product } from './products.ts';

/** The allergens of a product as a "Contains" statement names them, with the species where the law requires it. */
export function allergensOf(
  { allergens, allergenSpecies }: Pick<Product, 'allergens' | 'allergenSpecies'>,
  language: Language,
): string[] {
  return allergens.map((allergen) => {
    const species = allergenSpecies[allergen]?.[language];
    return species ? `${allergenNames[allergen][language]} (${species})` : allergenNames[allergen][language];
  });
}
