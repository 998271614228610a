import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orders } from '#server/features/orders/schema.ts';
import { shippingQuotes } from '#server/features/shipping/schema.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { sendRaw } from '#test/raw.ts';

let shop: TestApp;
let port: number;
beforeAll(async () => {
  shop = await startTestApp({ env: { LIMIT_RATES: '1000000' } });
  await shop.app.listen({ port: 0, host: '127.0.0.1' });
  port = (shop.app.server.address() as AddressInfo).port;
});
afterAll(() => shop.close());

const HEAD = 'POST /api/shipping-rates HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
const post = (payload: string | Buffer, type?: string) =>
  shop.app.inject({
    method: 'POST',
    url: '/api/shipping-rates',
    payload,
    headers: type ? { 'content-type': type } : {},
  });
const GOOD = JSON.stringify({
  items: [{ id: 'box40', quantity: 1 }],
  shippingAddress: { addressLine1: '1 A St', city: 'Miami', state: 'FL', zipCode: '33101' },
});

test('the valid body is accepted, so the refusals below have another reason', async () => {
  expect((await post(GOOD, 'application/json')).statusCode).toBe(200);
});

test('I10: 10 MB by its Content-Length is refused before it is sent', async () => {
  const answer = await sendRaw(port, `${HEAD}Content-Length: 10485760\r\n\r\n{`);
  expect(answer.status).toBe(413);
  expect(JSON.parse(answer.body)).toEqual({ message: expect.any(String) });
});

test('I10: a chunked body without end is refused at the limit, and memory stays flat', async () => {
  const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`;
  const before = process.memoryUsage().rss;
  const answers = await Promise.all(
    Array.from({ length: 5 }, () =>
      sendRaw(port, `${HEAD}Transfer-Encoding: chunked\r\n\r\n`, ...Array(320).fill(chunk)),
    ),
  );
  // 413, or cut off while sending; never accepted.
  for (const { status } of answers) expect([413, 0]).toContain(status);
  expect(answers.some(({ status }) => status === 413)).toBe(true);
  expect((process.memoryUsage().rss - before) / 1e6).toBeLessThan(50);
});

test('I10: a false Content-Length is refused, or cut off when nothing more arrives', async () => {
  const shorter = await sendRaw(port, `${HEAD}Content-Length: 10\r\nConnection: close\r\n\r\n${GOOD}`);
  expect(shorter.status).toBe(400);
  const both = await sendRaw(port, `${HEAD}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`);
  expect(both.status).toBe(400);
  const twice = await sendRaw(port, `${HEAD}Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef`);
  expect(twice.status).toBe(400);
  const negative = await sendRaw(port, `${HEAD}Content-Length: -1\r\n\r\n`);
  expect(negative.status).toBe(400);
});

test('I10: 64 KB are accepted, one more byte is not', async () => {
  const pad = (size: number) => GOOD.replace(/}$/, `,"pad":"${'x'.repeat(size - GOOD.length - 9)}"}`);
  expect(Buffer.byteLength(pad(65_536))).toBe(65_536);
  expect((await post(pad(65_536), 'application/json')).statusCode).toBe(200);
  expect((await post(pad(65_537), 'application/json')).statusCode).toBe(413);
});

const DEEP: [what: string, body: string][] = [
  ['arrays 30,000 deep', '['.repeat(30_000) + ']'.repeat(30_000)],
  ['objects 10,000 deep', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
  ['a field 30,000 deep', `{"items":${'['.repeat(30_000)}${']'.repeat(30_000)}}`],
  ['an unfinished 60,000 deep', '['.repeat(60_000)],
  ['9,000 keys', `{${Array.from({ length: 9_000 }, (_, i) => `"${i}":1`).join()}}`],
  ['a number of 60,000 digits', `{"items":[{"id":"box40","quantity":${'9'.repeat(60_000)}}]}`],
  ['__proto__', '{"__proto__":{"admin":true}}'],
  ['constructor.prototype', '{"constructor":{"prototype":{"admin":true}}}'],
  ['20,000 escapes', `{"items":"${'\\u0000'.repeat(10_000)}"}`],
];

test.each(DEEP)('I11: %s is refused, and the event loop keeps running', async (_what, body) => {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const answer = await post(body, 'application/json');
  delay.disable();
  expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  expect(answer.statusCode).toBeLessThan(500);
  // At most milliseconds of work; walking such a body recursively would exhaust the stack or take seconds.
  expect(delay.max / 1e6).toBeLessThan(1_000);
  expect(({} as { admin?: boolean }).admin).toBeUndefined();
  expect((await shop.app.inject('/healthz')).statusCode).toBe(200);
});

test('I11: of two equal keys the last one counts, and is the one that is checked', async () => {
  const body = GOOD.replace('"quantity":1', '"quantity":1,"quantity":-1');
  expect((await post(body, 'application/json')).statusCode).toBe(400);
});

test.each([
  ...'text/plain|text/plain; application/json|application/x-www-form-urlencoded'.split('|'),
  ...'multipart/form-data; boundary=a|application/xml|application/jsonp|application/json+x'.split('|'),
  ...'application/vnd.api+json|text/json|json|application/json, text/plain'.split('|'),
  ...'text/plain, application/json|application /json|\tx|*/*'.split('|'),
])('W7: %j is no JSON and is refused with 415', async (type) => {
  const answer = await post(GOOD, type);
  expect([answer.statusCode, Object.keys(answer.json())]).toEqual([415, ['message']]);
});

test.each([
  'application/json',
  'Application/JSON',
  'application/json; charset=utf-8',
  'application/json;charset=UTF-8',
  'application/json\t;a=b',
  ' application/json',
])('W7: %j is refused, or validated like any other', async (type) => {
  const bad = await post(GOOD.replace('"quantity":1', '"quantity":"1"'), type);
  expect([400, 415]).toContain(bad.statusCode);
  expect([200, 415]).toContain((await post(GOOD, type)).statusCode);
});

test('W7: without a type, and without a body, nothing is accepted', async () => {
  expect(
    (
      await sendRaw(
        port,
        `POST /api/shipping-rates HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${GOOD.length}\r\n\r\n${GOOD}`,
      )
    ).status,
  ).toBe(415);
  expect(
    (await sendRaw(port, 'POST /api/shipping-rates HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n')).status,
  ).toBe(400);
  expect((await post('', 'application/json')).statusCode).toBe(400);
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
  'W7: %s that names a type and has neither length nor body is answered at once',
  async (method) => {
    for (const type of ['application/json', 'text/plain']) {
      const lines = `Host: localhost\r\nContent-Type: ${type}\r\n\r\n`;
      const { status } = await sendRaw(port, `${method} /api/shipping-rates HTTP/1.1\r\n${lines}`);
      // A parser that waited for the end of a body would be ended by the body's time limit: 408.
      expect([400, 404, 415]).toContain(status);
    }
  },
);

test('the refused requests above wrote nothing', async () => {
  const quotes = await shop.deps.db.select().from(shippingQuotes);
  // Only well-formed bodies were accepted.
  for (const quote of quotes) expect(quote.rates.length).toBeGreaterThan(0);
  expect(await shop.deps.db.select().from(orders)).toEqual([]);
});

test('W6: 200 connections that trickle bytes are cut off, while others are served', async () => {
  const slow: Socket[] = [];
  for (let i = 0; i < 200; i++) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(i % 2 ? 'GET /healthz HTTP/1.1\r\nHost: local' : `${HEAD}Content-Length: 500\r\n\r\n{`);
    slow.push(socket);
  }
  const drip = setInterval(() => {
    for (const socket of slow) if (socket.writable) socket.write('x');
  }, 500);
  const closed = Promise.all(slow.map((socket) => once(socket, 'close')));
  let served = 0;
  let isOver = false;
  const normal = (async () => {
    while (!isOver) {
      expect(
        (await sendRaw(port, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')).status,
      ).toBe(200);
      served += 1;
      await new Promise((done) => setTimeout(done, 20));
    }
  })();
  for (const socket of slow) socket.resume();
  await closed;
  isOver = true;
  await normal;
  clearInterval(drip);
  // The first connections are cut off after ten seconds; a busy machine serves fewer requests until then.
  expect(served).toBeGreaterThan(10);
});

test('W6: header size is limited, and smuggled requests are refused', async () => {
  expect((await sendRaw(port, `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`)).status).toBe(
    431,
  );
  const many = Array.from({ length: 3_000 }, (_, i) => `X-${i}: 1\r\n`).join('');
  expect((await sendRaw(port, `GET / HTTP/1.1\r\nHost: localhost\r\n${many}\r\n`)).status).toBe(431);
  for (const framing of [
    'Transfer-Encoding: chunked, identity',
    'Transfer-Encoding: xchunked',
    'Transfer-Encoding : chunked',
    'Transfer-Encoding: chunked\r\nContent-Length: 4',
  ]) {
    expect([framing, (await sendRaw(port, `${HEAD}${framing}\r\n\r\n0\r\n\r\n`)).status]).toEqual([framing, 400]);
  }
});

test('W6: limits that Node lacks by default are set', () => {
  const { requestTimeout, headersTimeout, keepAliveTimeout, timeout, maxConnections } = shop.app.server;
  expect({ requestTimeout, headersTimeout, keepAliveTimeout, timeout, maxConnections }).toEqual({
    requestTimeout: 180_000,
    headersTimeout: 10_000,
    keepAliveTimeout: 10_000,
    timeout: 30_000,
    maxConnections: 4_000,
  });
});
