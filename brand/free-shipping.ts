import type { FreeShipping } from '#shared/core/brand-types.ts';

// The fields: shared/core/brand-types.ts
export const freeShipping: FreeShipping = {
  overCents: 2500,
  region: { en: 'Florida', es: 'la Florida' },
  states: ['FL'],
  service: { en: 'Free shipping', es: 'Envío gratis' },
  carrier: 'USPS',
  days: 5,
};
