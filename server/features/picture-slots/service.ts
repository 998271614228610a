import { AppError } from '#server/errors.ts';
import { contentEditor } from '#server/features/content/editor.ts';
import type { ContentDeps, ContentItem } from '#server/features/content/service.ts';
import { keepPictures, requirePictures } from '#server/features/media/picture-facts.ts';
import type { Changed } from '#shared/content/item.ts';
import type { AdminPictureSlot, PictureSlotChange } from '#shared/content/picture-slots.ts';
import { SLOT_CONTENT, slotKind, toSlotFields } from './kinds.ts';

export const slotEditor = contentEditor(slotKind, SLOT_CONTENT, toWire);

/**
 * Saves a picture for a slot: as a draft, or with `publish` at once.
 *
 * @throws AppError `not_found` · `stale_version` with the slot as `current` · `validation` an unknown picture, or at a
 * publish one without a description
 */
export async function saveSlot(
  deps: ContentDeps,
  id: string,
  { version, publish, picture }: PictureSlotChange,
): Promise<Changed<AdminPictureSlot>> {
  const now = await slotEditor.read(deps, id);
  if (version !== now.version) throw new AppError('stale_version', { current: now });
  await requirePictures(deps.db, [picture], () => 'picture');
  const saved = await slotEditor.save(deps, id, { picture, version, publish });
  await keepPictures(deps.db, [picture]);
  return saved;
}

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
