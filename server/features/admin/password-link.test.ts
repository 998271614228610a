import { beforeEach, expect, test } from 'vitest';
import { emails } from '#server/features/emails/schema.ts';
import { signIn } from '#test/admin.ts';
import { startTestApp, TEST_PASSWORD, type TestApp } from '#test/app.ts';
import { shopForEach } from '#test/shop.ts';
import { setAdminPassword } from './credentials.ts';

const NEXT = 'four words in a row';
const MAIL = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'hola@shop.example', OWNER_EMAIL: 'owner@shop.example' };
const shop = shopForEach({ env: { ADMIN_PASSWORD_HASH: '', ...MAIL } });
beforeEach(() => setAdminPassword(shop.deps, TEST_PASSWORD));

const ask = (at: TestApp = shop) => at.app.inject({ method: 'POST', url: '/api/admin/password/link' });
const use = (token: string, next = NEXT) =>
  shop.app.inject({ method: 'POST', url: '/api/admin/password/by-link', payload: { token, next } });
const mails = () => shop.deps.db.select().from(emails).orderBy(emails.createdAt);
/** The token of the newest link. */
async function askedToken(): Promise<string> {
  expect((await ask()).json()).toEqual({ isMailed: true });
  const mail = (await mails()).at(-1);
  expect([mail?.to, mail?.subject]).toEqual([MAIL.OWNER_EMAIL, 'Set a new password for your admin']);
  return /\/admin\/login#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
}
const isIn = async (headers: { cookie: string }) =>
  (await shop.app.inject({ url: '/api/admin/check', headers })).json().isAdmin;

test('a mailed link sets a password once, ends every session, signs in and tells the owner', async () => {
  const earlier = await signIn(shop);
  const token = await askedToken();
  expect(await isIn(earlier)).toBe(true);
  const answer = await use(token);
  expect(answer.statusCode).toBe(204);
  const cookie = String(answer.headers['set-cookie']).split(';', 1)[0] ?? '';
  expect([await isIn(earlier), await isIn({ cookie }), await isIn(await signIn(shop, NEXT))]).toEqual([
    false,
    true,
    true,
  ]);
  expect((await mails()).map(({ subject }) => subject)).toContain('The password of your admin was changed');
  expect((await use(token, `${NEXT} again`)).statusCode).toBe(410);
});

test('two uses of a link at once set one password', async () => {
  const token = await askedToken();
  const answers = await Promise.all([use(token, `${NEXT} a`), use(token, `${NEXT} b`)]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409]);
});

test('a link ends after 30 minutes, with a newer link, and with a change of the password', async () => {
  const [first, second] = [await askedToken(), await askedToken()];
  expect((await use(first)).statusCode).toBe(410);
  shop.clock.advance(30 * 60_000);
  expect((await use(second)).statusCode).toBe(410);
  const third = await askedToken();
  await setAdminPassword(shop.deps, 'set on the machine');
  expect((await use(third)).statusCode).toBe(410);
  await signIn(shop, 'set on the machine');
});

test('a weak password leaves the link usable; a guessed token is a login attempt', async () => {
  const token = await askedToken();
  expect((await use(token, 'short')).json().issues[0].path).toBe('next');
  const statuses: number[] = [];
  for (let i = 0; i < 5; i++) statuses.push((await use('A'.repeat(43))).statusCode);
  expect(statuses).toEqual([410, 410, 410, 410, 429]);
  shop.clock.advance(60_000);
  expect((await use(token)).statusCode).toBe(204);
});

test('at most three links are mailed in an hour', async () => {
  const statuses: number[] = [];
  for (let i = 0; i < 4; i++) statuses.push((await ask()).statusCode);
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect(await mails()).toHaveLength(3);
  shop.clock.advance(20 * 60_000);
  expect((await ask()).statusCode).toBe(200);
});

test('neither without a mail server nor where a setting holds the password is a link mailed', async () => {
  const settings: Record<string, string>[] = [{ ADMIN_PASSWORD_HASH: '' }, { ADMIN_PASSWORD: TEST_PASSWORD, ...MAIL }];
  for (const env of settings) {
    const other = await startTestApp({ env });
    expect((await ask(other)).json()).toEqual({ isMailed: false });
    expect(await other.deps.db.$count(emails)).toBe(0);
    await other.close();
  }
});

test('the token is in no log line, and only its hash in the settings', async () => {
  const token = await askedToken();
  await use(token);
  await askedToken();
  expect(shop.logLines.join('\n')).toContain('password_link_mailed');
  expect(shop.logLines.join('\n')).not.toContain(token);
});
