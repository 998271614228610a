import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '#test/admin.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { routesOf } from '#test/routes.ts';

type Operation = { tags?: string[]; responses?: Record<string, unknown> };
type Document = {
  openapi: string;
  info: object;
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
};

let shop: TestApp;
let document: Document;
beforeAll(async () => {
  shop = await startTestApp({ env: { PUBLIC_URL: 'https://www.shop.example' } });
  document = (await shop.app.inject('/api/openapi.json')).json();
});
afterAll(() => shop.close());

/** As `POST /api/confirm-order`. */
const knownCalls = () =>
  routesOf(shop)
    .filter(({ method, url }) => method !== 'HEAD' && url.startsWith('/api/'))
    .map(({ method, url }) => `${method} ${url}`);

test('every call under /api stands in the document, with a tag and its answers', () => {
  const documented = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const known = knownCalls()
    .map((call) => call.replace(/:(\w+)/g, '{$1}'))
    .filter((call) => call !== 'GET /api/openapi.json');
  expect(known.length).toBeGreaterThan(3);
  expect(documented.sort()).toEqual(known.sort());
  for (const operations of Object.values(document.paths)) {
    for (const operation of Object.values(operations)) {
      expect(operation).toMatchObject({
        tags: [expect.any(String)],
        responses: expect.any(Object),
      });
    }
  }
});

test('the document names its version and the public address, and every reference in it leads somewhere', () => {
  expect(document.openapi).toBe('3.1.0');
  expect(document.servers).toEqual([{ url: 'https://www.shop.example' }]);
  for (const [, pointer] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const target = pointer
      ?.split('/')
      .reduce<unknown>((value, key) => (value as Record<string, unknown>)?.[key], document);
    expect([pointer, typeof target]).toEqual([pointer, 'object']);
  }
});

test('in production the admin’s calls are shown to the signed-in alone', async () => {
  const live = await startTestApp({ env: { NODE_ENV: 'production', ALLOW_SANDBOX_PAYMENTS: 'true' } });
  const pathsFor = async (headers: Record<string, string>) =>
    Object.keys((await live.app.inject({ url: '/api/openapi.json', headers })).json<Document>().paths);
  const shown = await pathsFor({});
  expect(shown.filter((path) => path.startsWith('/api/admin'))).toEqual([]);
  expect(shown).toContain('/api/confirm-order');
  expect(await pathsFor(await signIn(live))).toContain('/api/admin/orders');
  await live.close();
});
