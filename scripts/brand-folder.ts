import { isAbsolute, join, relative, resolve } from 'node:path';

/** The condition of Node's module resolution under which `#brand/…` is the tests' own brand: package.json, imports. */
export const TEST_BRAND_CONDITION = 'test-brand';

const asked = [process.env.NODE_OPTIONS ?? '', ...process.execArgv].join(' ');

/** The folder of `#brand/…` in this process, for files that are read by path: pictures, texts, styles. */
export const BRAND_FOLDER = new RegExp(`(?:--conditions|-C)[= ]${TEST_BRAND_CONDITION}\\b`).test(asked)
  ? 'test/brand'
  : 'brand';

/**
 * For Vite, which resolves `#brand/…` by its own rules: the same brand in the browser's code and the bundled server.
 */
export const brandAlias = { find: /^#brand\//, replacement: `${resolve(BRAND_FOLDER)}/` };

/** Paths name `brand/`; under the test condition the texts of the tests' brand are used. */
export function inBrand(path: string): string {
  const file = typeof path === 'string' ? relative('brand', path) : '..';
  return file.startsWith('..') || isAbsolute(file) ? path : join(BRAND_FOLDER, file);
}
