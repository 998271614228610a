import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '#test/admin.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { routesOf } from '#test/routes.ts';

type Answer = { content?: Record<string, { schema: object }> };
type Operation = {
  operationId?: string;
  tags?: string[];
  security?: object[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, Answer>;
};
type Document = {
  openapi: string;
  info: object;
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; securitySchemes: object };
};

let shop: TestApp;
let document: Document;
beforeAll(async () => {
  shop = await startTestApp({ env: { PUBLIC_URL: 'https://www.shop.example' } });
  document = (await shop.app.inject('/api/openapi.json')).json();
});
afterAll(() => shop.close());

/** Calls in the form `POST /api/confirm-order`. */
const knownCalls = () =>
  routesOf(shop)
    .filter(({ method, url }) => method !== 'HEAD' && url.startsWith('/api/'))
    .map(({ method, url }) => `${method} ${url}`);

test('every call under /api is in the document, with a tag and its answers', () => {
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

test('the document has its version and the public address, and every reference in it resolves', () => {
  expect(document.openapi).toBe('3.1.0');
  expect(document.servers).toEqual([{ url: 'https://www.shop.example' }]);
  for (const [, pointer] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const target = pointer
      ?.split('/')
      .reduce<unknown>((value, key) => (value as Record<string, unknown>)?.[key], document);
    expect([pointer, typeof target]).toEqual([pointer, 'object']);
  }
});

/** The same, each with its operation. */
const listOperations = () =>
  Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      call: `${method.toUpperCase()} ${path}`,
      ...operation,
    })),
  );

test('every call has a unique id, and lists the errors that it answers', () => {
  const ids = listOperations().map(({ operationId }) => operationId);
  expect(ids).toEqual(ids.map(() => expect.stringMatching(/^(get|post|put|patch|delete)[A-Z]\w+$/)));
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
  expect(ids).toContain('patchAdminOrdersByIdStatus');
  const error = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } };
  for (const { call, responses } of listOperations()) {
    expect({ call, responses }).toMatchObject({ call, responses: { '4XX': error, '5XX': error } });
    expect([call, Object.keys(responses).some((status) => status.startsWith('2'))]).toEqual([call, true]);
  }
});

test('a call lists the session cookie exactly if it answers 401 without it', async () => {
  expect(document.components.securitySchemes).toMatchObject({
    adminSession: { type: 'apiKey', in: 'cookie', name: '__Host-admin' },
  });
  for (const { call, security, responses } of listOperations().filter(({ tags }) => tags?.includes('admin'))) {
    const [method, path = ''] = call.split(' ');
    const { statusCode } = await shop.app.inject({ method: method as 'GET', url: path.replace(/\{\w+\}/g, 'x') });
    const isProtected = statusCode === 401 && call !== 'POST /api/admin/login';
    expect([call, security, '401' in responses]).toEqual([
      call,
      isProtected ? [{ adminSession: [] }] : [],
      isProtected,
    ]);
  }
  for (const { call, tags, security } of listOperations()) {
    if (!tags?.includes('admin')) expect([call, security]).toEqual([call, []]);
  }
});

test('an upload is a form with a file, and a download has its type', () => {
  const { paths } = document;
  expect(paths['/api/admin/media']?.post?.requestBody?.content).toEqual({
    'multipart/form-data': {
      schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] },
    },
  });
  const typesOf = (path: string) => Object.keys(paths[path]?.get?.responses['200']?.content ?? {});
  expect(typesOf('/api/admin/orders.csv')).toEqual(['text/csv']);
  expect(typesOf('/api/admin/labels.pdf')).toEqual(['application/pdf']);
  for (const { call, responses } of listOperations()) {
    if ('200' in responses) expect([call, Object.keys(responses['200']?.content ?? {})]).not.toEqual([call, []]);
  }
});

test('an order has one schema, which every call that answers an order refers to', () => {
  const { paths, components } = document;
  const order = { $ref: '#/components/schemas/Order' };
  const answerOf = (answer: Answer | undefined) => answer?.content?.['application/json']?.schema;
  expect(answerOf(paths['/api/admin/orders/{id}/status']?.patch?.responses['200'])).toEqual(order);
  expect(answerOf(paths['/api/admin/orders']?.get?.responses['200'])).toEqual({ type: 'array', items: order });
  expect(components.schemas.Order).toMatchObject({ type: 'object', properties: { id: expect.any(Object) } });
});

test('in production the admin’s calls are shown only to a signed-in reader', async () => {
  const live = await startTestApp({ env: { NODE_ENV: 'production', ALLOW_SANDBOX_PAYMENTS: 'true' } });
  const documentFor = async (headers: Record<string, string>) =>
    (await live.app.inject({ url: '/api/openapi.json', headers })).json<Document>();
  const pathsFor = async (headers: Record<string, string>) => Object.keys((await documentFor(headers)).paths);
  const shown = await pathsFor({});
  expect(Object.keys((await documentFor({})).components.schemas).sort()).toEqual(['Error', 'OrderStatus']);
  expect(shown.filter((path) => path.startsWith('/api/admin'))).toEqual([]);
  expect(shown).toContain('/api/confirm-order');
  expect(await pathsFor(await signIn(live))).toContain('/api/admin/orders');
  await live.close();
});
