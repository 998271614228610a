import type { Localized } from '#shared/language.ts';

/** The rate of 0.00 that joins the paid ones where shipping is free; `days` are business days. */
export const freeShipping = {
  service: { en: 'Free shipping', es: 'Envío gratis' } satisfies Localized,
  carrier: 'USPS',
  days: 5,
} as const;
