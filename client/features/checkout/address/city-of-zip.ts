import { parseZip } from '#shared/places/zip.ts';
import { cityIn } from '#shared/places/zip-cities.ts';
import { lazyImport } from '../../../lib/lazy/lazy-import.ts';

/** The tables by the first digit of a ZIP code; one is loaded with the first ZIP code that needs it. */
const TABLES = [
  lazyImport(() => import('#shared/places/zip-cities/0.json')),
  lazyImport(() => import('#shared/places/zip-cities/1.json')),
  lazyImport(() => import('#shared/places/zip-cities/2.json')),
  lazyImport(() => import('#shared/places/zip-cities/3.json')),
  lazyImport(() => import('#shared/places/zip-cities/4.json')),
  lazyImport(() => import('#shared/places/zip-cities/5.json')),
  lazyImport(() => import('#shared/places/zip-cities/6.json')),
  lazyImport(() => import('#shared/places/zip-cities/7.json')),
  lazyImport(() => import('#shared/places/zip-cities/8.json')),
  lazyImport(() => import('#shared/places/zip-cities/9.json')),
];

/** Loads the table of a ZIP code once its first digits are typed. */
export function preloadCities(typed: string): void {
  TABLES[Number.parseInt(typed.trim()[0] ?? '', 10)]?.preload();
}

/** The city of a ZIP code; `null` where it is not known. @throws Error when its table could not be loaded */
export async function findCity(zipCode: string): Promise<string | null> {
  const zip = parseZip(zipCode);
  if (zip === null) return null;
  const table = await TABLES[Number(zip[0])]?.load();
  return table ? cityIn(table.default, zip) : null;
}
