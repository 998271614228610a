import { places } from '#brand/places.ts';
import type { PictureName, PictureSlotId } from '#shared/content/picture-ref.ts';
import { pageContent } from '../lib/catalogue.ts';

type SlotPicture<Slot extends PictureSlotId> = {
  name: PictureName | (typeof places)[Slot]['name'];
  slot: PictureSlotId;
  focal?: readonly [number, number];
};

/**
 * The picture of a slot: the owner's, else the brand's with its focal point for this slot. Its name is empty if the
 * brand has none.
 */
export function pictureAt<Slot extends PictureSlotId>(slot: Slot): SlotPicture<Slot> {
  const name = pageContent().places?.names[slot];
  return name ? { name, slot } : { ...places[slot], slot };
}
