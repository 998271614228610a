import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Database } from '#server/db/connect.ts';
import type { ListQuery, PagedList } from '#server/db/paged-list.ts';
import type { App } from '#server/deps.ts';
import { NEXT_CURSOR_HEADER } from '#shared/core/list-limits.ts';
import { isWholeList } from '#shared/core/lists.ts';
import { sendJsonList } from './streams.ts';

/** `GET path`: a page and the cursor of the next one, or the whole list without parameters. */
export function addListRoute<Wire, Query extends ListQuery>(
  app: App,
  path: string,
  {
    db,
    query: schema,
    item,
    list,
    check,
  }: {
    db: Database;
    query: z.ZodMiniType<Query>;
    item: z.ZodMiniType<Wire>;
    list: PagedList<Wire, Query>;
    /** Throws for a query that its caller may not ask. */
    check?: (query: Query, staff: FastifyRequest['staff']) => void;
  },
): void {
  app.get(path, { schema: { querystring: schema, response: { 200: z.array(item) } } }, async (request, reply) => {
    // The type provider cannot resolve a generic schema.
    const query = request.query as Query;
    check?.(query, request.staff);
    // Fields hidden from a helper are removed before the answer is written as JSON, so a helper always gets a page.
    if (isWholeList(query) && request.staff?.role !== 'helper') return sendJsonList(reply, list.stream(db, query));
    const { items, nextCursor } = await list.getPage(db, query);
    if (nextCursor) reply.header(NEXT_CURSOR_HEADER, nextCursor);
    return items;
  });
}
