import { existsSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';

/** The brand that comes with the program; it has every file and every text that this version needs. */
export const FIRST_BRAND = 'brand';
/** An owner's brand, which replaces it. */
export const MY_BRAND = 'my-brand';

/**
 * The folder of `#brand/…`, for files that are read by path: pictures, texts, styles. `BRAND=brand` ignores an owner's.
 */
export const BRAND_FOLDER =
  process.env.BRAND === FIRST_BRAND || !existsSync(join(MY_BRAND, 'facts.ts')) ? FIRST_BRAND : MY_BRAND;

/** For Vite, which resolves `#brand/…` itself: the same brand in the browser's code and the bundled server. */
export const brandAlias = { find: /^#brand\//, replacement: `${resolve(BRAND_FOLDER)}/` };

/** The path of a file in `brand/`, or of its replacement in an owner's folder. */
export function inBrand(path: string): string {
  const file = typeof path === 'string' ? relative(FIRST_BRAND, path) : '..';
  return file.startsWith('..') || isAbsolute(file) ? path : join(BRAND_FOLDER, file);
}
