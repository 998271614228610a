/**
 * The city of a five-digit ZIP code in one of the tables of `zip-cities/`; `null` where it is not known. A line of a table is
 * the first three digits and each city with the last two of its ZIP codes. Source: the free ZIP code database of
 * federalgovernmentzipcodes.us, taken from the npm package zipcodes (8.0.0, BSD); military mail is left out.
 */
export function cityIn(table: string, zip: string): string | null {
  const line = table.split('\n').find((text) => text.startsWith(zip.slice(0, 3)));
  for (const [, city = '', ends = ''] of line?.slice(3).matchAll(/(\D+)(\d+)/g) ?? []) {
    if (ends.match(/../g)?.includes(zip.slice(3))) return city;
  }
  return null;
}
