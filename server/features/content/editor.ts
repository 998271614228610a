import { AppError } from '#server/errors.ts';
import type { Changed } from '#shared/content/item.ts';
import type { ContentKind, Fields } from './kind.ts';
import {
  type ContentDeps,
  type ContentItem,
  findContent,
  type Kinds,
  listContent,
  publish,
  saveDraft,
} from './service.ts';

/** The fields of a change, with what `changeFields` adds to them. */
export type ItemChange = Fields & { version?: number | undefined; publish?: boolean | undefined };
export type ContentEditor<Wire extends object> = ReturnType<typeof contentEditor<Wire>>;

/**
 * The admin's calls for a kind of content whose items come from the brand, the same for all such kinds.
 *
 * @param kinds those published together with it
 * @param toWire an item in the form of the admin's API
 */
export function contentEditor<Wire extends object>(
  kind: ContentKind,
  kinds: Kinds,
  toWire: (item: ContentItem) => Wire,
) {
  async function read(deps: Pick<ContentDeps, 'db'>, id: string): Promise<Wire> {
    const item = kind.defaults.has(id) ? await findContent(deps, kind, id) : null;
    if (!item) throw new AppError('not_found');
    return toWire(item);
  }

  async function publishOne(
    deps: ContentDeps,
    id: string,
    what: { fields: object } | 'remove',
    version: number | undefined,
  ): Promise<Changed<Wire>> {
    const request = { kind: kind.kind, id, what: what === 'remove' ? what : { fields: { ...what.fields } }, version };
    const revision = await publish(deps, kinds, [request], { asCaller: toWire });
    return { ...(await read(deps, id)), revision: revision?.id ?? null };
  }

  return {
    /** @throws AppError `not_found` */
    read,

    /** The items with these ids, in this order; missing ones are left out. */
    async list(deps: Pick<ContentDeps, 'db'>, ids: readonly string[]): Promise<Wire[]> {
      const items = new Map((await listContent(deps, kind)).map((item) => [item.id, item]));
      return ids.flatMap((id) => {
        const item = items.get(id);
        return item ? [toWire(item)] : [];
      });
    },

    /**
     * Saves fields: as a draft, or with `publish` at once.
     *
     * @throws AppError `not_found` · `stale_version` with the item as `current` · `validation` what may not be public
     */
    async save(
      deps: ContentDeps,
      id: string,
      { version, publish: isPublished, ...fields }: ItemChange,
    ): Promise<Changed<Wire>> {
      if (isPublished) return publishOne(deps, id, { fields }, version);
      const draft = await saveDraft(deps, kind, { id, fields, version }, toWire);
      return { ...toWire(draft), revision: null };
    },

    /**
     * Restores the brand's own and publishes it. To get back what was public, restore the previous revision.
     *
     * @throws AppError `not_found` · `stale_version`
     */
    async reset(deps: ContentDeps, id: string, version: number | undefined): Promise<Changed<Wire>> {
      await read(deps, id);
      return publishOne(deps, id, 'remove', version);
    },
  };
}
