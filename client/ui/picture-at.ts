import { places } from '#brand/places.ts';
import type { PictureName, PlaceId } from '#shared/content/picture-ref.ts';
import { pageContent } from '../lib/catalogue.ts';

type Placed = { name: PictureName; place: PlaceId; focal?: readonly [number, number] };

/** What stands at a place of the pages: the owner's picture, else the brand's with the point that it keeps in view there. */
export function pictureAt(place: PlaceId): Placed {
  const name = pageContent().places?.names[place];
  return name ? { name, place } : { ...places[place], place };
}
