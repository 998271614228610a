import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { parsePrometheus, sampleValue } from '#test/prometheus.ts';
import { sendRaw } from '#test/raw.ts';
import { aSite } from '#test/site.ts';

const PUBLIC_URL = 'https://www.shop.example';
const HOST = 'Host: www.shop.example';

let shop: TestApp;
/** Fastify gives each request that reaches it an id. */
const named = vi.spyOn(crypto, 'randomUUID');
beforeAll(async () => {
  const site = aSite(PUBLIC_URL);
  const long = { body: Buffer.alloc(50_000, 'áé') };
  site.files.set('/assets/long.js', { variants: [long], type: 'text/javascript; charset=utf-8', etag: 'long' });
  shop = await startTestApp({ env: { PUBLIC_URL }, site });
  await shop.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  named.mockRestore();
  await shop.close();
});

const portOf = ({ app }: TestApp) => (app.server.address() as AddressInfo).port;

/** An answer as sent, except for its time, and whether Fastify made it. */
async function ask(program: TestApp, start: string, lines: readonly string[]) {
  const before = named.mock.calls.length;
  const request = [`${start} HTTP/1.1`, ...lines, 'Connection: close', '', ''].join('\r\n');
  const answer = await sendRaw(portOf(program), request);
  delete answer.headers.date;
  return { answer, throughFastify: named.mock.calls.length > before };
}

/** The fast path leaves a request with a body length to Fastify. */
const WITH_BODY = 'Content-Length: 0';

/** Sends the same request both ways. @returns the fast path's answer, after comparing it with Fastify's */
async function askBoth(start: string, lines: readonly string[]) {
  const mine = await ask(shop, start, lines);
  const { answer, throughFastify } = await ask(shop, start, lines.includes(WITH_BODY) ? lines : [...lines, WITH_BODY]);
  expect([start, lines, mine.answer]).toEqual([start, lines, answer]);
  return { ...mine, thereThroughFastify: throughFastify };
}

const PLAIN = [
  '/',
  '/about',
  '/shop',
  '/product/box',
  '/product/caja',
  '/assets/app-abc123.js',
  '/assets/long.js',
].flatMap((path) => [`GET ${path}`, `HEAD ${path}`]);
const READERS: [what: string, lines: string[]][] = [
  ['says nothing', []],
  ['takes Brotli', ['Accept-Encoding: gzip, deflate, br']],
  ['takes gzip', ['accept-encoding: GZIP']],
  ['takes anything but Brotli', ['Accept-Encoding: br;q=0, gzip;q=0.5']],
  ['prefers Spanish', ['Accept-Language: fr, es-US;q=0.9, en;q=0.8']],
  ['chose Spanish', ['Cookie: a=b; lang=es', 'Accept-Language: en']],
  ['has some version', ['If-None-Match: *', 'Accept-Encoding: br']],
  ['has another version', ['If-None-Match: "other", W/"another"']],
];

test.each(READERS)('a reader who %s gets the same answer from the fast path as without it', async (_what, lines) => {
  for (const start of PLAIN) {
    const { answer, throughFastify, thereThroughFastify } = await askBoth(start, [HOST, ...lines]);
    expect([start, throughFastify, thereThroughFastify]).toEqual([start, false, true]);
    expect(answer.status).toBe(lines.includes('If-None-Match: *') ? 304 : 200);
  }
});

test('a version that the reader has is not sent again', async () => {
  for (const start of PLAIN) {
    const { answer } = await ask(shop, start, [HOST, 'Accept-Encoding: br']);
    const known = await askBoth(start, [HOST, 'Accept-Encoding: br', `If-None-Match: W/${answer.headers.etag}`]);
    expect([start, known.answer.status, known.answer.body]).toEqual([start, 304, '']);
  }
});

test.each([
  ['a language in the address', 'GET /about?lang=es', [HOST]],
  ['a query', 'GET /?utm_source=a', [HOST]],
  ['another spelling', 'GET /about/', [HOST]],
  ['an encoded spelling', 'GET /%61bout', [HOST]],
  ['an unknown page', 'GET /nothing', [HOST]],
  ['the page for unknown ones', 'GET /404', [HOST]],
  ['a file that is no asset', 'GET /favicon.svg', [HOST]],
  ['an admin page', 'GET /admin/login', [HOST]],
  ['a missing asset', 'GET /assets/gone.js', [HOST]],
  ['a write', 'POST /about', [HOST, 'Content-Length: 0']],
  ['a write from elsewhere', 'POST /about', [HOST, 'Origin: https://evil.example', 'Content-Length: 0']],
  ['questions about a page', 'OPTIONS /about', [HOST]],
  ['a foreign Host', 'GET /about', ['Host: evil.example']],
  ['two Hosts', 'GET /about', [HOST, HOST]],
  ['an absolute address', 'GET http://www.shop.example/about', [HOST]],
  ['an asset by a foreign Host', 'GET /assets/app-abc123.js', ['Host: evil.example']],
])('%s is answered as without the fast path', async (_what, start, lines) => {
  expect((await askBoth(start, lines)).throughFastify).toBe(true);
});

const word = fc.string({ unit: fc.constantFrom(...'aesnbrgzipq=0.5;,*-"W/ \t\xe1%{}\\'), maxLength: 40 });
const aHeader = fc.oneof(
  fc
    .constantFrom('Accept-Encoding', 'Accept-Language', 'Cookie', 'If-None-Match', 'X-Forwarded-Host', 'Range')
    .chain((name) => word.map((value) => `${name}: ${value}`)),
  fc.constantFrom('Cookie: lang=es', 'Accept-Encoding: br', 'If-None-Match: *', 'Host: evil.example', 'Expect: x'),
);

test('400 requests with arbitrary headers get the same answer as without the fast path (N9)', async () => {
  const check = fc.asyncProperty(
    fc.constantFrom(...PLAIN),
    fc.array(aHeader, { maxLength: 5 }),
    async (start, lines) => {
      await askBoth(start, [HOST, ...lines]);
    },
  );
  await fc.assert(check, { numRuns: 200 });
});

test('pages that a publish replaces are answered from the next request on', async () => {
  const site = aSite(PUBLIC_URL);
  const program = await startTestApp({ env: { PUBLIC_URL }, site });
  await program.app.listen({ port: 0, host: '127.0.0.1' });
  const first = await ask(program, 'GET /about', [HOST]);
  const published = Buffer.from('<p>As it was published</p>');
  const page = { variants: [{ body: published }], type: 'text/html; charset=utf-8', etag: 'published' };
  site.pages = { ...site.pages, en: new Map(site.pages.en).set('/about', page) };
  const next = await ask(program, 'GET /about', [HOST]);
  await program.close();
  expect([first.throughFastify, next.throughFastify]).toEqual([false, false]);
  expect([first.answer.body.includes('As it was'), next.answer.body.toString()]).toEqual([false, published.toString()]);
});

test('requests on the fast path are counted', async () => {
  const counted = async () =>
    sampleValue(parsePrometheus((await shop.app.inject('/metrics')).body), 'shop_http_requests_total');
  const before = await counted();
  for (const start of PLAIN) await ask(shop, start, [HOST]);
  // Reading the metrics again is also a request.
  expect(await counted()).toBe(before + PLAIN.length + 1);
});

test('F10: while the program stops, a page on a kept connection is answered, and the connection closed', async () => {
  const stopping = await startTestApp({ env: { PUBLIC_URL }, site: aSite(PUBLIC_URL) });
  await stopping.app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect(portOf(stopping), '127.0.0.1').setEncoding('latin1');
  const answer = async () => {
    socket.write(`GET /about HTTP/1.1\r\n${HOST}\r\n\r\n`);
    return String((await once(socket, 'data'))[0]);
  };
  expect(await answer()).toMatch(/^HTTP\/1\.1 200 .*\r\nConnection: keep-alive\r\n/s);
  const closed = stopping.close();
  await expect.poll(() => stopping.app.server.listening, { interval: 5 }).toBe(false);
  expect(await answer()).toMatch(/^HTTP\/1\.1 200 .*\r\nconnection: close\r\n/is);
  await closed;
});
