import { places } from '#brand/places.ts';
import type { PictureName, PlaceId } from '#shared/content/picture-ref.ts';
import { pageContent } from '../lib/catalogue.ts';

type Placed<Place extends PlaceId> = {
  name: PictureName | (typeof places)[Place]['name'];
  place: PlaceId;
  focal?: readonly [number, number];
};

/**
 * The picture of a place: the owner's, else the brand's with its focal point for this place. Its name is empty if the
 * brand has none.
 */
export function pictureAt<Place extends PlaceId>(place: Place): Placed<Place> {
  const name = pageContent().places?.names[place];
  return name ? { name, place } : { ...places[place], place };
}
