import type { Tagline } from '#shared/core/brand-types.ts';

// The fields: shared/core/brand-types.ts
export const tagline: Tagline = { en: 'The Cuban classic, ready to go.', es: 'El clásico cubano, listo para llevar.' };
