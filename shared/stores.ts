import * as z from 'zod/mini';
import { lineText, versionField } from './fields.ts';

/** A number, or its plain decimal text; Infinity, NaN, hex, exponents and blanks are refused. */
function coordinate(limit: number, code: string) {
  return z.pipe(
    z.union([z.number(code), z.string(code).check(z.regex(/^\s*[+-]?\d{1,3}(\.\d{0,20})?\s*$/, code))], code),
    z.pipe(
      z.transform((value: number | string) => Number(value)),
      z.number(code).check(z.minimum(-limit, code), z.maximum(limit, code)),
    ),
  );
}

/**
 * POST /api/admin/store-locations (201) and PATCH …/{id} (200), which answer the location; DELETE …/{id} answers 204.
 * `storeType` is one of `STORE_TYPES` or the owner's own word.
 */
export const storeLocationInputSchema = z.object({
  name: lineText(120),
  address: lineText(250),
  storeType: lineText(60),
  latitude: coordinate(90, 'latitude_invalid'),
  longitude: coordinate(180, 'longitude_invalid'),
});
export type StoreLocationInput = z.output<typeof storeLocationInputSchema>;

/**
 * PATCH also takes the `version` that it changes, and DELETE takes `?version=`; a stale one is a 409 with the location as
 * `current`.
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
  /** Version of the row. */
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type StoreLocation = z.output<typeof storeLocationSchema>;
