import { AppError } from '#server/errors.ts';
import { contentEditor } from '#server/features/content/editor.ts';
import type { ContentDeps, ContentItem } from '#server/features/content/service.ts';
import { keepPictures, requirePictures } from '#server/features/media/picture-facts.ts';
import { type AdminPlace, type ChangedPlace, PLACE_IDS, type PlaceChange } from '#shared/content/picture-places.ts';
import { PLACE_CONTENT, placeKind, toPlaceFields } from './kinds.ts';

const editor = contentEditor(placeKind, PLACE_CONTENT, toWire);

/** All places with their drafts, in the order of brand/places.ts. */
export const listPlaces = (deps: Pick<ContentDeps, 'db'>) => editor.list(deps, PLACE_IDS);

/**
 * Saves a picture for a place: as a draft, or with `publish` at once.
 *
 * @throws AppError `not_found` · `stale_version` with the place as `current` · `validation` an unknown picture, or at a
 * publish one without a description
 */
export async function savePlace(
  deps: ContentDeps,
  id: string,
  { version, publish: isPublished, picture }: PlaceChange,
): Promise<ChangedPlace> {
  const now = await editor.read(deps, id);
  if (version !== now.version) throw new AppError('stale_version', { current: now });
  await requirePictures(deps.db, [picture], () => 'picture');
  const saved = await editor.save(deps, id, { fields: { picture }, version, isPublished });
  await keepPictures(deps.db, [picture]);
  return saved;
}

/** Restores and publishes the brand's picture. @throws AppError `not_found` · `stale_version` */
export const resetPlace = (deps: ContentDeps, id: string, version: number | undefined) =>
  editor.reset(deps, id, version);

function toWire({ id, version, origin, changed, fields }: ContentItem): AdminPlace {
  const { picture, pictures } = toPlaceFields(fields);
  return {
    id,
    picture,
    pictures: { ...pictures },
    default: toPlaceFields(placeKind.defaults.get(id) ?? {}).picture,
    isCustom: origin === 'custom',
    changed: [...changed],
    version,
  };
}
