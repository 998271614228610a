import { describe, expect, test } from 'vitest';
import { settings } from '#server/db/settings.ts';
import { hashPassword } from '#server/features/admin/password.ts';
import { signIn } from '#test/admin.ts';
import { startTestApp, TEST_PASSWORD, type TestApp } from '#test/app.ts';
import { openTestDatabase } from '#test/database.ts';
import { shopForAll } from '#test/shop.ts';
import { prepareAdminPassword, setAdminPassword } from './credentials.ts';
import { adminSessions, loginFailures } from './schema.ts';

const HOUR_MS = 3_600_000;
const shop = shopForAll();

const isAdmin = async (app: TestApp, headers: Record<string, string>) =>
  (await app.app.inject({ url: '/api/admin/check', headers })).json().isAdmin;
const logIn = (app: TestApp, password: unknown, headers: Record<string, string> = {}) =>
  app.app.inject({ method: 'POST', url: '/api/admin/login', payload: { password }, headers });

describe('login', () => {
  test('opens a session with the right password', async () => {
    const answer = await logIn(shop, TEST_PASSWORD);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ isAdmin: true });
    expect(await isAdmin(shop, await signIn(shop))).toBe(true);
    expect(await isAdmin(shop, {})).toBe(false);
  });

  test('S3 answers every wrong password with one status and one message, in the reader’s language', async () => {
    const answers = [await logIn(shop, 'wrong'), await logIn(shop, `${TEST_PASSWORD} `)];
    expect(answers.map((answer) => [answer.statusCode, answer.json()])).toEqual([
      [401, { message: 'Invalid password. Please try again.' }],
      [401, { message: 'Invalid password. Please try again.' }],
    ]);
    const spanish = await logIn(shop, 'wrong', { cookie: 'lang=es' });
    expect(spanish.json().message).not.toBe('Invalid password. Please try again.');
    await signIn(shop);
  });

  test('S2 refuses blank, missing, non-text and too long passwords before counting an attempt', async () => {
    await shop.database.connection.db.delete(loginFailures);
    for (const password of ['', '   ', undefined, null, 7, [TEST_PASSWORD], 'x'.repeat(1025)]) {
      expect((await logIn(shop, password)).statusCode).toBe(400);
    }
    expect(await shop.database.connection.db.select().from(loginFailures)).toEqual([]);
  });

  test('S6 sets a cookie that scripts and other sites cannot use: plain on loopback, __Host- behind HTTPS', async () => {
    const [plain] = [(await logIn(shop, TEST_PASSWORD)).headers['set-cookie'] ?? []].flat();
    expect(plain).toMatch(/^admin=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/);
    const secure = await startTestApp({ database: shop.database, env: { PUBLIC_URL: 'https://shop.example' } });
    const [cookie = ''] = [(await logIn(secure, TEST_PASSWORD)).headers['set-cookie'] ?? []].flat();
    expect(cookie).toMatch(/^__Host-admin=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    expect(await isAdmin(secure, { cookie: cookie.split(';', 1)[0] ?? '' })).toBe(true);
    // Without the prefix, another host under the same domain could have set it.
    expect(await isAdmin(secure, { cookie: (cookie.split(';', 1)[0] ?? '').replace('__Host-', '') })).toBe(false);
    await secure.close();
  });

  test('S4 never makes a planted cookie valid, gives a new 256-bit token each time and keeps only its hash', async () => {
    const planted = `admin=${'A'.repeat(43)}`;
    const first = await logIn(shop, TEST_PASSWORD, { cookie: planted });
    expect(await isAdmin(shop, { cookie: planted })).toBe(false);
    const second = await logIn(shop, TEST_PASSWORD);
    const tokens = [first, second].map((a) => /admin=([\w-]+)/.exec(String(a.headers['set-cookie']))?.[1] ?? '');
    expect(new Set(tokens).size).toBe(2);
    const kept = JSON.stringify(await shop.database.connection.db.select().from(adminSessions));
    for (const token of tokens) expect(kept).not.toContain(token);
  });

  test('ends the session that the same browser had before', async () => {
    const before = await signIn(shop);
    await logIn(shop, TEST_PASSWORD, before);
    expect(await isAdmin(shop, before)).toBe(false);
  });
});

describe('the end of a session', () => {
  test('S5 logout ends it on the server, so that the old cookie opens nothing', async () => {
    const headers = await signIn(shop);
    const answer = await shop.app.inject({ method: 'POST', url: '/api/admin/logout', headers });
    expect(answer.json()).toEqual({ isAdmin: false });
    expect(String(answer.headers['set-cookie'])).toMatch(/^admin=; .*Max-Age=0/);
    expect(await isAdmin(shop, headers)).toBe(false);
  });

  test('S5 ends after 12 idle hours, and after 7 days however busy', async () => {
    const idle = await startTestApp();
    const headers = await signIn(idle);
    idle.clock.advance(11.9 * HOUR_MS);
    expect(await isAdmin(idle, headers)).toBe(true);
    idle.clock.advance(12.1 * HOUR_MS);
    expect(await isAdmin(idle, headers)).toBe(false);

    const busy = await signIn(idle);
    for (let hours = 0; hours < 7 * 24 - 6; hours += 6) {
      idle.clock.advance(6 * HOUR_MS);
      expect(await isAdmin(idle, busy)).toBe(true);
    }
    idle.clock.advance(6.1 * HOUR_MS);
    expect(await isAdmin(idle, busy)).toBe(false);
    await idle.close();
  });

  test('S5 a dashboard’s polls do not keep an idle session alive', async () => {
    const own = await startTestApp();
    const headers = await signIn(own);
    const ask = async () => (await own.app.inject({ url: '/api/admin/changes', headers })).statusCode;
    for (let hours = 0; hours < 12; hours += 3) {
      own.clock.advance(2.9 * HOUR_MS);
      expect(await ask()).toBe(200);
    }
    own.clock.advance(HOUR_MS);
    expect(await ask()).toBe(401);
    // Any other call counts as use.
    const used = await signIn(own);
    own.clock.advance(7 * HOUR_MS);
    expect((await own.app.inject({ url: '/api/admin/summary', headers: used })).statusCode).toBe(200);
    own.clock.advance(7 * HOUR_MS);
    expect((await own.app.inject({ url: '/api/admin/changes', headers: used })).statusCode).toBe(200);
    await own.close();
  });

  test('S5 N7 a new password ends every session at once', async () => {
    const own = await startTestApp({ env: { ADMIN_PASSWORD: '' } });
    await setAdminPassword(own.deps, 'the first one');
    const headers = await signIn(own, 'the first one');
    expect(await isAdmin(own, headers)).toBe(true);
    await setAdminPassword(own.deps, 'the second one');
    expect(await isAdmin(own, headers)).toBe(false);
    expect((await logIn(own, 'the first one')).statusCode).toBe(401);
    expect((await logIn(own, 'the second one')).statusCode).toBe(200);
    await own.close();
  });

  test('F17 a session opened while the clock was a year ahead lives no longer than others after correction', async () => {
    const year = 365 * 86_400_000;
    const hour = 3_600_000;
    const shop = await startTestApp();
    shop.clock.advance(year);
    const headers = await signIn(shop);
    shop.clock.advance(-year);
    expect(await isAdmin(shop, headers)).toBe(true);
    shop.clock.advance(13 * hour);
    expect(await isAdmin(shop, headers)).toBe(false);
    await shop.close();
  });

  test('S5 a new ADMIN_PASSWORD ends earlier sessions at the next start; the same one keeps them', async () => {
    const database = await openTestDatabase();
    const env = { ADMIN_PASSWORD: TEST_PASSWORD };
    const first = await startTestApp({ database, env });
    const headers = await signIn(first);
    await first.close();
    const same = await startTestApp({ database, env });
    expect(await isAdmin(same, headers)).toBe(true);
    await same.close();
    const other = await startTestApp({ database, env: { ADMIN_PASSWORD: 'another one' } });
    expect(await isAdmin(other, headers)).toBe(false);
    await other.close();
    await database.remove();
  });
});

describe('the source of the password', () => {
  test('makes one at the first start, shows it once and keeps a hash alone', async () => {
    const database = await openTestDatabase();
    const { db } = database.connection;
    const fresh = await startTestApp({ database, env: { ADMIN_PASSWORD: '' } });
    await db.delete(settings);
    const made = await prepareAdminPassword(fresh.deps);
    expect(made).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/);
    expect(await prepareAdminPassword(fresh.deps)).toBeNull();
    expect(JSON.stringify(await db.select().from(settings))).not.toContain(made);
    expect((await logIn(fresh, made)).statusCode).toBe(200);
    await fresh.close();
    await database.remove();
  });

  test('uses ADMIN_PASSWORD_HASH instead of the stored one', async () => {
    const database = await openTestDatabase();
    const env = { ADMIN_PASSWORD: '', ADMIN_PASSWORD_HASH: await hashPassword('from a hash') };
    const hashed = await startTestApp({ database, env });
    expect((await logIn(hashed, 'from a hash')).statusCode).toBe(200);
    expect((await logIn(hashed, TEST_PASSWORD)).statusCode).toBe(401);
    await hashed.close();
    await database.remove();
  });
});
