import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { startReconciliation } from '#server/features/settlement/reconcile.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { parsePrometheus, sampleValue } from '#test/prometheus.ts';

let shop: TestApp | undefined;
afterEach(() => shop?.close());

const PRODUCTION = { NODE_ENV: 'production', ALLOW_SANDBOX_PAYMENTS: 'true' };
const TOKEN = 'a-token-of-24-characters';

/** The status for a caller with these headers. */
async function statusFor(headers: Record<string, string> = {}, remoteAddress = '127.0.0.1'): Promise<number> {
  return (await (shop as TestApp).app.inject({ url: '/metrics', headers, remoteAddress })).statusCode;
}

test('outside production the metrics are open', async () => {
  shop = await startTestApp();
  const answer = await shop.app.inject('/metrics');
  expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  const samples = parsePrometheus(answer.body);
  expect(sampleValue(samples, 'shop_database_up')).toBe(1);
  expect(sampleValue(samples, 'process_resident_memory_bytes')).toBeGreaterThan(1e7);
});

test('in production metrics need a token, even on this machine, and answer like an unknown path without', async () => {
  shop = await startTestApp({ env: PRODUCTION });
  for (const address of ['127.0.0.1', '203.0.113.9']) expect(await statusFor({}, address)).toBe(404);
  expect(await statusFor({ authorization: 'Bearer undefined' })).toBe(404);
  const [hidden, unknown] = await Promise.all([shop.app.inject('/metrics'), shop.app.inject('/metric')]);
  expect(hidden.body).toBe(unknown.body);
  expect(hidden.headers['content-type']).toBe(unknown.headers['content-type']);
});

test('in production the whole token opens them, and no part of it', async () => {
  shop = await startTestApp({ env: { ...PRODUCTION, METRICS_TOKEN: TOKEN } });
  expect(await statusFor({ authorization: `Bearer ${TOKEN}` }, '203.0.113.9')).toBe(200);
  for (const header of ['', 'Bearer', `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, `Basic ${TOKEN}`]) {
    expect(await statusFor({ authorization: header }), header).toBe(404);
  }
});

test('a token protects them outside production too', async () => {
  shop = await startTestApp({ env: { METRICS_TOKEN: TOKEN } });
  expect(await statusFor()).toBe(404);
  expect(await statusFor({ authorization: `Bearer ${TOKEN}` })).toBe(200);
});

test('no address, name or token that a visitor sends becomes a label', async () => {
  shop = await startTestApp();
  const paths = ['/api/orders/status/some-secret-token', '/api/nothing-of-the-kind', '/api/admin/orders/77?q=Yolanda'];
  for (const url of paths) await shop.app.inject({ url });
  await shop.app.inject({ method: 'PUT', url: '/api/made-up', payload: {} });
  const { body } = await shop.app.inject('/metrics');
  expect(body).not.toMatch(/secret-token|nothing-of-the-kind|Yolanda|made-up|orders\/77/);
  const routes = parsePrometheus(body).filter(({ name }) => name === 'shop_request_duration_seconds_count');
  expect(routes.map(({ labels }) => labels.route)).toContain('/api/admin/orders/:id');
});

test('every metric and label that an alert needs exists, and every alert is explained', async () => {
  shop = await startTestApp();
  await shop.app.inject('/api/store-locations');
  await startReconciliation(shop.deps).stop();
  const samples = parsePrometheus((await shop.app.inject('/metrics')).body);
  const rules = readFileSync('docs/operations/alerts.yml', 'utf8').replace(/^ *#.*$/gm, '');
  const asked = [...rules.matchAll(/\b((?:shop|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)];
  expect(asked.length).toBeGreaterThan(16);
  for (const [text, name = '', labels = ''] of asked) {
    const series = samples.filter((sample) => sample.name === name);
    expect(series.length, text).toBeGreaterThan(0);
    for (const [, label = '', values = ''] of labels.matchAll(/(step|outcome|source)=~?"([^"]*)"/g)) {
      const known = series.map((sample) => sample.labels[label]);
      for (const value of values.split('|')) expect(known, text).toContain(value);
    }
  }
  const page = readFileSync('docs/operations.md', 'utf8');
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  expect([...page.matchAll(/^### (\w+)$/gm)].map(([, name]) => name)).toEqual(alerts);
  expect([...rules.matchAll(/runbook: docs\/operations\.md#(\w+)/g)].map(([, anchor]) => anchor)).toEqual(
    alerts.map((name) => name?.toLowerCase()),
  );
  const metrics = new Set(samples.map(({ name }) => name.replace(/_(?:bucket|sum|count)$/, '')));
  for (const name of metrics) if (name.startsWith('shop_')) expect(page).toContain(name);
});

test('all requests over a real connection are counted, pages too', async () => {
  shop = await startTestApp();
  const url = await shop.app.listen({ port: 0, host: '127.0.0.1' });
  for (const path of ['/', '/healthz', '/api/store-locations']) await fetch(url + path);
  const samples = parsePrometheus(await (await fetch(`${url}/metrics`)).text());
  expect(sampleValue(samples, 'shop_http_requests_total')).toBe(4);
});
