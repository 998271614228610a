import { allergenNames } from '#brand/nutrition.ts';
import type { Language } from '#shared/core/language.ts';
import type { Product } from './products.ts';

/** What a product contains, as a "Contains" statement names it, with the species where the law asks for it. */
export function allergensOf(
  { allergens, allergenSpecies }: Pick<Product, 'allergens' | 'allergenSpecies'>,
  language: Language,
): string[] {
  return allergens.map((allergen) => {
    const species = allergenSpecies[allergen]?.[language];
    return species ? `${allergenNames[allergen][language]} (${species})` : allergenNames[allergen][language];
  });
}
