import { FIRST_BRAND } from '#scripts/brand-folder.ts';

/** For a program with an environment of its own: it runs on `brand/`, also where an owner's `my-brand/` is there. */
export const FIRST_BRAND_ENV = { BRAND: FIRST_BRAND } as const;

/** Called by the configurations of both test runners before they start their workers. */
export function keepFirstBrand(): void {
  Object.assign(process.env, FIRST_BRAND_ENV);
}
