import { AppError } from '#server/errors.ts';
import {
  type ContentDeps,
  type ContentItem,
  findContent,
  listContent,
  publish,
  saveDraft,
} from '#server/features/content/service.ts';
import { keepPictures, requirePictures } from '#server/features/media/picture-facts.ts';
import { type AdminPlace, type ChangedPlace, PLACE_IDS, type PlaceChange } from '#shared/content/picture-places.ts';
import { PLACE_CONTENT, placeKind, toPlaceFields } from './kinds.ts';

/** All places with their drafts, in the order of brand/places.ts. */
export async function listPlaces(deps: Pick<ContentDeps, 'db'>): Promise<AdminPlace[]> {
  const items = new Map((await listContent(deps, placeKind)).map((item) => [item.id, item]));
  return PLACE_IDS.flatMap((id) => {
    const item = items.get(id);
    return item ? [toWire(item)] : [];
  });
}

async function getPlace(deps: Pick<ContentDeps, 'db'>, id: string): Promise<AdminPlace> {
  const item = placeKind.defaults.has(id) ? await findContent(deps, placeKind, id) : null;
  if (!item) throw new AppError('not_found');
  return toWire(item);
}

/**
 * Puts a picture in a place: as a draft, or with `publish` at once.
 *
 * @throws AppError `not_found` · `stale_version` with the place as `current` · `validation` an unknown picture, or at a
 *   publish one that nobody has described
 */
export async function savePlace(
  deps: ContentDeps,
  id: string,
  { version, publish: isPublished = false, picture }: PlaceChange,
): Promise<ChangedPlace> {
  const now = await getPlace(deps, id);
  if (version !== now.version) throw new AppError('stale_version', { current: now });
  await requirePictures(deps.db, [picture], () => 'picture');
  const write = async (): Promise<ChangedPlace> => {
    if (isPublished) return publishOne(deps, { id, what: { fields: { picture } }, version });
    return {
      ...toWire(await saveDraft(deps, placeKind, { id, fields: { picture }, version }, toWire)),
      revision: null,
    };
  };
  const saved = await write();
  await keepPictures(deps.db, [picture]);
  return saved;
}

/** Brings the brand's picture back, and publishes that. @throws AppError `not_found` · `stale_version` */
export async function resetPlace(deps: ContentDeps, id: string, version: number | undefined): Promise<ChangedPlace> {
  await getPlace(deps, id);
  return publishOne(deps, { id, what: 'remove', version });
}

type Request = { id: string; what: { fields: object } | 'remove'; version: number | undefined };

async function publishOne(deps: ContentDeps, { id, what, version }: Request): Promise<ChangedPlace> {
  const request = {
    kind: placeKind.kind,
    id,
    what: what === 'remove' ? what : { fields: { ...what.fields } },
    version,
  };
  const revision = await publish(deps, PLACE_CONTENT, [request], { asCaller: toWire });
  return { ...(await getPlace(deps, id)), revision: revision?.id ?? null };
}

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
