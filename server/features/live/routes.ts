import type { App, BaseDeps } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import { EVENTS_PATH } from '#server/features/admin/guard.ts';
import { sessionToken } from '#server/features/admin/session-cookie.ts';
import { eventsQuerySchema } from '#shared/live.ts';
import { MAX_CURSOR_LENGTH } from '#shared/live-limits.ts';
import { readCursor } from './cursor.ts';
import type { LiveFeed } from './service.ts';

const TYPE = 'text/event-stream';

/** GET /api/admin/events: what changes, as it changes; registered behind the guard. */
export function addLiveRoutes(app: App, { config }: Pick<BaseDeps, 'config'>, feed: LiveFeed): void {
  app.get(
    EVENTS_PATH,
    // A HEAD of an endless answer would never end.
    { exposeHeadRoute: false, schema: { querystring: eventsQuerySchema, produces: [TYPE] } },
    (request, reply) => {
      // Only for those that mean it: a link that is opened, or a tool, would wait forever.
      if (!request.headers.accept?.includes(TYPE)) throw new AppError('not_acceptable');
      const last = request.headers['last-event-id'] ?? request.query.since ?? '';
      const since = typeof last === 'string' && last.length <= MAX_CURSOR_LENGTH ? readCursor(last) : null;
      const body = feed.open({ token: sessionToken(config, request) ?? '', since });
      return reply
        .type(TYPE)
        .headers({ 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' })
        .send(body);
    },
  );
}
