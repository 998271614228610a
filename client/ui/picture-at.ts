import { places } from '#brand/places.ts';
import type { PictureName, PictureSlotId } from '#shared/content/picture-ref.ts';
import { pageContent } from '../lib/catalogue.ts';

type SlotPicture = { name: PictureName; slot: PictureSlotId; focal?: readonly [number, number] };

/** The picture of a slot: the owner's, else the brand's with its focal point for this slot. */
export function pictureAt(slot: PictureSlotId): SlotPicture {
  const name = pageContent().places?.names[slot];
  return name ? { name, slot } : { ...places[slot], slot };
}
