/** By the first three digits of a ZIP code: each city with the last two digits of its ZIP codes. */
export type ZipCities = Readonly<Record<string, string>>;

/**
 * The city of a five-digit ZIP code in one of the tables of `zip-cities/`; `null` where it is not known. Source: the free
 * ZIP code database of federalgovernmentzipcodes.us, taken from the npm package zipcodes 8.0.0 (`zip-cities/LICENSE`);
 * military mail is left out.
 */
export function cityIn(table: ZipCities, zip: string): string | null {
  for (const [, city = '', ends = ''] of table[zip.slice(0, 3)]?.matchAll(/(\D+)(\d+)/g) ?? []) {
    if (ends.match(/../g)?.includes(zip.slice(3))) return city;
  }
  return null;
}
