import { beforeEach, expect, test } from 'vitest';
import { shopForAll } from '#test/shop.ts';
import { checkCsp } from './csp-reports.ts';
import { diagnosticsDepsOf } from './routes.ts';
import { cspReports } from './schema.ts';

const shop = shopForAll({ env: { TRUST_PROXY: 'true', PUBLIC_URL: 'https://www.shop.example' } });
beforeEach(async () => {
  await shop.deps.db.delete(cspReports);
});

let caller = 0;
/** Each from a separate address by default. */
const send = (payload: string, type = 'application/csp-report', from = `2001:db8:0:${(++caller).toString(16)}::1`) =>
  shop.app.inject({
    method: 'POST',
    url: '/api/csp-reports',
    headers: { host: 'www.shop.example', 'content-type': type, 'x-forwarded-for': from },
    payload,
  });
const old = (changes: object = {}) =>
  JSON.stringify({
    'csp-report': {
      'document-uri': 'https://www.shop.example/order/secret-token?x=1',
      'violated-directive': 'script-src-elem',
      'blocked-uri': 'https://evil.example/a.js?person=ana',
      ...changes,
    },
  });
const rows = () => shop.deps.db.select().from(cspReports);

test('S10 a report of either form is counted by page, directive and origin, without secrets of a URL', async () => {
  const fresh = JSON.stringify([
    {
      type: 'csp-violation',
      body: {
        documentURL: 'https://www.shop.example/order/another-token',
        effectiveDirective: 'script-src-elem',
        blockedURL: 'https://evil.example/b.js',
      },
    },
  ]);
  expect((await send(old())).statusCode).toBe(204);
  expect((await send(fresh, 'application/reports+json')).statusCode).toBe(204);
  expect(await rows()).toMatchObject([
    { page: '/order/…', directive: 'script-src-elem', blocked: 'https://evil.example', count: 2 },
  ]);
  expect(shop.logLines.join('')).not.toMatch(/secret-token|another-token|person=ana/);
});

test('invalid reports, and those of other sites and extensions, are answered but not stored', async () => {
  const odd = [
    '',
    '{broken',
    '[]',
    'null',
    '"text"',
    '{"csp-report":7}',
    old({ 'document-uri': 'https://other.example/' }),
    old({ 'blocked-uri': 'chrome-extension://abc/x.js' }),
    old({ 'violated-directive': 'script-src\n{"event":"login"}' }),
    old({ 'violated-directive': 'x'.repeat(500) }),
    old({ 'blocked-uri': 'free words of a stranger' }),
  ];
  for (const body of odd) expect([body, (await send(body || ' ')).statusCode]).toEqual([body, 204]);
  expect(await rows()).toEqual([]);
  expect((await send(old(), 'text/plain')).statusCode).toBe(415);
  expect((await send(old({ pad: 'x'.repeat(20_000) }))).statusCode).toBe(413);
});

test('a flood fills neither table nor log: 100 kinds, 30 a minute from one address', async () => {
  const statuses = [];
  for (let i = 0; i < 40; i++) statuses.push((await send(old(), undefined, '192.0.2.1')).statusCode);
  expect(statuses.filter((status) => status === 204)).toHaveLength(30);
  const many = JSON.stringify(
    Array.from({ length: 100 }, (_, i) => ({
      type: 'csp-violation',
      body: {
        documentURL: 'https://www.shop.example/',
        effectiveDirective: 'img-src',
        blockedURL: `https://h${i}.example`,
      },
    })),
  );
  await send(many, 'application/reports+json');
  expect(await rows()).toHaveLength(21);
  for (let n = 0; n < 7; n++) {
    await send(many.replaceAll('https://h', `https://n${n}h`), 'application/reports+json');
  }
  expect(await rows()).toHaveLength(100);
});

test('Setup shows the number of reports of a week, and the most frequent one', async () => {
  expect(await checkCsp(diagnosticsDepsOf(shop.deps))).toMatchObject({ check: 'csp', state: 'ok' });
  await send(old());
  await send(old());
  await send(old({ 'blocked-uri': 'inline' }));
  expect(await checkCsp(diagnosticsDepsOf(shop.deps))).toMatchObject({
    state: 'warning',
    code: 'csp_seen_elsewhere',
    values: { kinds: 2, count: 2, page: '/order', directive: 'script-src-elem' },
  });
  shop.clock.advance(8 * 24 * 3_600_000);
  expect(await checkCsp(diagnosticsDepsOf(shop.deps))).toMatchObject({ state: 'ok' });
});

test.each([
  ['inline', '/shop/calle-ocho', 'csp_seen', { blocked: 'inline', page: '/shop' }],
  ['https://m.stripe.com/x', '/', 'csp_seen', { blocked: 'https://m.stripe.com', page: '/' }],
  ['https://stripe.com.evil.example', '/call-555-0100', 'csp_seen_elsewhere', { page: '…' }],
])('Setup shows no address and no page that a stranger made up: %s on %s', async (blocked, page, code, shown) => {
  await send(old({ 'blocked-uri': blocked, 'document-uri': `https://www.shop.example${page}` }));
  const result = await checkCsp(diagnosticsDepsOf(shop.deps));
  expect(result).toMatchObject({ code, values: shown });
  expect(JSON.stringify(result)).not.toMatch(/evil|call-555/);
});
