import * as z from 'zod/mini';
import { places } from '#brand/places.ts';
import { sections } from '#brand/sections.ts';
import { changeFields } from './item.ts';
import { pictureFactsSchema, pictureNameField } from './media.ts';
import type { PictureSlotId } from './picture-ref.ts';

const isOn = (id: string) => sections.wholesale || !id.startsWith('wholesale');

/**
 * The picture slots on this shop's pages, in the order of brand/places.ts. The brand, the path of the calls and stored
 * content call a slot a `place`.
 */
export const PICTURE_SLOT_IDS: readonly PictureSlotId[] = (Object.keys(places) as PictureSlotId[]).filter(isOn);

export const pictureSlotParamsSchema = z.object({
  id: z.string('invalid').check(z.regex(/^[A-Za-z][A-Za-z0-9]{0,39}$/, 'invalid')),
});

/** PUT /api/admin/places/{id}: the picture, and the `version` that it changes; `publish: true` publishes it at once. */
export const pictureSlotChangeSchema = z.object({
  picture: pictureNameField,
  ...changeFields,
});
export type PictureSlotChange = z.output<typeof pictureSlotChangeSchema>;

/**
 * A slot for the admin: its picture with the draft over the published one. `pictures` has the facts of an uploaded one,
 * `default` is the brand's own, `changed` lists unpublished fields.
 */
export const adminPictureSlotSchema = z.object({
  id: z.string(),
  picture: z.string(),
  pictures: z.record(z.string(), pictureFactsSchema),
  default: z.string(),
  isCustom: z.boolean(),
  changed: z.array(z.string()),
  version: z.int(),
});
export type AdminPictureSlot = z.output<typeof adminPictureSlotSchema>;
