import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { App } from '#server/deps.ts';
import type { Changed } from '#shared/content/item.ts';
import { versionQuerySchema } from '#shared/core/fields.ts';
import type { ContentEditor, ItemChange } from './editor.ts';
import type { ContentDeps } from './service.ts';

/** The schema of `Changed`. */
export const changedOf = <Shape extends z.core.$ZodShape>(item: z.ZodMiniObject<Shape>) =>
  z.object({ ...item.shape, revision: z.nullable(z.int()) });

/**
 * `PUT path` saves an item, as a draft or published at once; `DELETE path?version=` restores the brand's own. Both answer
 * the item and its revision. A stale `version` is a 409 with the item as `current`.
 *
 * @param calls.id of the only item; without it, the path's only parameter, of the schema `params`, is the id
 * @param calls.save by default every field of the change, as it is
 */
export function addChangeRoutes<Wire extends object, Shape extends z.core.$ZodShape, Change extends ItemChange>(
  app: App,
  deps: ContentDeps,
  path: string,
  calls: {
    editor: ContentEditor<Wire>;
    id?: string;
    params?: z.ZodMiniType;
    item: z.ZodMiniObject<Shape>;
    change: z.ZodMiniType<Change>;
    save?: (deps: ContentDeps, id: string, change: Change) => Promise<Changed<Wire>>;
    bodyLimit?: number;
  },
): void {
  const { editor, params, change, save = editor.save, bodyLimit } = calls;
  // Fastify warns about a key `params` without a schema.
  const schema = { ...(params && { params }), response: { 200: changedOf(calls.item) as z.ZodMiniType } };
  const idOf = ({ params: found }: FastifyRequest) => calls.id ?? String(Object.values(found as object)[0]);
  app.put(path, { bodyLimit, schema: { ...schema, body: change } }, (request) =>
    save(deps, idOf(request), request.body as Change),
  );
  app.delete(path, { schema: { ...schema, querystring: versionQuerySchema } }, (request) =>
    editor.reset(deps, idOf(request), request.query.version),
  );
}
