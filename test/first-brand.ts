import { FIRST_BRAND } from '#scripts/brand-folder.ts';

/** For programs with a separate environment: they use `brand/`, even if an owner's `my-brand/` exists. */
export const FIRST_BRAND_ENV = { BRAND: FIRST_BRAND } as const;

/** Called by the configurations of both test runners before they start their workers. */
export function keepFirstBrand(): void {
  Object.assign(process.env, FIRST_BRAND_ENV);
}
