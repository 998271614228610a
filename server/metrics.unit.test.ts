import { expect, test } from 'vitest';
import { parsePrometheus, sampleValue } from '#test/prometheus.ts';
import { createMetrics, MetricsRegistry } from './metrics.ts';

test('a histogram counts each value in every bucket that includes it, bounds included', async () => {
  const registry = new MetricsRegistry();
  const seconds = registry.histogram<{ route: string }>('x_seconds', 'Help.', {
    labelNames: ['route'],
    buckets: [0.1, 1, 10],
  });
  for (const value of [0.05, 0.1, 0.5, 1, 11]) seconds.observe({ route: '/a' }, value);
  seconds.observe({ route: '/b' }, 2);
  const samples = parsePrometheus(await registry.text());
  const bucket = (route: string, le: string) => sampleValue(samples, 'x_seconds_bucket', { route, le });
  expect(['0.1', '1', '10', '+Inf'].map((le) => bucket('/a', le))).toEqual([2, 4, 4, 5]);
  expect(['0.1', '1', '10', '+Inf'].map((le) => bucket('/b', le))).toEqual([0, 0, 1, 1]);
  expect(sampleValue(samples, 'x_seconds_count', { route: '/a' })).toBe(5);
  expect(sampleValue(samples, 'x_seconds_sum', { route: '/a' })).toBeCloseTo(12.65);
});

test('label values with quotes, backslashes and line ends come back as they were', async () => {
  const registry = new MetricsRegistry();
  const odd = 'a"b\\c\nd';
  registry.counter<{ x: string }>('odd_total', 'Help.', [{ x: odd }]).inc({ x: odd }, 3);
  expect(parsePrometheus(await registry.text())).toEqual([{ name: 'odd_total', labels: { x: odd }, value: 3 }]);
});

test('an unset gauge has no value', async () => {
  const registry = new MetricsRegistry();
  const gauge = registry.gauge('room', 'Help.');
  expect(parsePrometheus(await registry.text())).toEqual([]);
  gauge.set({}, 2);
  expect(parsePrometheus(await registry.text())).toEqual([{ name: 'room', labels: {}, value: 2 }]);
});

test('a failing collector does not affect other metrics', async () => {
  const registry = new MetricsRegistry();
  const fine = registry.gauge('fine', 'Help.');
  registry.onCollect(() => Promise.reject(new Error('no database')));
  registry.onCollect(() => {
    throw new Error('at once');
  });
  registry.onCollect(() => fine.set({}, 1));
  expect(sampleValue(parsePrometheus(await registry.text()), 'fine')).toBe(1);
});

test('every metric of the shop exists from the start, in the strict format', async () => {
  const samples = parsePrometheus(await createMetrics().registry.text());
  const sources = samples.filter(({ name }) => name === 'shop_orders_total');
  expect(sources.map(({ labels, value }) => [labels.source, value])).toEqual(
    ['confirm', 'webhook', 'sweep', 'events', 'cancel'].map((source) => [source, 0]),
  );
});
