import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';
import { logContext } from '#server/log.ts';
import type { Metrics } from '#server/metrics.ts';

/**
 * Of each call under /api one log line and one measured duration, and its id on every line that is logged meanwhile.
 * Both name the route's pattern, never the address: that may hold an order's token. Pages have none of it (they are
 * answered from memory, and a line would halve their speed) unless LOG_PAGE_VIEWS asks for a line.
 */
export function addRequestLog(app: FastifyInstance, config: Config, metrics: Metrics): void {
  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/api/')) return;
    // Here and not at the start: reading a body would lose the context.
    const isolate = (request: FastifyRequest, _reply: FastifyReply, done: () => void) =>
      logContext.run({ reqId: request.id }, done);
    route.preValidation = [isolate, ...listOf(route.preValidation)];
    const record = (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
      const { method } = request;
      const { statusCode: status, elapsedTime } = reply;
      metrics.requestSeconds.observe({ method, route: route.url, status: String(status) }, elapsedTime / 1000);
      const line = { event: 'request', method, route: route.url, status, ms: Math.round(elapsedTime * 10) / 10 };
      request.log.info(line, 'request answered');
      done();
    };
    route.onResponse = [...listOf(route.onResponse), record];
  });
  if (config.logPageViews) {
    app.addHook('onResponse', async (request, { statusCode: status, elapsedTime }) => {
      if (request.url.startsWith('/api/')) return;
      const line = {
        event: 'page',
        method: request.method,
        path: pathOf(request),
        status,
        ms: Math.round(elapsedTime * 10) / 10,
      };
      request.log.info(line, 'page answered');
    });
  }
}

/** Names each request, and counts them on the way: a hook of its own would cost more. */
export function requestNames(metrics: Metrics): () => string {
  const count = requestCounter(metrics);
  return () => {
    count();
    return crypto.randomUUID();
  };
}

/** What counts a request: an addition, put to the figures when someone reads them. */
export function requestCounter({ registry, requests }: Metrics): () => void {
  let seen = 0;
  let counted = 0;
  registry.onCollect(() => {
    requests.inc({}, seen - counted);
    counted = seen;
  });
  return () => {
    seen += 1;
  };
}

function listOf<T>(hooks: T | T[] | undefined): T[] {
  if (hooks === undefined) return [];
  return Array.isArray(hooks) ? hooks : [hooks];
}

/** Without the query, which may hold a payment's secret, and without an order's token. */
function pathOf(request: FastifyRequest): string {
  const path = request.url.split('?', 1)[0] ?? '/';
  return path.replace(/^\/order\/.*/s, '/order/…').slice(0, 200);
}
