import { images } from '#brand/images.ts';
import { places } from '#brand/places.ts';
import { AppError } from '#server/errors.ts';
import type { ContentKind, Fields } from '#server/features/content/kind.ts';
import { pictureFactsOf, readPictureFacts } from '#server/features/media/picture-facts.ts';
import { PLACE_IDS } from '#shared/content/picture-places.ts';
import {
  isDescribed,
  mediaIdOf,
  type PictureFacts,
  type PictureName,
  type PlacedPictures,
  type PlaceId,
} from '#shared/content/picture-ref.ts';

/** `picture` is empty where the brand has none. */
type PlaceFields = { picture: PictureName | ''; pictures: Readonly<Record<string, PictureFacts>> };

/** Saved fields as a place's. */
export const toPlaceFields = (fields: Fields): PlaceFields => fields as PlaceFields;

const uploadedIn = ({ picture }: PlaceFields) => (mediaIdOf(picture) === null ? [] : [picture]);

/** Whether the picture exists and has alt texts, or is the brand's own choice. */
const isShowable = (id: string, { picture, pictures }: PlaceFields) =>
  mediaIdOf(picture) === null
    ? Object.hasOwn(images, picture) || picture === places[id as PlaceId]?.name
    : isDescribed(picture, pictures);

/** The pictures of the pages, by place, as content that the owner can change. */
export const placeKind: ContentKind = {
  kind: 'place',
  defaults: new Map(PLACE_IDS.map((id) => [id, { picture: places[id].name, pictures: {} }])),
  nameOf: (id) => id,
  prepare: async (db) => {
    const known = await readPictureFacts(db);
    const of = (fields: Fields) => ({ pictures: pictureFactsOf(uploadedIn(toPlaceFields(fields)), known) });
    return { ...placeKind, derived: { from: ['picture'], of } };
  },
  check: (changes) => {
    const isFaulty = changes.some(({ id, after }) => after && !isShowable(id, toPlaceFields(after)));
    if (isFaulty) throw new AppError('validation', { issues: [{ path: 'picture', code: 'picture_undescribed' }] });
  },
  picturesOf: (fields) => uploadedIn(toPlaceFields(fields)),
};

export const PLACE_CONTENT: readonly ContentKind[] = [placeKind];

type Snapshot = { items: ReadonlyMap<string, ReadonlyMap<string, Fields>> };

/** The pictures that replace those of brand/places.ts; a picture that the brand no longer has is dropped. */
export function placeContent(snapshot: Snapshot | null): { places?: PlacedPictures } {
  const own = PLACE_IDS.flatMap((id) => {
    const saved = snapshot?.items.get(placeKind.kind)?.get(id);
    if (!saved) return [];
    const { picture, pictures } = toPlaceFields(saved);
    if (picture === '' || picture === places[id].name) return [];
    const isKnown = Object.hasOwn(mediaIdOf(picture) === null ? images : pictures, picture);
    return isKnown ? [{ id, picture, pictures }] : [];
  });
  if (own.length === 0) return {};
  return {
    places: {
      names: Object.fromEntries(own.map(({ id, picture }) => [id, picture])),
      pictures: Object.assign({}, ...own.map(({ pictures }) => pictures)),
    },
  };
}
