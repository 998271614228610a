import * as z from 'zod/mini';
import { places } from '#brand/places.ts';
import { sections } from '#brand/sections.ts';
import { pictureFactsSchema, pictureNameField } from './media.ts';
import type { PlaceId } from './picture-ref.ts';

const isOn = (id: string) => sections.wholesale || !id.startsWith('wholesale');

/** The places on this shop's pages, in the order of brand/places.ts. */
export const PLACE_IDS: readonly PlaceId[] = (Object.keys(places) as PlaceId[]).filter(isOn);

export const placeParamsSchema = z.object({
  id: z.string('invalid').check(z.regex(/^[A-Za-z][A-Za-z0-9]{0,39}$/, 'invalid')),
});

/** PUT /api/admin/places/{id}: the picture, and the `version` that it changes; `publish: true` publishes it at once. */
export const placeChangeSchema = z.object({
  picture: pictureNameField,
  version: z.int('required').check(z.nonnegative('invalid')),
  publish: z.optional(z.boolean('invalid')),
});
export type PlaceChange = z.output<typeof placeChangeSchema>;

/**
 * A place for the admin: its picture with the draft over the published one; `pictures` has the facts of an uploaded
 * one, `default` is the brand's own; `changed` lists unpublished fields.
 */
export const adminPlaceSchema = z.object({
  id: z.string(),
  picture: z.string(),
  pictures: z.record(z.string(), pictureFactsSchema),
  default: z.string(),
  isCustom: z.boolean(),
  changed: z.array(z.string()),
  version: z.int(),
});
export type AdminPlace = z.output<typeof adminPlaceSchema>;

/** The answer of a change: the place, and the revision that it published; `null` when it published nothing. */
export const changedPlaceSchema = z.object({ ...adminPlaceSchema.shape, revision: z.nullable(z.int()) });
export type ChangedPlace = z.output<typeof changedPlaceSchema>;
