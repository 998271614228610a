import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { logContext } from '#server/log.ts';
import type { Metrics } from '#server/metrics.ts';
import { LineQuota } from './limits/line-quota.ts';

/** Statuses of calls over a limit. A flood of such lines could fill the disk; metrics count each. */
const FOR_THEIR_NUMBER: ReadonlySet<number> = new Set([429, 503]);
const REFUSALS_A_SECOND = 20;

/**
 * Logs one line and measures the duration of each call under /api, and puts its id on every line logged meanwhile. Both
 * use the route's pattern, because the URL may contain an order's token. Pages are not logged: they are served from
 * memory, and a line would halve their rate.
 */
export function addRequestLog(app: FastifyInstance, metrics: Metrics): void {
  const refusals = new LineQuota(REFUSALS_A_SECOND, (lines) =>
    app.log.info({ event: 'requests_unlogged', lines }, 'more requests were refused for their number'),
  );
  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/api/')) return;
    // In this hook, not in onRequest: reading a body would lose the context.
    const isolate = (request: FastifyRequest, _reply: FastifyReply, done: () => void) =>
      logContext.run({ reqId: request.id }, done);
    route.preValidation = [isolate, ...listOf(route.preValidation)];
    const record = (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
      const { method } = request;
      const { statusCode: status, elapsedTime } = reply;
      metrics.requestSeconds.observe({ method, route: route.url, status: String(status) }, elapsedTime / 1000);
      if (!FOR_THEIR_NUMBER.has(status) || refusals.take()) {
        const line = { event: 'request', method, route: route.url, status, ms: Math.round(elapsedTime * 10) / 10 };
        request.log.info(line, 'request answered');
      }
      done();
    };
    route.onResponse = [...listOf(route.onResponse), record];
  });
}

/** Gives each request an id and counts it here, because a separate hook would cost more. */
export function requestNames(metrics: Metrics): () => string {
  const count = requestCounter(metrics);
  return () => {
    count();
    return crypto.randomUUID();
  };
}

/** Counts requests in memory; the metrics take over the number when they are read. */
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
