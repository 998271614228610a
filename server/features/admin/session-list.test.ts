import { expect, test } from 'vitest';
import type { AdminSession } from '#shared/admin/admin.ts';
import { TEST_PASSWORD } from '#test/app.ts';
import { shopForEach } from '#test/shop.ts';
import { admitTry } from './login-throttle.ts';
import { loginFailures } from './schema.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

const shop = shopForEach({ env: { TRUST_PROXY: 'true' } });

async function signInFrom(userAgent: string, address: string): Promise<{ cookie: string }> {
  const answer = await shop.app.inject({
    method: 'POST',
    url: '/api/admin/login',
    payload: { password: TEST_PASSWORD },
    headers: { 'user-agent': userAgent, 'x-forwarded-for': address },
  });
  expect(answer.statusCode).toBe(200);
  return { cookie: String(answer.headers['set-cookie']).split(';', 1)[0] ?? '' };
}
const list = async (headers: { cookie: string }) =>
  (await shop.app.inject({ url: '/api/admin/sessions', headers })).json<AdminSession[]>();
const isIn = async (headers: { cookie: string }) =>
  (await shop.app.inject({ url: '/api/admin/check', headers })).json().isAdmin;
const events = (name: string) => shop.logLines.map((line) => JSON.parse(line)).filter(({ event }) => event === name);

test('S5 sessions are listed with device, address and times, the caller’s marked, without token or hash', async () => {
  const desk = await signInFrom(FIREFOX, '192.0.2.1');
  shop.clock.advance(60_000);
  const phone = await signInFrom(`${IPHONE}\u00ff<script>`, '2001:db8::7');
  const sessions = await list(phone);
  expect(sessions.map(({ device, address, isCurrent }) => [device, address, isCurrent])).toEqual([
    ['Safari, iPhone', '2001:db8::7', true],
    ['Firefox, Windows', '192.0.2.1', false],
  ]);
  for (const { id, createdAt } of sessions) {
    expect([id, createdAt]).toEqual([expect.stringMatching(/^[\da-f]{12}$/), expect.stringMatching(/Z$/)]);
    expect(desk.cookie + phone.cookie).not.toContain(id);
  }
});

test('S5 one session, or all others, end at once; an unknown one is a 404, an odd one a 400', async () => {
  const [desk, phone, tablet] = [
    await signInFrom(FIREFOX, '192.0.2.1'),
    await signInFrom(IPHONE, '192.0.2.2'),
    await signInFrom('curl/8', '192.0.2.3'),
  ];
  const end = (id: string) => shop.app.inject({ method: 'DELETE', url: `/api/admin/sessions/${id}`, headers: desk });
  const ofPhone = (await list(desk)).find(({ device }) => device === 'Safari, iPhone');
  expect((await end(ofPhone?.id ?? '')).statusCode).toBe(204);
  expect([await isIn(desk), await isIn(phone), await isIn(tablet)]).toEqual([true, false, true]);
  expect([(await end('0'.repeat(12))).statusCode, (await end('%25')).statusCode, (await end('')).statusCode]).toEqual([
    404, 400, 400,
  ]);
  const others = await shop.app.inject({ method: 'POST', url: '/api/admin/sessions/end-others', headers: desk });
  expect(others.json()).toEqual({ ended: 1 });
  expect([await isIn(desk), await isIn(tablet), (await list(desk)).length]).toEqual([true, false, 1]);
});

test('a session that is idle or of another password is not listed', async () => {
  const old = await signInFrom(FIREFOX, '192.0.2.1');
  shop.clock.advance(11 * 3_600_000);
  const other = await signInFrom(IPHONE, '192.0.2.2');
  expect(await list(other)).toHaveLength(2);
  shop.clock.advance(2 * 3_600_000);
  expect([(await list(other)).length, await isIn(old)]).toEqual([1, false]);
});

test('E11 each change of the admin is one log line with address and session, and none of the words', async () => {
  const headers = await signInFrom(FIREFOX, '192.0.2.1');
  const session = (await list(headers))[0]?.id;
  const from = { ...headers, 'x-forwarded-for': '192.0.2.9' };
  const store = { name: 'La Esquina', address: '900 W 49th St', storeType: 'grocery', latitude: 25, longitude: -80 };
  const send = (method: 'POST' | 'DELETE' | 'GET', url: string, payload?: object) =>
    shop.app.inject({ method, url, headers: from, ...(payload && { payload }) });
  const { id } = (await send('POST', '/api/admin/store-locations', store)).json();
  await send('GET', '/api/admin/store-locations');
  await send('POST', '/api/admin/store-locations', { ...store, name: '' });
  await send('DELETE', `/api/admin/store-locations/${id}`);
  const lines = events('admin_change');
  expect(lines.map(({ method, route, target, status }) => [method, route, target, status])).toEqual([
    ['POST', '/api/admin/store-locations', undefined, 201],
    ['DELETE', '/api/admin/store-locations/:id', id, 204],
  ]);
  expect(lines.every((line) => line.address === '192.0.2.9' && line.session === session)).toBe(true);
  expect(JSON.stringify(lines)).not.toContain('Esquina');
  await send('POST', '/api/admin/logout');
  expect(
    events('login')
      .concat(events('logout'))
      .map((line) => line.session),
  ).toEqual([session, session]);
});

test('S1 rows of failed logins from ever new addresses are deleted once they no longer count', async () => {
  const { db } = shop.deps;
  for (let i = 1; i <= 10; i++) {
    await admitTry(shop.deps, `198.51.100.${i}`);
    shop.clock.advance(10_000);
  }
  shop.clock.advance(10 * 60_000);
  expect(await db.$count(loginFailures)).toBeGreaterThan(5);
  await admitTry(shop.deps, '203.0.113.1');
  // One row for the address itself, and those of the common limits.
  expect(await db.$count(loginFailures)).toBeLessThanOrEqual(3);
});
