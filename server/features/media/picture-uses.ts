import { type ContentDeps, type Kinds, listContent } from '#server/features/content/service.ts';
import type { PictureUse } from '#shared/content/media.ts';
import { mediaIdOf } from '#shared/content/picture-ref.ts';

/** The content that shows each uploaded picture, published or as a draft, by the picture's id. */
export async function findPictureUses(
  deps: Pick<ContentDeps, 'db'>,
  kinds: Kinds,
): Promise<ReadonlyMap<string, PictureUse[]>> {
  const uses = new Map<string, PictureUse[]>();
  for (const kind of kinds) {
    const { picturesOf } = kind;
    if (!picturesOf) continue;
    for (const { id, fields, published } of await listContent(deps, kind)) {
      const use = { kind: kind.kind, id, name: kind.nameOf(id, fields) };
      const named = [fields, published ?? {}].flatMap((each) => picturesOf(each));
      for (const picture of new Set(named.flatMap((name) => mediaIdOf(name) ?? []))) {
        uses.set(picture, [...(uses.get(picture) ?? []), use]);
      }
    }
  }
  return uses;
}
