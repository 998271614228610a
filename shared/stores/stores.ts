import * as z from 'zod/mini';
import { lineText, versionField } from '#shared/core/fields.ts';

/** A number, or its plain decimal text; Infinity, NaN, hex, exponents and spaces are refused. */
function coordinate(limit: number, code: string) {
  return z.pipe(
    z.union([z.number(code), z.string(code).check(z.regex(/^\s*[+-]?\d{1,3}(\.\d{0,20})?\s*$/, code))], code),
    z.pipe(
      z.transform((value: number | string) => Number(value)),
      z.number(code).check(z.minimum(-limit, code), z.maximum(limit, code)),
    ),
  );
}

export type Place = { latitude: number; longitude: number };
/**
 * Bounding boxes of the United States: south, west, north and east in degrees. They include a few miles of sea and of
 * neighbouring countries.
 */
const BOXES: readonly (readonly [south: number, west: number, north: number, east: number])[] = [
  [24.4, -125, 49.5, -66.8],
  // Alaska, on both sides of the date line.
  [51, -180, 71.6, -129.9],
  [51, 172, 54, 180],
  // Hawaii
  [18.8, -160.6, 22.4, -154.7],
  // Puerto Rico and the Virgin Islands
  [17.6, -67.4, 18.6, -64.5],
  // Guam and the Northern Marianas
  [13.2, 144.6, 20.6, 146.2],
  // American Samoa
  [-14.6, -171.2, -11, -168.1],
];
const isInCountry = ({ latitude, longitude }: Place) =>
  BOXES.some(
    ([south, west, north, east]) => latitude >= south && latitude <= north && longitude >= west && longitude <= east,
  );

/**
 * `zero`: both are 0 · `swapped`, `unsigned`: it would be in the country with exchanged numbers, or with a minus ·
 * `abroad`
 */
export type PlaceFault = 'zero' | 'swapped' | 'unsigned' | 'abroad';

/** Why coordinates are implausible for a store; `null` if they are plausible. */
export function faultInPlace({ latitude, longitude }: Place): PlaceFault | null {
  if (isInCountry({ latitude, longitude })) return null;
  if (latitude === 0 && longitude === 0) return 'zero';
  if (isInCountry({ latitude: longitude, longitude: latitude })) return 'swapped';
  return isInCountry({ latitude, longitude: -longitude }) ? 'unsigned' : 'abroad';
}

/**
 * POST /api/admin/store-locations (201) and PATCH …/{id} (200), which answer the location; DELETE …/{id} answers 204.
 * `storeType` is one of `STORE_TYPES` or the owner's own word. Implausible new coordinates (`faultInPlace`) are refused
 * (409 `place_not_accepted`) without `acceptPlace`.
 */
export const storeLocationInputSchema = z.object({
  name: lineText(120),
  address: lineText(250),
  storeType: lineText(60),
  latitude: coordinate(90, 'latitude_invalid'),
  longitude: coordinate(180, 'longitude_invalid'),
  acceptPlace: z.optional(z.boolean('invalid')),
});
export type StoreLocationInput = z.output<typeof storeLocationInputSchema>;

/**
 * POST also takes the inquiry from which the store is added. A second store of one inquiry is refused (409
 * `store_added`), with the first as `current`.
 */
export const newStoreLocationSchema = z.object({
  ...storeLocationInputSchema.shape,
  inquiryId: z.optional(z.nullable(z.uuid('invalid'))),
});
export type NewStoreLocation = z.output<typeof newStoreLocationSchema>;

/**
 * PATCH also takes the `version` that it changes, and DELETE takes `?version=`; a stale one is a 409 with the location
 * as `current`.
 */
export const storeLocationChangeSchema = z.object({ ...storeLocationInputSchema.shape, version: versionField });
export type StoreLocationChange = z.output<typeof storeLocationChangeSchema>;

/** GET /api/store-locations, by name. Coordinates are decimal text with 7 decimals. */
export const publicStoreLocationSchema = z.object({
  id: z.string(),
  name: z.string(),
  storeType: z.string(),
  address: z.string(),
  latitude: z.string(),
  longitude: z.string(),
});
export type PublicStoreLocation = z.output<typeof publicStoreLocationSchema>;

/** GET /api/admin/store-locations, by name; times are ISO 8601. */
export const storeLocationSchema = z.object({
  ...publicStoreLocationSchema.shape,
  /** The inquiry from which it was added. */
  inquiryId: z.nullable(z.string()),
  /** Version of the row. */
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type StoreLocation = z.output<typeof storeLocationSchema>;
