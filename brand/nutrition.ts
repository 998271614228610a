import type { Localized } from '#shared/core/language.ts';
import type { SizeId } from './sizes.ts';

type Row<Id extends string> = { id: Id; amount: string; dailyPercent: number | null };
type NutrientId =
  | 'total_fat'
  | 'saturated_fat'
  | 'trans_fat'
  | 'cholesterol'
  | 'sodium'
  | 'carbs'
  | 'fiber'
  | 'sugars'
  | 'added_sugars'
  | 'protein';
type VitaminId = 'vitamin_d' | 'calcium' | 'iron' | 'potassium';
export type NutritionFacts = {
  servingSize: string;
  calories: number;
  nutrients: readonly (Row<NutrientId> & { level: 0 | 1 | 2 })[];
  vitamins: readonly Row<VitaminId>[];
};

/**
 * The labels of one sandwich of each size, if it has one, by the rounding rules of 21 CFR 101.9. These are sample
 * figures: a real owner replaces them with the laboratory's. In a box whose pieces are one serving each, the servings
 * are the pieces; for others see shared/catalogue/servings.ts.
 *
 * `amount` as printed; `dailyPercent` of a diet of 2,000 calories if the label has one; `level` 0 in bold, 1 and 2
 * indented below it.
 */
export const nutrition: Readonly<Partial<Record<SizeId, NutritionFacts>>> = {
  single: {
    servingSize: '1.10 oz (31.20 g)',
    calories: 150,
    nutrients: [
      { id: 'total_fat', amount: '6 g', dailyPercent: 8, level: 0 },
      { id: 'saturated_fat', amount: '2.5 g', dailyPercent: 13, level: 1 },
      { id: 'trans_fat', amount: '0 g', dailyPercent: null, level: 1 },
      { id: 'cholesterol', amount: '0 mg', dailyPercent: 0, level: 0 },
      { id: 'sodium', amount: '130 mg', dailyPercent: 6, level: 0 },
      { id: 'carbs', amount: '21 g', dailyPercent: 8, level: 0 },
      { id: 'fiber', amount: '1 g', dailyPercent: 4, level: 1 },
      { id: 'sugars', amount: '11 g', dailyPercent: null, level: 1 },
      { id: 'added_sugars', amount: '9 g', dailyPercent: 18, level: 2 },
      { id: 'protein', amount: '2 g', dailyPercent: null, level: 0 },
    ],
    vitamins: [
      { id: 'vitamin_d', amount: '0 mcg', dailyPercent: 0 },
      { id: 'calcium', amount: '20 mg', dailyPercent: 2 },
      { id: 'iron', amount: '0.8 mg', dailyPercent: 4 },
      { id: 'potassium', amount: '40 mg', dailyPercent: 0 },
    ],
  },
  double: {
    servingSize: '2.5 oz (70.90 g)',
    calories: 340,
    nutrients: [
      { id: 'total_fat', amount: '14 g', dailyPercent: 18, level: 0 },
      { id: 'saturated_fat', amount: '6 g', dailyPercent: 30, level: 1 },
      { id: 'trans_fat', amount: '0 g', dailyPercent: null, level: 1 },
      { id: 'cholesterol', amount: '0 mg', dailyPercent: 0, level: 0 },
      { id: 'sodium', amount: '300 mg', dailyPercent: 13, level: 0 },
      { id: 'carbs', amount: '48 g', dailyPercent: 17, level: 0 },
      { id: 'fiber', amount: '2 g', dailyPercent: 7, level: 1 },
      { id: 'sugars', amount: '25 g', dailyPercent: null, level: 1 },
      { id: 'added_sugars', amount: '20 g', dailyPercent: 40, level: 2 },
      { id: 'protein', amount: '5 g', dailyPercent: null, level: 0 },
    ],
    vitamins: [
      { id: 'vitamin_d', amount: '0 mcg', dailyPercent: 0 },
      { id: 'calcium', amount: '50 mg', dailyPercent: 4 },
      { id: 'iron', amount: '1.8 mg', dailyPercent: 10 },
      { id: 'potassium', amount: '90 mg', dailyPercent: 2 },
    ],
  },
};

/** In descending order of weight, as the label lists them. */
export const ingredients: readonly { name: Localized; of: Localized }[] = [
  {
    name: { en: 'Guava paste', es: 'Pasta de guayaba' },
    of: { en: 'guava pulp, sugar, citric acid, fruit pectin', es: 'pulpa de guayaba, azúcar, ácido cítrico, pectina' },
  },
  {
    name: { en: 'Crackers', es: 'Galletas' },
    of: {
      en: 'enriched wheat flour (wheat flour, niacin, reduced iron, thiamin mononitrate, riboflavin, folic acid), palm oil, sugar, salt, baking soda',
      es: 'harina de trigo enriquecida (harina de trigo, niacina, hierro reducido, mononitrato de tiamina, riboflavina, ácido fólico), aceite de palma, azúcar, sal, bicarbonato de sodio',
    },
  },
];

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
} as const satisfies Record<string, Localized>;
export type Allergen = keyof typeof allergenNames;
