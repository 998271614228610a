import * as z from 'zod/mini';
import type { Database } from '#server/db/connect.ts';
import type { ListQuery, PagedList } from '#server/db/paged-list.ts';
import type { App } from '#server/deps.ts';
import { NEXT_CURSOR_HEADER } from '#shared/core/list-limits.ts';
import { isWholeList } from '#shared/core/lists.ts';
import { sendJsonList } from './streams.ts';

/** `GET path`: a page and the cursor of the next one, or the whole list without parameters. */
export function addListRoute<Wire, Status extends string, Sort extends string>(
  app: App,
  path: string,
  {
    db,
    query,
    item,
    list,
  }: {
    db: Database;
    query: z.ZodMiniType<ListQuery<Status, Sort>>;
    item: z.ZodMiniType<Wire>;
    list: PagedList<Wire, Status, Sort>;
  },
): void {
  app.get(path, { schema: { querystring: query, response: { 200: z.array(item) } } }, async (request, reply) => {
    if (isWholeList(request.query)) return sendJsonList(reply, list.stream(db, {}));
    const { items, nextCursor } = await list.getPage(db, request.query);
    if (nextCursor) reply.header(NEXT_CURSOR_HEADER, nextCursor);
    return items;
  });
}
