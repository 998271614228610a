import * as z from 'zod/mini';
import type { App, BaseDeps } from '#server/deps.ts';
import { limitOverall, limitRequests } from '#server/plugins/limits/rate-limit.ts';
import { pageErrorSchema } from '#shared/content/page-errors.ts';

const BODY_LIMIT = 2 * 1024;
const PER_MINUTE = 30;
const PER_MINUTE_OVERALL = 120;

/** POST /api/page-errors: parts of pages that failed in a browser, one log line each. Anybody can send one. */
export function addPageErrorRoute(app: App, { log }: Pick<BaseDeps, 'log'>): void {
  app.post(
    '/api/page-errors',
    {
      bodyLimit: BODY_LIMIT,
      onRequest: limitRequests(app, PER_MINUTE),
      preHandler: limitOverall(PER_MINUTE_OVERALL),
      schema: {
        summary: 'A part of a page that failed in a browser',
        body: pageErrorSchema,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { page, ...report } = request.body;
      log.warn({ event: 'page_error', page: pageOf(page), ...report }, 'a part of a page failed in a browser');
      return reply.status(204).send(null);
    },
  );
}

/** At most two segments of the path, in the form of our own pages: without an order's token or a row of the admin. */
function pageOf(path: string): string {
  if (path.startsWith('/order/')) return '/order/…';
  return /^\/[a-z-]{0,30}(?:\/[a-z0-9-]{1,60}(?=\/|$))?(?=\/|$)/.exec(path)?.[0] ?? '…';
}
