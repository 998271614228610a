import type { StartingTexts } from '#shared/core/brand-types.ts';

// The fields: shared/core/brand-types.ts
export const startingTexts: StartingTexts = { en: {}, es: {} };
