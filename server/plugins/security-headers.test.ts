import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { sendRaw } from '#test/raw.ts';
import { aSite } from '#test/site.ts';

const PUBLIC_URL = 'https://www.shop.example';
let shop: TestApp;
let port: number;
beforeAll(async () => {
  shop = await startTestApp({ env: { PUBLIC_URL }, site: aSite(PUBLIC_URL) });
  await shop.app.listen({ port: 0, host: '127.0.0.1' });
  port = (shop.app.server.address() as AddressInfo).port;
});
afterAll(() => shop.close());

const REQUIRED: Record<string, RegExp> = {
  'content-security-policy': /frame-ancestors 'none'/,
  'x-frame-options': /^DENY$/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^strict-origin-when-cross-origin$/,
  'cross-origin-opener-policy': /^same-origin/,
  // Stripe's wallets are in frames of its subdomains.
  'permissions-policy': /camera=\(\).* payment=\(self "https:\/\/js\.stripe\.com" "https:\/\/\*\.js\.stripe\.com"\)$/,
  'strict-transport-security': /^max-age=31536000$/,
  'cache-control': /./,
};

const host = 'Host: www.shop.example\r\n';
const ANSWERS: [what: string, request: string][] = [
  ['a page', `GET / HTTP/1.1\r\n${host}\r\n`],
  ['an asset', `GET /assets/app-abc123.js HTTP/1.1\r\n${host}\r\n`],
  ['a page not changed', `GET /favicon.svg HTTP/1.1\r\n${host}If-None-Match: *\r\nConnection: close\r\n\r\n`],
  ['a 404 page', `GET /nothing HTTP/1.1\r\n${host}\r\n`],
  ['a missing asset', `GET /assets/nothing.js HTTP/1.1\r\n${host}\r\n`],
  ['an admin page', `GET /admin/login HTTP/1.1\r\n${host}\r\n`],
  ['a call that is not there', `GET /api/nothing HTTP/1.1\r\n${host}\r\n`],
  ['a call without session', `GET /api/admin/orders HTTP/1.1\r\n${host}\r\n`],
  ['health', `GET /healthz HTTP/1.1\r\n${host}\r\n`],
  ['a redirect', `GET /about/ HTTP/1.1\r\n${host}Connection: close\r\n\r\n`],
  ['a bad address', `GET /%zz HTTP/1.1\r\n${host}\r\n`],
  ['an unknown method on a page', `DELETE / HTTP/1.1\r\n${host}\r\n`],
  ['a foreign host', 'GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n'],
  [
    'bad JSON',
    `POST /api/confirm-order HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 1\r\n\r\n{`,
  ],
  ['a wrong type', `POST /api/confirm-order HTTP/1.1\r\n${host}Content-Type: text/plain\r\nContent-Length: 1\r\n\r\n{`],
  [
    'too large a body',
    `POST /api/confirm-order HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 99999999\r\n\r\n`,
  ],
  ['no HTTP at all', 'guava\r\n\r\n'],
  ['a header of 20 KB', `GET / HTTP/1.1\r\n${host}X: ${'x'.repeat(20_000)}\r\n\r\n`],
];

test.each(ANSWERS)('S9 S10: %s carries every security header', async (_what, request) => {
  const answer = await sendRaw(port, request);
  expect(answer.status).toBeGreaterThan(0);
  for (const [name, value] of Object.entries(REQUIRED))
    expect([name, answer.headers[name]]).toEqual([name, expect.stringMatching(value)]);
});

test('S10: scripts come only from the shop’s own host, none inline; nothing else is allowed', async () => {
  const policy = Object.fromEntries(
    String((await shop.app.inject('/')).headers['content-security-policy'])
      .split('; ')
      .map((line) => [line.split(' ')[0], line.split(' ').slice(1)]),
  );
  expect(policy).toMatchObject({
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'form-action': ["'self'"],
  });
  expect(policy['connect-src']).not.toContain('https://api.stripe.com');
});

test('answers of the admin vary by session', async () => {
  const varyOf = async (url: string) => (await shop.app.inject({ url })).headers.vary;
  for (const path of ['/api/admin/check', '/api/admin/orders', '/api/admin/nowhere']) {
    expect([path, await varyOf(path)]).toEqual([path, 'cookie']);
  }
  expect(await varyOf('/admin/login')).toBe('accept-encoding, cookie');
  expect(await varyOf('/api/administrator')).toBeUndefined();
});

test('S10: only the admin’s pages may call the geocoder', async () => {
  const policyOf = async (path: string) =>
    String((await shop.app.inject(path)).headers['content-security-policy']).includes('nominatim');
  expect(await policyOf('/admin/dashboard')).toBe(true);
  for (const path of ['/', '/shop', '/administrator', '/shop?back=/admin/', '/api/admin/check'])
    expect([path, await policyOf(path)]).toEqual([path, false]);
});

test('S10: with Stripe its hosts are allowed, and no others', async () => {
  const stripe = await startTestApp({
    env: { STRIPE_SECRET_KEY: `sk_test_${'a'.repeat(20)}`, STRIPE_PUBLISHABLE_KEY: `pk_test_${'a'.repeat(20)}` },
  });
  const policy = String((await stripe.app.inject('/healthz')).headers['content-security-policy']);
  expect(policy).toContain("script-src 'self' https://js.stripe.com https://*.js.stripe.com;");
  expect(policy).toMatch(/connect-src [^;]*https:\/\/api\.stripe\.com/);
  expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|\*;/);
  await stripe.close();
});

const EVIL = 'evil.example';
const POISON: [what: string, lines: string][] = [
  ['X-Forwarded-Host', `${host}X-Forwarded-Host: ${EVIL}`],
  ['X-Forwarded-Proto', `${host}X-Forwarded-Proto: http`],
  ['X-Forwarded-Port', `${host}X-Forwarded-Port: 1337`],
  ['X-Forwarded-Server', `${host}X-Forwarded-Server: ${EVIL}`],
  ['X-Host', `${host}X-Host: ${EVIL}`],
  ['X-Original-URL', `${host}X-Original-URL: /admin/login`],
  ['X-Rewrite-URL', `${host}X-Rewrite-URL: /admin/login`],
  ['Forwarded', `${host}Forwarded: host=${EVIL};proto=http`],
  ['X-Original-Host', `${host}X-Original-Host: ${EVIL}`],
  ['Referer and Origin', `${host}Referer: https://${EVIL}/\r\nOrigin: https://${EVIL}`],
];
const REFUSED: [what: string, lines: string][] = [
  ['a foreign Host', `Host: ${EVIL}`],
  ['ours as a name before another', `Host: www.shop.example.${EVIL}`],
  ['ours as a user name', `Host: www.shop.example@${EVIL}`],
  ['ours after a comma', `Host: ${EVIL}, www.shop.example`],
  ['ours with a path', `Host: www.shop.example/${EVIL}`],
  ['a port that is none', `Host: www.shop.example:${EVIL}`],
  ['an address of the network', 'Host: 169.254.169.254'],
  ['two Host lines, ours first', `${host}Host: ${EVIL}`],
  ['two Host lines, ours last', `Host: ${EVIL}\r\n${host.trim()}`],
  ['two Host lines, both ours', `${host}${host.trim()}`],
  ['no Host at all', 'X-A: b'],
  ['an empty Host', 'Host: '],
];

test.each(POISON)('W1: %s changes nothing in a page', async (_what, lines) => {
  const [clean, poisoned] = await Promise.all(
    [host.trim(), lines].map((l) => sendRaw(port, `GET /about HTTP/1.1\r\n${l}\r\n\r\n`)),
  );
  expect(poisoned?.status).toBe(200);
  expect(poisoned?.body).toBe(clean?.body);
  expect(poisoned?.body).toContain(`${PUBLIC_URL}/about`);
  expect(JSON.stringify(poisoned)).not.toContain(EVIL);
});

test.each(REFUSED)('W1: %s is refused and not repeated', async (_what, lines) => {
  const answer = await sendRaw(port, `GET /about HTTP/1.1\r\n${lines}\r\n\r\n`);
  expect(answer.status).toBe(400);
  expect(JSON.stringify(answer)).not.toContain(EVIL);
});

test('W1: an absolute URL in the request line does not bypass the Host check', async () => {
  const foreign = await sendRaw(port, `GET http://${EVIL}/about HTTP/1.1\r\n${host}\r\n`);
  expect(foreign.status).toBeGreaterThanOrEqual(400);
  expect(JSON.stringify(foreign)).not.toContain(EVIL);
});

test('W1: probes may call health checks by IP address, and nothing else', async () => {
  expect((await sendRaw(port, 'GET /healthz HTTP/1.1\r\nHost: 10.1.2.3:8080\r\n\r\n')).status).toBe(200);
  expect((await sendRaw(port, 'GET / HTTP/1.1\r\nHost: 10.1.2.3:8080\r\n\r\n')).status).toBe(400);
});

test('W1: limits use X-Forwarded-For only from a trusted proxy', async () => {
  const statuses = async (app: TestApp) => {
    const seen: number[] = [];
    for (const address of ['6.6.6.1', '6.6.6.2', '6.6.6.3']) {
      const headers = { 'x-forwarded-for': address };
      seen.push(
        (await app.app.inject({ method: 'POST', url: '/api/shipping-rates', payload: {}, headers })).statusCode,
      );
    }
    return seen;
  };
  for (const [env, expected] of [
    [{ LIMIT_RATES: '1' }, [400, 429, 429]],
    [{ LIMIT_RATES: '1', TRUST_PROXY: '127.0.0.1' }, [400, 400, 400]],
  ] as const) {
    const app = await startTestApp({ env });
    expect(await statuses(app)).toEqual(expected);
    await app.close();
  }
});
