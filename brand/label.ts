import type { Ingredients } from '#shared/core/brand-types.ts';
import type { Labels } from './types.ts';

// The fields: shared/core/brand-types.ts. Sample figures: a real owner replaces them with the laboratory's.
export const nutrition: Labels = {
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

export const ingredients: Ingredients = [
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
