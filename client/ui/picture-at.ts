import { places } from '#brand/places.ts';
import type { PictureName, PlaceId } from '#shared/content/picture-ref.ts';
import { pageContent } from '../lib/catalogue.ts';

type Placed = { name: PictureName; place: PlaceId; focal?: readonly [number, number] };

/** The picture of a place: the owner's, else the brand's with its focal point for this place. */
export function pictureAt(place: PlaceId): Placed {
  const name = pageContent().places?.names[place];
  return name ? { name, place } : { ...places[place], place };
}
