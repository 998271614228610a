import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';
import type { Connection } from '#server/db/connect.ts';
import { ReadOnlyDatabaseError } from '#server/db/postgres/read-only.ts';
import type { Metrics } from '#server/metrics.ts';

/**
 * `GET /metrics`. Without access it answers like any unknown path (404). No IP address is trusted, because behind a
 * proxy every caller has the proxy's.
 */
export function addMetrics(
  app: FastifyInstance,
  { config, metrics, connection }: { config: Config; metrics: Metrics; connection: Pick<Connection, 'ping'> },
): void {
  const { registry } = metrics;
  registry.addProcessMetrics();
  const isUp = registry.gauge('shop_database_up', 'Whether the database answered just now.');
  const isReadOnly = registry.gauge(
    'shop_database_read_only',
    'Whether the database answered that it takes no changes.',
  );
  registry.onCollect(async () => {
    isUp.set({}, 0);
    isReadOnly.set({}, 0);
    try {
      await connection.ping();
    } catch (error) {
      if (!(error instanceof ReadOnlyDatabaseError)) throw error;
      isReadOnly.set({}, 1);
    }
    isUp.set({}, 1);
  });
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!config.metricsPublic && !hasToken(request.headers.authorization, config.metricsToken)) {
      return reply.callNotFound();
    }
    return reply.type(registry.contentType).send(await registry.text());
  });
}

function hasToken(header: string | undefined, token: string | undefined): boolean {
  if (token === undefined || header === undefined) return false;
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(header.replace(/^Bearer /i, '')), hash(token));
}
