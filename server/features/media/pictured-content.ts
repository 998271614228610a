import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ContentKind, Fields } from '#server/features/content/kind.ts';
import {
  type ContentDeps,
  type ContentItem,
  createDraft,
  findContent,
  type Kinds,
  publish,
  saveDraft,
} from '#server/features/content/service.ts';
import { withMissingSlugs } from '#server/features/content/slugs.ts';
import type { Localized } from '#shared/core/language.ts';
import { keepPictures, requirePictures } from './picture-facts.ts';

/** A kind of content whose items have pictures and their own page, such as products. */
export type PicturedKind<F extends { slug: Localized } & Record<Name, Localized>, Name extends string> = {
  kind: ContentKind;
  /** The kinds published together with it. */
  kinds: Kinds;
  /** The prefix of new ids. */
  idPrefix: string;
  toFields(saved: Fields): F;
  /** The field that provides the slug. */
  named: Name;
  picturesIn(change: Partial<F>): readonly string[];
  /** The field of the picture at this index. */
  picturePath(index: number): string;
  toWire(item: ContentItem): object;
};

/** Adds an item as a draft. Ids are ordered by creation. @throws AppError `validation` an unknown picture */
export async function createPictured<F extends { slug: Localized } & Record<Name, Localized>, Name extends string>(
  deps: ContentDeps,
  { kind, idPrefix, toFields, named, picturesIn, picturePath }: PicturedKind<F, Name>,
  input: Partial<F>,
): Promise<ContentItem> {
  const id = `${idPrefix}${deps.clock.now().getTime().toString(36)}${randomBytes(3).toString('hex')}`;
  await requirePictures(deps.db, picturesIn(input), picturePath);
  const empty = toFields({});
  const created = await createDraft(deps, kind, id, { ...empty, ...withMissingSlugs(empty, input, named) });
  await keepPictures(deps.db, picturesIn(input));
  return created;
}

/**
 * Changes fields of an item: as a draft, or with `isPublished` at once and only these. Hiding is never refused.
 *
 * @returns the revision of the publish; `null` when nothing was published
 * @throws AppError `not_found` · `stale_version` with the item as `current` · `validation` with the missing facts
 */
export async function changePictured<F extends { slug: Localized } & Record<Name, Localized>, Name extends string>(
  deps: ContentDeps,
  { kind, kinds, toFields, named, picturesIn, picturePath, toWire }: PicturedKind<F, Name>,
  id: string,
  { version, isPublished, change }: { version: number; isPublished: boolean; change: Partial<F> },
): Promise<number | null> {
  const saved = await findContent(deps, kind, id);
  const fields = saved ? withMissingSlugs(toFields(saved.fields), change, named) : change;
  // A stale version is reported before anything else.
  if (saved?.version === version) await requirePictures(deps.db, picturesIn(change), picturePath);
  const write = async () => {
    if (!isPublished) {
      await saveDraft(deps, kind, { id, fields, version }, toWire);
      return null;
    }
    const isHiding = isDeepStrictEqual(fields, { state: 'hidden' });
    const request = { kind: kind.kind, id, what: { fields }, version: isHiding ? undefined : version };
    return publish(deps, kinds, [request], { asCaller: toWire, isUrgent: isHiding });
  };
  const revision = await write();
  await keepPictures(deps.db, picturesIn(change));
  return revision?.id ?? null;
}
