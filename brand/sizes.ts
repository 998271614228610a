import type { Sizes } from '#shared/core/brand-types.ts';

// The fields: shared/core/brand-types.ts
export const sizes = {
  single: { amount: '1.10 oz', short: { en: 'the single', es: 'la sencilla' } },
  double: { amount: '2.5 oz', short: { en: 'the double', es: 'la doble' } },
} as const satisfies Sizes;

export type SizeId = keyof typeof sizes;
