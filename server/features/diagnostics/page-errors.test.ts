import { expect, test } from 'vitest';
import { shopForAll } from '#test/shop.ts';

const shop = shopForAll({ env: { TRUST_PROXY: 'true' } });

let caller = 0;
/** Each from a separate address by default. */
const send = (payload: unknown, from = `2001:db8:1:${(++caller).toString(16)}::1`) =>
  shop.app.inject({
    method: 'POST',
    url: '/api/page-errors',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    payload: JSON.stringify(payload),
  });
const report = (changes: object = {}) => ({
  region: 'cart',
  page: '/shop',
  error: 'NotFoundError',
  at: ['react-Ab_1.js:1:23456', 'common-x.js:2:1'],
  ...changes,
});
/** The log lines about failed pages since the last call. */
function newLines(): object[] {
  const lines = shop.logLines.splice(0).map((line) => JSON.parse(line));
  return lines.filter(({ event }) => event === 'page_error');
}

test('a failed part of a page is one log line: which part, where in our files, and on which page', async () => {
  newLines();
  expect((await send(report())).statusCode).toBe(204);
  expect(newLines()).toMatchObject([{ level: 40, ...report() }]);
});

test.each([
  ['/order/Secret-token_1', '/order/…'],
  ['/order/secret', '/order/…'],
  ['/admin/orders/0f8fad5b', '/admin/orders'],
  ['/admin/customers/Ana@example.com', '/admin/customers'],
  ['/product/guava-box', '/product/guava-box'],
  ['/', '/'],
  ['/305-555-0100', '…'],
  ['/Ana Pérez', '…'],
  ['shop\n{"event":"login"}', '…'],
])('of the page %j the log has %j', async (page, logged) => {
  newLines();
  expect((await send(report({ page }))).statusCode).toBe(204);
  expect(newLines()).toMatchObject([{ page: logged }]);
});

test('other content of a report reaches neither the log nor the answer', async () => {
  newLines();
  expect((await send(report({ message: 'ana@example.com', stack: 'ana@example.com' }))).statusCode).toBe(204);
  const odd = [
    report({ region: 'ana@example.com' }),
    report({ error: 'ana@example.com' }),
    report({ error: 'x'.repeat(41) }),
    report({ at: ['ana@example.com.js:1:1'] }),
    report({ at: ['a.js:1:1', 'a.js:1:1', 'a.js:1:1', 'a.js:1:1'] }),
    report({ at: 'ana@example.com' }),
    report({ page: 'ana@example.com'.repeat(50) }),
    'ana@example.com',
    null,
  ];
  for (const body of odd) {
    const answer = await send(body);
    expect([body, answer.statusCode]).toEqual([body, 400]);
    expect(answer.body).not.toContain('ana@');
  }
  expect((await send(report({ pad: 'x'.repeat(3000) }))).statusCode).toBe(413);
  expect(shop.logLines.join('')).not.toContain('ana@');
  expect(newLines()).toHaveLength(1);
});

test('a flood is 30 lines a minute from one address', async () => {
  newLines();
  const statuses = [];
  for (let i = 0; i < 35; i++) statuses.push((await send(report(), '192.0.2.1')).statusCode);
  expect(statuses.filter((status) => status === 204)).toHaveLength(30);
  expect(statuses.slice(30)).toEqual([429, 429, 429, 429, 429]);
  expect(newLines()).toHaveLength(30);
});
