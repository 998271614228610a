import { AppError } from '#server/errors.ts';
import { contentEditor } from '#server/features/content/editor.ts';
import type { ContentDeps, ContentItem } from '#server/features/content/service.ts';
import { keepPictures, requirePictures } from '#server/features/media/picture-facts.ts';
import {
  type AdminPictureSlot,
  type ChangedPictureSlot,
  PICTURE_SLOT_IDS,
  type PictureSlotChange,
} from '#shared/content/picture-slots.ts';
import { SLOT_CONTENT, slotKind, toSlotFields } from './kinds.ts';

const editor = contentEditor(slotKind, SLOT_CONTENT, toWire);

/** All slots with their drafts, in the order of brand/places.ts. */
export const listSlots = (deps: Pick<ContentDeps, 'db'>) => editor.list(deps, PICTURE_SLOT_IDS);

/**
 * Saves a picture for a slot: as a draft, or with `publish` at once.
 *
 * @throws AppError `not_found` · `stale_version` with the slot as `current` · `validation` an unknown picture, or at a
 * publish one without a description
 */
export async function saveSlot(
  deps: ContentDeps,
  id: string,
  { version, publish: isPublished, picture }: PictureSlotChange,
): Promise<ChangedPictureSlot> {
  const now = await editor.read(deps, id);
  if (version !== now.version) throw new AppError('stale_version', { current: now });
  await requirePictures(deps.db, [picture], () => 'picture');
  const saved = await editor.save(deps, id, { fields: { picture }, version, isPublished });
  await keepPictures(deps.db, [picture]);
  return saved;
}

/** Restores and publishes the brand's picture. @throws AppError `not_found` · `stale_version` */
export const resetSlot = (deps: ContentDeps, id: string, version: number | undefined) =>
  editor.reset(deps, id, version);

function toWire({ id, version, origin, changed, fields }: ContentItem): AdminPictureSlot {
  const { picture, pictures } = toSlotFields(fields);
  return {
    id,
    picture,
    pictures: { ...pictures },
    default: toSlotFields(slotKind.defaults.get(id) ?? {}).picture,
    isCustom: origin === 'custom',
    changed: [...changed],
    version,
  };
}
