import { images } from '#brand/images.ts';
import { places } from '#brand/places.ts';
import { AppError } from '#server/errors.ts';
import type { ContentKind, Fields } from '#server/features/content/kind.ts';
import { pictureFactsOf, readPictureFacts } from '#server/features/media/picture-facts.ts';
import {
  isDescribed,
  mediaIdOf,
  type PictureFacts,
  type PictureName,
  type PictureSlotId,
  type SlotPictures,
} from '#shared/content/picture-ref.ts';
import { PICTURE_SLOT_IDS } from '#shared/content/picture-slots.ts';

/** `picture` is empty where the brand has none. */
type SlotFields = { picture: PictureName | ''; pictures: Readonly<Record<string, PictureFacts>> };

/** Saved fields as those of a slot. */
export const toSlotFields = (fields: Fields): SlotFields => fields as SlotFields;

const uploadedIn = ({ picture }: SlotFields) => (mediaIdOf(picture) === null ? [] : [picture]);

/** Whether the picture exists and has alt texts, or is the brand's own choice. */
const isShowable = (id: string, { picture, pictures }: SlotFields) =>
  mediaIdOf(picture) === null
    ? Object.hasOwn(images, picture) || picture === places[id as PictureSlotId]?.name
    : isDescribed(picture, pictures);

/** The pictures of the pages, by slot, as content that the owner can change. */
export const slotKind: ContentKind = {
  kind: 'place',
  defaults: new Map(PICTURE_SLOT_IDS.map((id) => [id, { picture: places[id].name, pictures: {} }])),
  nameOf: (id) => id,
  prepare: async (db) => {
    const known = await readPictureFacts(db);
    const of = (fields: Fields) => ({ pictures: pictureFactsOf(uploadedIn(toSlotFields(fields)), known) });
    return { ...slotKind, derived: { from: ['picture'], of } };
  },
  check: (changes) => {
    const isFaulty = changes.some(({ id, after }) => after && !isShowable(id, toSlotFields(after)));
    if (isFaulty) throw new AppError('validation', { issues: [{ path: 'picture', code: 'picture_undescribed' }] });
  },
  picturesOf: (fields) => uploadedIn(toSlotFields(fields)),
};

export const SLOT_CONTENT: readonly ContentKind[] = [slotKind];

type Snapshot = { items: ReadonlyMap<string, ReadonlyMap<string, Fields>> };

/** The pictures that replace those of brand/places.ts; a picture that the brand no longer has is dropped. */
export function slotContent(snapshot: Snapshot | null): { places?: SlotPictures } {
  const own = PICTURE_SLOT_IDS.flatMap((id) => {
    const saved = snapshot?.items.get(slotKind.kind)?.get(id);
    if (!saved) return [];
    const { picture, pictures } = toSlotFields(saved);
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
