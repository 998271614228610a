import type { Localized } from '#shared/core/language.ts';

/**
 * The contents of a box, by id: one entry or several. The home and the product page show them in this order;
 * size-cards.ts has the product page's texts, nutrition.ts the labels. `short` is shown below the amount on the home
 * page.
 */
export const sizes = {
  single: { amount: '1.10 oz', short: { en: 'the single', es: 'la sencilla' } },
  double: { amount: '2.5 oz', short: { en: 'the double', es: 'la doble' } },
} as const satisfies Record<string, { amount: string; short: Localized }>;
export type SizeId = keyof typeof sizes;
