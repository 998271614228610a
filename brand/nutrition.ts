import type { Allergen as MajorAllergen } from '#shared/core/brand-types.ts';
import type { Localized } from '#shared/core/language.ts';

export { ingredients, nutrition } from './label.ts';

/** The nine major allergens of FALCPA and the FASTER Act (21 U.S.C. 343(w)), as a "Contains" statement names them. */
export const allergenNames = {
  milk: { en: 'milk', es: 'leche' },
  egg: { en: 'egg', es: 'huevo' },
  fish: { en: 'fish', es: 'pescado' },
  shellfish: { en: 'crustacean shellfish', es: 'crustáceos' },
  treeNuts: { en: 'tree nuts', es: 'nueces de árbol' },
  wheat: { en: 'wheat', es: 'trigo' },
  peanut: { en: 'peanuts', es: 'maní' },
  soy: { en: 'soy', es: 'soya' },
  sesame: { en: 'sesame', es: 'ajonjolí' },
} as const satisfies Record<MajorAllergen, Localized>;
export type Allergen = keyof typeof allergenNames;
