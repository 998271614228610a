import { createHash, timingSafeEqual } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';
import type { Connection } from '#server/db/connect.ts';
import type { Metrics, MetricsRegistry } from '#server/metrics.ts';

const LAG_RESOLUTION_MS = 20;

/**
 * `GET /metrics`. Where it is not open it is not there: the 404 is that of any unknown path. No address is let in by
 * itself, since behind a proxy everybody's is the proxy's.
 */
export function addMetrics(
  app: FastifyInstance,
  { config, metrics, connection }: { config: Config; metrics: Metrics; connection: Pick<Connection, 'ping'> },
): void {
  const { registry } = metrics;
  addProcessFigures(app, registry);
  const isUp = registry.gauge<Record<string, never>>('shop_database_up', 'Whether the database answered just now.');
  registry.onCollect(async () => {
    isUp.set({}, 0);
    await connection.ping();
    isUp.set({}, 1);
  });
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!config.metricsPublic && !hasToken(request.headers.authorization, config.metricsToken)) {
      return reply.callNotFound();
    }
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await registry.text());
  });
}

function hasToken(header: string | undefined, token: string | undefined): boolean {
  if (token === undefined || header === undefined) return false;
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(header.replace(/^Bearer /i, '')), hash(token));
}

/** Under the names that Prometheus' own clients use, so that ready-made dashboards fit. */
function addProcessFigures(app: FastifyInstance, registry: MetricsRegistry): void {
  const gauge = (name: string, help: string) => {
    const one = registry.gauge<Record<string, never>>(name, help);
    return (value: number) => one.set({}, value);
  };
  const delay = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS });
  // It measures from one look to the next, which is this long when nothing is late.
  const lag = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - LAG_RESOLUTION_MS / 1000);
  delay.enable();
  app.addHook('onClose', async () => void delay.disable());
  const resident = gauge('process_resident_memory_bytes', 'Memory of the process.');
  const heap = gauge('nodejs_heap_size_used_bytes', 'Memory that the program itself holds.');
  const lagP50 = gauge(
    'nodejs_eventloop_lag_p50_seconds',
    'Half of the waits in the event loop since the last reading.',
  );
  const lagP99 = gauge('nodejs_eventloop_lag_p99_seconds', 'All but one in a hundred of them.');
  const lagMax = gauge('nodejs_eventloop_lag_max_seconds', 'The longest of them.');
  const cpu = registry.counter<Record<string, never>>('process_cpu_seconds_total', 'Processor time.', [{}]);
  gauge('process_start_time_seconds', 'When the process began.')(Math.round(performance.timeOrigin / 1000));
  let counted = 0;
  registry.onCollect(() => {
    const { rss, heapUsed } = process.memoryUsage();
    resident(rss);
    heap(heapUsed);
    lagP50(lag(delay.percentile(50)));
    lagP99(lag(delay.percentile(99)));
    lagMax(lag(delay.max));
    delay.reset();
    const { user, system } = process.cpuUsage();
    cpu.inc({}, (user + system) / 1e6 - counted);
    counted = (user + system) / 1e6;
  });
}
