import type { Localized } from '#shared/core/language.ts';

/**
 * What comes in a box, by its id: one entry or several. The home and the product page show them in this order; what the
 * product page says of each stands in size-cards.ts, its label in nutrition.ts. `short` stands below the amount on the
 * home page.
 */
export const sizes = {
  single: { amount: '1.10 oz', short: { en: 'the single', es: 'la sencilla' } },
  double: { amount: '2.5 oz', short: { en: 'the double', es: 'la doble' } },
} as const satisfies Record<string, { amount: string; short: Localized }>;
export type SizeId = keyof typeof sizes;
