import { FIRST_BRAND } from '#scripts/brand-folder.ts';

/** The tests run on the brand that comes with the program: an owner's `my-brand/` changes none of their results. */
export const TEST_BRAND = FIRST_BRAND;
/** For a program with an environment of its own. */
export const TEST_BRAND_ENV = { BRAND: FIRST_BRAND } as const;

/** Called by the configurations of both test runners before they start their workers. */
export function keepFirstBrand(): void {
  Object.assign(process.env, TEST_BRAND_ENV);
}
