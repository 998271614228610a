import type { Sections } from '#shared/core/brand-types.ts';

// The fields: shared/core/brand-types.ts
export const sections: Sections = { nutrition: true, wholesale: true, stores: true };
