import { beforeEach, expect, test } from 'vitest';
import { emails } from '#server/features/emails/schema.ts';
import { signIn } from '#test/admin.ts';
import { startTestApp, TEST_PASSWORD, type TestApp } from '#test/app.ts';
import { shopForEach } from '#test/shop.ts';
import { setAdminPassword } from './credentials.ts';

const NEXT = 'four words in a row';
/** Without a setting, so that the database holds the password. */
const STORED = { ADMIN_PASSWORD_HASH: '', TRUST_PROXY: 'true' };
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const shop = shopForEach({ env: STORED });
beforeEach(() => setAdminPassword(shop.deps, TEST_PASSWORD));

type Session = { cookie: string };
const change = (headers: Session, current: string, next: string, at: TestApp = shop) =>
  at.app.inject({
    method: 'POST',
    url: '/api/admin/password',
    payload: { current, next },
    headers: { ...headers, 'user-agent': FIREFOX, 'x-forwarded-for': '192.0.2.7' },
  });
const isIn = async (headers: Session, at: TestApp = shop) =>
  (await at.app.inject({ url: '/api/admin/check', headers })).json().isAdmin;
const fieldsOf = (answer: Awaited<ReturnType<typeof change>>) =>
  answer.json().issues.map(({ path }: { path: string }) => path);

test('S5 a change ends every session on all instances, even the cookie that made it, and opens a new one', async () => {
  const other = await startTestApp({ database: shop.database, env: STORED });
  const [mine, phone] = [await signIn(shop), await signIn(other)];
  const answer = await change(mine, TEST_PASSWORD, NEXT);
  expect([answer.statusCode, answer.body]).toEqual([204, '']);
  const fresh = { cookie: String(answer.headers['set-cookie']).split(';', 1)[0] ?? '' };
  expect([await isIn(mine), await isIn(phone, other), await isIn(fresh, other)]).toEqual([false, false, true]);
  await expect(signIn(shop)).rejects.toThrow('401');
  expect(await isIn(await signIn(shop, NEXT))).toBe(true);
  await other.close();
});

test('the owner gets a mail with device and address; neither it nor the log holds a password', async () => {
  const before = shop.logLines.length;
  await change(await signIn(shop), TEST_PASSWORD, NEXT);
  const [mail, ...more] = await shop.deps.db.select().from(emails);
  expect([mail?.to, mail?.subject, more]).toEqual([
    shop.deps.config.ownerEmail,
    'The password of your admin was changed',
    [],
  ]);
  expect(mail?.text).toContain('Firefox, Windows');
  expect(mail?.text).toContain('192.0.2.7');
  const written = JSON.stringify(mail) + shop.logLines.slice(before).join('\n');
  expect(written).toContain('"password_set"');
  for (const secret of [TEST_PASSWORD, NEXT, '$argon2']) expect(written).not.toContain(secret);
});

test('S2 a wrong current password, or a weak new one, changes nothing and names its field', async () => {
  const headers = await signIn(shop);
  expect(fieldsOf(await change(headers, 'wrong', NEXT))).toEqual(['current']);
  expect(fieldsOf(await change(headers, TEST_PASSWORD, 'short'))).toEqual(['next']);
  const common = await change(headers, TEST_PASSWORD, 'password1234567');
  expect([common.statusCode, fieldsOf(common)]).toEqual([400, ['next']]);
  expect([await isIn(headers), await isIn(await signIn(shop))]).toEqual([true, true]);
  expect(await shop.deps.db.$count(emails)).toBe(0);
});

test('S1 wrong current passwords count as login attempts', async () => {
  const headers = await signIn(shop);
  const statuses: number[] = [];
  for (let i = 0; i < 6; i++) statuses.push((await change(headers, `wrong ${i}`, NEXT)).statusCode);
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  expect((await change(headers, TEST_PASSWORD, NEXT)).statusCode).toBe(429);
});

test('of two changes at once one succeeds, and the other gets a conflict', async () => {
  const headers = await signIn(shop);
  const answers = await Promise.all([
    change(headers, TEST_PASSWORD, `${NEXT} a`),
    change(headers, TEST_PASSWORD, `${NEXT} b`),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409]);
  const kept = answers[0]?.statusCode === 204 ? 'a' : 'b';
  expect(await isIn(await signIn(shop, `${NEXT} ${kept}`))).toBe(true);
  expect(await shop.deps.db.$count(emails)).toBe(1);
});

test('a password that a setting holds is named and not changed', async () => {
  expect((await shop.app.inject({ url: '/api/admin/password', headers: await signIn(shop) })).json()).toEqual({
    setting: null,
  });
  const fixed = await startTestApp({ env: { ADMIN_PASSWORD: TEST_PASSWORD } });
  const headers = await signIn(fixed);
  const place = await fixed.app.inject({ url: '/api/admin/password', headers });
  expect(place.json()).toEqual({ setting: 'ADMIN_PASSWORD' });
  const answer = await change(headers, TEST_PASSWORD, NEXT, fixed);
  expect([answer.statusCode, answer.json().message]).toEqual([409, expect.stringContaining('ADMIN_PASSWORD')]);
  expect(await isIn(headers, fixed)).toBe(true);
  await fixed.close();
});
