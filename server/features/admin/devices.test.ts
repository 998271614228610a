import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { emails } from '#server/features/emails/schema.ts';
import { startTestApp, TEST_PASSWORD, type TestApp } from '#test/app.ts';
import { shopForEach } from '#test/shop.ts';
import { loginFailures, staff, staffDevices } from './schema.ts';

const MAIL = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'hola@shop.example', OWNER_EMAIL: 'owner@shop.example' };
const ENV = { ...MAIL, TRUST_PROXY: 'true' };
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const shop = shopForEach({ env: ENV });

/** A browser that keeps its cookies. */
function aBrowser(at: TestApp = shop, address = '192.0.2.7') {
  const jar = new Map<string, string>();
  const send = async (method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object) => {
    const answer = await at.app.inject({
      method,
      url: `/api/admin/${path}`,
      headers: {
        cookie: [...jar].map((pair) => pair.join('=')).join('; '),
        'user-agent': FIREFOX,
        'x-forwarded-for': address,
      },
      ...(payload && { payload }),
    });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    return answer;
  };
  const signIn = async (password = TEST_PASSWORD) => (await send('POST', 'login', { password })).statusCode;
  return { jar, send, signIn };
}
const mails = async () =>
  (await shop.deps.db.select().from(emails).orderBy(emails.createdAt)).map(({ to, subject }) => ({ to, subject }));
const NEW = { to: 'owner@shop.example', subject: 'A new device signed in to your admin' };

test('the first browser is not mailed, nor one that is known; another one is, with device and address', async () => {
  const desk = aBrowser();
  for (let i = 0; i < 3; i++) {
    await desk.send('POST', 'logout');
    expect(await desk.signIn()).toBe(200);
  }
  expect(await mails()).toEqual([]);
  // The same network and the same name: only the cookie counts.
  expect(await aBrowser().signIn()).toBe(200);
  expect(await mails()).toEqual([NEW]);
  const [mail] = await shop.deps.db.select().from(emails);
  expect(mail?.text).toContain('Firefox, Windows');
  expect(mail?.text).toContain('192.0.2.7');
  expect(mail?.text).toContain('/admin/account');
  expect(await desk.signIn()).toBe(200);
  expect(await mails()).toHaveLength(1);
});

test('a wrong password makes no device known, and an invented cookie is a new device', async () => {
  const desk = aBrowser();
  await desk.signIn();
  const thief = aBrowser();
  expect(await thief.signIn('wrong')).toBe(401);
  expect([...thief.jar.keys()]).toEqual([]);
  thief.jar.set('admin-device', 'A'.repeat(43));
  expect(await thief.signIn()).toBe(200);
  expect(await mails()).toEqual([NEW]);
  const odd = aBrowser();
  odd.jar.set('admin-device', 'x');
  expect(await odd.signIn()).toBe(200);
  expect(odd.jar.get('admin-device')).toMatch(/^[\w-]{43}$/);
  expect(await mails()).toHaveLength(2);
});

test('the cookie lasts, is for HTTP alone, and the database has its hash', async () => {
  const secure = await startTestApp({ env: { ...ENV, PUBLIC_URL: 'https://shop.example' } });
  const answer = await secure.app.inject({
    method: 'POST',
    url: '/api/admin/login',
    payload: { password: TEST_PASSWORD },
  });
  const [, cookie = ''] = [answer.headers['set-cookie'] ?? []].flat();
  expect(cookie).toMatch(
    /^__Host-admin-device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  );
  const token = /=([\w-]{43})/.exec(cookie)?.[1] ?? '';
  expect(JSON.stringify(await secure.deps.db.select().from(staffDevices))).not.toContain(token);
  await secure.close();
});

test('two first sign-ins at once: one is the first, the other is mailed', async () => {
  const other = await startTestApp({ database: shop.database, env: ENV });
  const statuses = await Promise.all([aBrowser().signIn(), aBrowser(other, '192.0.2.8').signIn()]);
  expect([statuses, await mails()]).toEqual([[200, 200], [NEW]]);
  await other.close();
});

test('three mails, then one an hour, however often somebody signs in; beyond 20 devices the oldest goes', async () => {
  const desk = aBrowser();
  await desk.signIn();
  for (let i = 0; i < 24; i++) {
    shop.clock.advance(1_000);
    expect(await aBrowser().signIn()).toBe(200);
  }
  expect(await mails()).toHaveLength(3);
  expect(await shop.deps.db.$count(staffDevices)).toBe(20);
  shop.clock.advance(3_600_000);
  expect(await desk.signIn()).toBe(200);
  expect(await mails()).toHaveLength(4);
  expect((await shop.deps.db.select().from(loginFailures)).map(({ scope }) => scope)).toContain('device-mail:owner');
});

test('a changed password causes one mail, and its browser is known from then on', async () => {
  const own = await startTestApp({ env: { ...ENV, ADMIN_PASSWORD_HASH: '' } });
  const { setAdminPassword } = await import('./credentials.ts');
  await setAdminPassword(own.deps, TEST_PASSWORD);
  const desk = aBrowser(own);
  await desk.signIn();
  const phone = aBrowser(own);
  await phone.signIn();
  phone.jar.delete('admin-device');
  const change = { current: TEST_PASSWORD, next: 'four words in a row' };
  expect((await phone.send('POST', 'password', change)).statusCode).toBe(204);
  expect(await phone.signIn(change.next)).toBe(200);
  const subjects = (await own.deps.db.select().from(emails).orderBy(emails.createdAt)).map(({ subject }) => subject);
  expect(subjects).toEqual([NEW.subject, 'The password of your admin was changed']);
  await own.close();
});

test('without a mail server nothing waits in the outbox', async () => {
  const own = await startTestApp({ env: { TRUST_PROXY: 'true' } });
  for (let i = 0; i < 3; i++) expect(await aBrowser(own).signIn()).toBe(200);
  expect(await own.deps.db.$count(emails)).toBe(0);
  expect(await own.deps.db.$count(staffDevices)).toBe(3);
  await own.close();
});

test('the mail is in the person’s own language; another person in the same browser is new there', async () => {
  const desk = aBrowser();
  await desk.signIn();
  expect((await desk.send('PATCH', 'account', { language: 'es', name: ' Mercedes ' })).json()).toEqual({
    name: 'Mercedes',
    role: 'owner',
    email: 'owner@shop.example',
    language: 'es',
  });
  await aBrowser().signIn();
  expect((await mails()).map(({ subject }) => subject)).toEqual(['Entraron a tu panel desde otro dispositivo']);
  expect((await desk.send('PATCH', 'account', {})).json()).toMatchObject({ name: 'Mercedes', language: 'es' });
  expect((await desk.send('PATCH', 'account', { language: null })).json()).toMatchObject({ language: null });
  for (const wrong of [{ language: 'fr' }, { name: 'a\u0007' }, { name: 'x'.repeat(81) }]) {
    expect((await desk.send('PATCH', 'account', wrong)).statusCode).toBe(400);
  }
  const [row] = await shop.deps.db.select().from(staff).where(eq(staff.id, 'owner'));
  expect([row?.name, row?.role]).toEqual(['Mercedes', 'owner']);
});
