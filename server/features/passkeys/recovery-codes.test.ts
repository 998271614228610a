import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { hashPassword } from '#server/features/admin/password.ts';
import { adminSessions, staff } from '#server/features/admin/schema.ts';
import { openSession } from '#server/features/admin/sessions.ts';
import { emails } from '#server/features/emails/schema.ts';
import type { JournalLine } from '#shared/admin/journal.ts';
import { signIn } from '#test/admin.ts';
import { startTestApp, TEST_PASSWORD, type TestApp } from '#test/app.ts';
import { shopForEach } from '#test/shop.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { recoveryCodes } from './schema.ts';

const ENV = { TRUST_PROXY: 'true' };
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const shop = shopForEach({ env: ENV });

type Headers = { cookie?: string };
const send = (method: 'GET' | 'POST', path: string, headers: Headers = {}, payload?: object, at: TestApp = shop) =>
  at.app.inject({
    method,
    url: `/api/admin/${path}`,
    headers: { 'user-agent': FIREFOX, 'x-forwarded-for': '192.0.2.7', ...headers },
    ...(payload && { payload }),
  });
const make = async (headers: Headers, password = TEST_PASSWORD) =>
  (await send('POST', 'recovery-codes', headers, { password })).json<{ codes: string[] }>().codes;
const enter = (code: string, at?: TestApp) => send('POST', 'login/recovery-code', {}, { code }, at);
const countSessions = () => shop.deps.db.$count(adminSessions);

let owner: Headers;
beforeEach(async () => {
  owner = await signIn(shop);
});

test('ten codes, each of which signs in once, however it is typed; a mail says how many are left', async () => {
  const codes = await make(owner);
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^(?:[a-z2-9]{4}-){3}[a-z2-9]{4}$/);
  const [first = '', second = ''] = codes;
  const entered = await enter(` ${first.toUpperCase().replaceAll('-', ' ')}`);
  expect([entered.statusCode, entered.json()]).toEqual([200, { isAdmin: true }]);
  const again = await enter(first);
  expect([again.statusCode, again.headers['set-cookie']]).toEqual([403, undefined]);
  expect((await enter(second)).statusCode).toBe(200);
  expect((await send('GET', 'recovery-codes', owner)).json()).toEqual({ left: 8 });
  const mails = await shop.deps.db.select().from(emails).orderBy(emails.createdAt);
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual(
    Array(2).fill([shop.config.ownerEmail, 'A recovery code opened your admin']),
  );
  expect(mails.map(({ text }) => /Codes left: \d/.exec(text)?.[0]).sort()).toEqual(['Codes left: 8', 'Codes left: 9']);
  expect(mails[0]?.text).toContain('Firefox, Windows');
  const written = shop.logLines.join('\n') + JSON.stringify([mails, await shop.deps.db.select().from(recoveryCodes)]);
  for (const code of codes) expect(written).not.toContain(code);
});

test('ten codes have one line in the journal, and what comes after them in the call its own', async () => {
  await make(owner);
  await shop.deps.db.transaction(async (tx) => {
    await tx.execute(
      sql`select set_config('shop.actor', ${JSON.stringify({ id: 'ana', name: 'Ana', call: 'POST /x' })}, true)`,
    );
    await makeRecoveryCodes(tx, 'owner');
    await tx.update(staff).set({ name: 'Mercedes' }).where(eq(staff.id, 'owner'));
  });
  const lines = (await send('GET', 'journal?area=staff&sort=oldest', owner)).json<JournalLine[]>();
  expect(lines.map(({ call, action, after }) => [call, action, after])).toEqual([
    ['POST /api/admin/recovery-codes', 'update', { recovery_codes: 10 }],
    ['POST /x', 'update', { name: 'Mercedes' }],
  ]);
});

test('new codes replace the old ones, and need a fresh proof', async () => {
  const [old = ''] = await make(owner);
  for (const [headers, payload, status] of [
    [{}, { password: TEST_PASSWORD }, 401],
    [owner, {}, 400],
    [owner, { password: 'wrong' }, 400],
  ] as const) {
    expect((await send('POST', 'recovery-codes', headers, payload)).statusCode).toBe(status);
  }
  expect((await send('GET', 'recovery-codes', owner)).json()).toEqual({ left: 10 });
  const [fresh = ''] = await make(owner);
  expect([(await enter(old)).statusCode, (await enter(fresh)).statusCode]).toEqual([403, 200]);
  expect(await shop.deps.db.$count(recoveryCodes)).toBe(9);
});

test('S1 codes are throttled like passwords, together with them', async () => {
  const [code = ''] = await make(owner);
  const statuses = [];
  for (let i = 0; i < 4; i++) statuses.push((await enter(`abcd-abcd-abcd-abc${i}`)).statusCode);
  statuses.push((await send('POST', 'login', {}, { password: 'wrong' })).statusCode);
  expect(statuses).toEqual([403, 403, 403, 403, 401]);
  expect((await enter(code)).statusCode).toBe(429);
  expect(await shop.deps.db.$count(recoveryCodes)).toBe(10);
});

test('a code used twice at once, on two instances, opens one session', async () => {
  const other = await startTestApp({ database: shop.database, env: ENV });
  const [code = ''] = await make(owner);
  const before = await countSessions();
  const answers = await Promise.all([enter(code), enter(code, other), enter(code), enter(code, other)]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403, 403, 403]);
  expect((await countSessions()) - before).toBe(1);
  await other.close();
});

test('control: who looks before deleting opens a session for each that looked', async () => {
  await make(owner);
  const { db } = shop.deps;
  const [row] = await db.select().from(recoveryCodes).limit(1);
  const ofCode = eq(recoveryCodes.hash, row?.hash ?? '');
  const before = await countSessions();
  const found = await Promise.all([1, 2].map(() => db.$count(recoveryCodes, ofCode)));
  for (const count of found) {
    await db.delete(recoveryCodes).where(ofCode);
    if (count > 0) await openSession(shop.deps, { address: '192.0.2.1' }, { staffId: 'owner', passwordHash: 'x' });
  }
  expect((await countSessions()) - before).toBe(2);
});

test('a code is its person’s: a helper’s opens the helper’s account, and mails them in their language', async () => {
  const passwordHash = await hashPassword('papaya and rice pudding');
  const { db } = shop.deps;
  const ana = { id: 'ana', role: 'helper', name: 'Ana', email: 'ana@shop.example', language: 'es' } as const;
  await db.insert(staff).values({ ...ana, passwordHash });
  const token = await openSession(shop.deps, { address: '192.0.2.8' }, { staffId: 'ana', passwordHash });
  const helper = { cookie: `admin=${token}` };
  expect(await make(helper)).toBeUndefined();
  const [code = ''] = await make(helper, 'papaya and rice pudding');
  expect((await send('GET', 'recovery-codes', owner)).json()).toEqual({ left: 0 });
  const entered = await enter(code);
  const cookie = [entered.headers['set-cookie']].flat()[0]?.split(';', 1)[0] ?? '';
  expect((await send('GET', 'account', { cookie })).json()).toMatchObject({ name: 'Ana', role: 'helper' });
  const mails = await db.select().from(emails);
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    ['ana@shop.example', 'Un código de recuperación abrió tu panel'],
  ]);
});

test('a code of somebody who has no password yet opens nothing, and is kept', async () => {
  const { db } = shop.deps;
  await make(owner);
  await db.insert(staff).values({ id: 'eva', role: 'helper', email: 'eva@shop.example' });
  const [code = ''] = await make(owner);
  await db.update(recoveryCodes).set({ staffId: 'eva' });
  expect((await enter(code)).statusCode).toBe(403);
  expect(await db.$count(recoveryCodes)).toBe(10);
});
