import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '#server/errors.ts';
import { startTestApp, type TestApp } from '#test/app.ts';

const PG_ERROR = Object.assign(new Error('relation "orders" does not exist'), {
  code: '42P01',
  detail: 'SECRET-WORD',
  query: 'select * from orders',
});
const wrapped = (cause: Error) => new Error('Failed query: select "id" from "orders" where secret = $1', { cause });
const withCode = (code: string, message = 'SECRET-WORD') => Object.assign(new Error(message), { code });

/** What a feature may throw, and the resulting status. */
const THROWN: [what: string, thrown: unknown, status: number][] = [
  ['an error of ours', new AppError('not_found'), 404],
  ['one with a cause', new AppError('quote_expired', { cause: PG_ERROR }), 409],
  ['a provider that failed', new AppError('payment_provider_failed', { cause: PG_ERROR }), 502],
  ['a plain error', new Error('SECRET-WORD at select'), 500],
  ['a database error', PG_ERROR, 500],
  ['a database error in its wrapping', wrapped(PG_ERROR), 500],
  ['a unique key', withCode('23505', 'duplicate key value violates unique constraint "orders_pkey"'), 500],
  ['a value out of range', wrapped(withCode('22003')), 500],
  ['a type error', new TypeError("Cannot read properties of undefined (reading 'x')"), 500],
  ['a thrown text', 'SECRET-WORD', 500],
  ['a thrown object', { message: 'SECRET-WORD', statusCode: 200 }, 500],
  ['an error with a status of its own', Object.assign(new Error('SECRET-WORD'), { statusCode: 418 }), 400],
  ['nothing', undefined, 500],
  ['a database that refuses connections', withCode('ECONNREFUSED'), 503],
  ['a database that went away', wrapped(new Error('Connection terminated unexpectedly')), 503],
  [
    'a connection that broke before this query',
    wrapped(new Error('Client has encountered a connection error and is not queryable')),
    503,
  ],
  ['a database that shuts down', wrapped(withCode('57P01')), 503],
  ['a database that is starting', wrapped(withCode('57P03')), 503],
  ['too many connections', wrapped(withCode('53300')), 503],
  ['a full disk', wrapped(withCode('53100')), 503],
  ['a pool without a free connection', new Error('timeout exceeded when trying to connect'), 503],
  ['a query that took too long', wrapped(withCode('57014')), 503],
  ['a query without answer', wrapped(new Error('Query read timeout')), 503],
  ['an embedded database that ended', wrapped(new Error('The database thread has ended')), 503],
  ['a read-only database', wrapped(withCode('25006')), 503],
];

/** What a caller may send, and the resulting status. */
const SENT: [
  what: string,
  request: { method: 'GET' | 'POST' | 'DELETE'; url: string; payload?: string; headers?: Record<string, string> },
  status: number,
][] = [
  ['broken JSON', { method: 'POST', url: '/api/confirm-order', payload: '{"a":' }, 400],
  ['an empty body', { method: 'POST', url: '/api/confirm-order', payload: '' }, 400],
  ['a wrong shape', { method: 'POST', url: '/api/confirm-order', payload: '[]' }, 400],
  ['a field missing', { method: 'POST', url: '/api/confirm-order', payload: '{}' }, 400],
  ['__proto__', { method: 'POST', url: '/api/confirm-order', payload: '{"__proto__":{}}' }, 400],
  [
    'another type',
    { method: 'POST', url: '/api/confirm-order', payload: 'a', headers: { 'content-type': 'text/plain' } },
    415,
  ],
  ['too much', { method: 'POST', url: '/api/confirm-order', payload: 'x'.repeat(70_000) }, 413],
  ['an unknown call', { method: 'GET', url: '/api/nothing' }, 404],
  ['an unknown method', { method: 'DELETE', url: '/api/confirm-order', payload: '{}' }, 404],
  ['a bad address', { method: 'GET', url: '/api/%zz' }, 400],
  ['a foreign host', { method: 'GET', url: '/api/nothing', headers: { host: 'evil.example' } }, 400],
  ['a long path', { method: 'GET', url: `/api/${'x'.repeat(10_000)}` }, 404],
];

let shop: TestApp;
/** When set, the database throws it. */
let fault: { thrown: unknown } | null = null;
beforeAll(async () => {
  shop = await startTestApp({
    env: { LIMIT_RATES: '1000000' },
    parts: ({ db }) => ({
      db: new Proxy(db, {
        get(target, name) {
          if (fault && ['select', 'insert', 'transaction', 'execute', '_'].includes(String(name))) throw fault.thrown;
          return Reflect.get(target, name);
        },
      }),
    }),
  });
});
afterAll(() => shop.close());

const INSIDE =
  /SECRET-WORD|select|relation|constraint|duplicate key|Failed query|pglite|drizzle|node_modules|\.ts\b|\bat \S+:\d+|Cannot read/i;
const ratesBody = JSON.stringify({
  items: [{ id: 'box40', quantity: 1 }],
  shippingAddress: { addressLine1: '1 A St', city: 'Miami', state: 'FL', zipCode: '33101' },
});
const askForRates = () =>
  shop.app.inject({
    method: 'POST',
    url: '/api/shipping-rates',
    headers: { 'content-type': 'application/json' },
    payload: ratesBody,
  });

test.each(THROWN)('W8: %s becomes a message without internal details', async (_what, thrown, status) => {
  fault = { thrown };
  const lines = shop.logLines.length;
  const answer = await askForRates();
  fault = null;
  expect(answer.statusCode).toBe(status);
  expect(answer.json()).toEqual({ message: expect.stringMatching(/\w/) });
  expect(answer.body).not.toMatch(INSIDE);
  // At 500 the log has all details.
  if (status >= 500) expect(shop.logLines.slice(lines).join('')).toMatch(/request failed/);
  expect((await askForRates()).statusCode).toBe(200);
});

test.each(SENT)('W8: %s gets a message, and issues at most', async (_what, { headers, ...request }, status) => {
  const answer = await shop.app.inject({ ...request, headers: { 'content-type': 'application/json', ...headers } });
  expect(answer.statusCode).toBe(status);
  const { issues = [], ...rest } = answer.json();
  expect(rest).toEqual({ message: expect.stringMatching(/\w/) });
  for (const issue of issues) expect(issue).toEqual({ path: expect.any(String), message: expect.any(String) });
  expect(answer.body).not.toMatch(INSIDE);
});

test('a message is in the language of the body, else of the cookie, else of the browser', async () => {
  const send = async (payload: object, headers: Record<string, string>) =>
    (await shop.app.inject({ method: 'POST', url: '/api/confirm-order', payload, headers })).json().message;
  const spanish = await send({}, { 'accept-language': 'es' });
  expect(spanish).not.toBe(await send({}, {}));
  expect(await send({}, { cookie: 'lang=es' })).toBe(spanish);
  expect(await send({ preferredLanguage: 'es' }, { 'accept-language': 'en' })).toBe(spanish);
  expect(await send({ preferredLanguage: 'en' }, { cookie: 'lang=en', 'x-language': 'es' })).toBe(spanish);
  expect(await send({}, { cookie: 'lang=es', 'x-language': 'xx' })).toBe(spanish);
});

test.each(['/api/confirm-order', '/api/nowhere'])(
  'a page of ours gets the message of %s in every language',
  async (url) => {
    const send = (headers: Record<string, string>) => shop.app.inject({ method: 'POST', url, payload: {}, headers });
    const { message, messages } = (await send({ 'x-language': 'es' })).json();
    const english = (await send({})).json();
    expect(english).not.toHaveProperty('messages');
    expect(messages).toEqual({ en: english.message, es: message });
    expect(message).not.toBe(english.message);
  },
);
