import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { emails } from '#server/features/emails/schema.ts';
import { passkeys, recoveryCodes } from '#server/features/passkeys/schema.ts';
import { type Helper, type Invitation, MAX_HELPERS } from '#shared/admin/helpers.ts';
import { signIn } from '#test/admin.ts';
import { startTestApp, TEST_PASSWORD, type TestApp } from '#test/app.ts';
import { accept, HELPER_PASSWORD, invite, tokenIn } from '#test/helpers.ts';
import { shopForEach } from '#test/shop.ts';
import { NO_PASSWORD_HASH, setAdminPassword } from '../credentials.ts';
import { isPasswordHash } from '../password.ts';
import { staff } from '../schema.ts';

const ANA = 'ana@example.com';
const DAY_MS = 24 * 3_600_000;
/** The database holds the owner's password. */
const STORED = { ADMIN_PASSWORD_HASH: '' };
const shop = shopForEach({ env: STORED });
beforeEach(() => setAdminPassword(shop.deps, TEST_PASSWORD));

type Who = { cookie: string };
const call = (
  who: Who,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object,
  at: TestApp = shop,
) => at.app.inject({ method, url, headers: who, ...(payload && { payload }) });
const cookieOf = (answer: { headers: object }): Who => ({
  cookie: String((answer.headers as Record<string, unknown>)['set-cookie']).split(';', 1)[0] ?? '',
});
const logIn = (email: string, password: string, at: TestApp = shop) =>
  at.app.inject({ method: 'POST', url: '/api/admin/login', payload: { email, password } });
const checkOf = async (who: Who, at: TestApp = shop) =>
  (await call(who, 'GET', '/api/admin/check', undefined, at)).json();
const staffOf = async (who: Who) => (await call(who, 'GET', '/api/admin/staff')).json<Helper[]>();
const invitedBy = (token: string) =>
  shop.app.inject({ method: 'POST', url: '/api/admin/staff/invitation', payload: { token } });

const fillUp = (count: number) =>
  shop.deps.db.insert(staff).values(
    Array.from({ length: count }, () => {
      const id = crypto.randomUUID();
      return { id, role: 'helper' as const, name: id, email: `${id}@example.com` };
    }),
  );

describe('an invitation', () => {
  test('is a link that sets a password once and signs in; afterwards address and password do', async () => {
    const { link, helper, isMailed } = await invite(shop, 'Ana@Example.com', 'Ana');
    expect([helper, isMailed]).toMatchObject([
      { name: 'Ana', email: ANA, hasPassword: false, lastUsedAt: null },
      false,
    ]);
    expect(link).toMatch(/\/admin\/login\?lang=es#join\.[\w-]{43}$/);
    expect((await invitedBy(tokenIn(link))).json()).toEqual({ name: 'Ana', email: ANA });
    const answer = await accept(shop, link);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect(await checkOf(cookieOf(answer))).toEqual({ isAdmin: true, role: 'helper', name: 'Ana' });
    const again = await logIn(' ANA@example.com ', HELPER_PASSWORD);
    expect([again.statusCode, again.json()]).toEqual([200, { isAdmin: true }]);
    const owner = await signIn(shop);
    expect(await checkOf(owner)).toEqual({ isAdmin: true, role: 'owner', name: '' });
    expect(await staffOf(owner)).toMatchObject([
      { name: 'Ana', hasPassword: true, linkEndsAt: null, lastUsedAt: expect.stringMatching(/Z$/) },
    ]);
  });

  test('works once: a second use, also a concurrent one, is refused and changes nothing', async () => {
    const { link } = await invite(shop, ANA);
    const answers = await Promise.all([
      accept(shop, link, `${HELPER_PASSWORD} a`),
      accept(shop, link, `${HELPER_PASSWORD} b`),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 410]);
    const kept = answers[0]?.statusCode === 204 ? 'a' : 'b';
    expect((await accept(shop, link, 'another four words')).statusCode).toBe(410);
    expect((await invitedBy(tokenIn(link))).statusCode).toBe(410);
    expect((await logIn(ANA, `${HELPER_PASSWORD} ${kept}`)).statusCode).toBe(200);
  });

  test('ends after seven days, with a newer link, and with the person', async () => {
    const { link, helper } = await invite(shop, ANA);
    shop.clock.advance(7 * DAY_MS - 60_000);
    expect((await invitedBy(tokenIn(link))).statusCode).toBe(200);
    shop.clock.advance(60_000);
    expect((await accept(shop, link)).statusCode).toBe(410);
    const owner = await signIn(shop);
    expect(await staffOf(owner)).toMatchObject([{ linkEndsAt: null }]);
    const newLink = async () =>
      (await call(owner, 'POST', `/api/admin/staff/${helper.id}/link`)).json<Invitation>().link;
    const [second, third] = [await newLink(), await newLink()];
    expect((await accept(shop, second)).statusCode).toBe(410);
    expect((await invitedBy(tokenIn(third))).statusCode).toBe(200);
    expect((await call(owner, 'DELETE', `/api/admin/staff/${helper.id}`)).statusCode).toBe(204);
    expect((await accept(shop, third)).statusCode).toBe(410);
  });

  test('a weak password leaves the link usable; a guessed token is a login attempt', async () => {
    const { link } = await invite(shop, ANA);
    const weak = await accept(shop, link, 'short');
    expect([weak.statusCode, weak.json().issues[0].path]).toEqual([400, 'next']);
    const statuses: number[] = [];
    for (let i = 0; i < 5; i++) statuses.push((await accept(shop, `#join.${'A'.repeat(43)}`)).statusCode);
    expect(statuses).toEqual([410, 410, 410, 410, 429]);
    shop.clock.advance(60_000);
    expect((await accept(shop, link)).statusCode).toBe(204);
  });

  test('an address is invited once, in any spelling, also by two tabs at once', async () => {
    const owner = await signIn(shop);
    const send = (email: string) => call(owner, 'POST', '/api/admin/staff', { name: 'Ana', email, language: 'en' });
    const answers = await Promise.all([send(ANA), send('ANA@EXAMPLE.COM')]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
    expect(await staffOf(owner)).toHaveLength(1);
    for (const email of ['', 'nobody', 'a@b']) expect((await send(email)).statusCode).toBe(400);
  });

  test('beyond the twentieth is refused, also of two at once', async () => {
    const { db } = shop.deps;
    const owner = await signIn(shop);
    await fillUp(MAX_HELPERS - 1);
    const emails = ['x@example.com', 'y@example.com', 'z@example.com'];
    // All arrive before the first is written.
    const [locked, enough] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const held = db.transaction(async (tx) => {
      await tx.execute(sql`lock table staff in share row exclusive mode`);
      locked.resolve();
      await enough.promise;
    });
    await locked.promise;
    const invited = Promise.all(
      emails.map((email) => call(owner, 'POST', '/api/admin/staff', { name: 'Ana', email, language: 'en' })),
    );
    setTimeout(enough.resolve, 500);
    await held;
    expect((await invited).map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409]);
    expect(await db.$count(staff, eq(staff.role, 'helper'))).toBe(MAX_HELPERS);
  });

  test('control: who counts without the lock invites more than twenty', async () => {
    const { db } = shop.deps;
    await fillUp(MAX_HELPERS - 1);
    const counts = await Promise.all([1, 2].map(() => db.$count(staff, eq(staff.role, 'helper'))));
    await fillUp(counts.filter((count) => count < MAX_HELPERS).length);
    expect(await db.$count(staff, eq(staff.role, 'helper'))).toBe(MAX_HELPERS + 1);
  });

  test('the owner is told who has joined; the token is in no log, and only its hash in the table', async () => {
    const { link } = await invite(shop, ANA);
    const [row] = await shop.deps.db.select().from(staff).where(eq(staff.role, 'helper'));
    expect(JSON.stringify(row)).not.toContain(tokenIn(link));
    expect(row?.linkHash).toMatch(/^[\da-f]{64}$/);
    await accept(shop, link);
    const mails = await shop.deps.db.select().from(emails);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [shop.config.ownerEmail, 'Ana can now sign in to your admin'],
    ]);
    const log = shop.logLines.join('\n');
    for (const event of ['helper_invited', 'helper_joined']) expect(log).toContain(event);
    for (const secret of [tokenIn(link), HELPER_PASSWORD, ANA, '$argon2']) expect(log).not.toContain(secret);
  });

  test('is mailed in the language of the helper where the shop sends mails', async () => {
    const mailing = await startTestApp({
      env: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'hola@shop.example', OWNER_EMAIL: 'owner@shop.example' },
    });
    const { link, isMailed } = await invite(mailing, ANA);
    const [mail, ...more] = await mailing.deps.db.select().from(emails);
    expect([isMailed, mail?.to, mail?.subject, more]).toEqual([
      true,
      ANA,
      expect.stringContaining('Ya puedes ayudar'),
      [],
    ]);
    expect(mail?.text).toContain(link);
    await mailing.close();
  });
});

describe('signing in', () => {
  test('a wrong password, an unknown address and an invited person get the same answer', async () => {
    const { link } = await invite(shop, ANA);
    const answers = [await logIn('nobody@example.com', HELPER_PASSWORD), await logIn(ANA, HELPER_PASSWORD)];
    await accept(shop, link);
    shop.clock.advance(10 * 60_000);
    answers.push(await logIn(ANA, 'wrong'), await logIn(ANA, TEST_PASSWORD), await logIn('', TEST_PASSWORD));
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(answers[0]?.statusCode).toBe(401);
  });

  test('four sign-ins of a helper at once all succeed', async () => {
    await accept(shop, (await invite(shop, ANA)).link);
    shop.clock.advance(10 * 60_000);
    const answers = await Promise.all([1, 2, 3, 4].map(() => logIn(ANA, HELPER_PASSWORD)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  });

  test('an unknown address costs the same work as a wrong password', async () => {
    await accept(shop, (await invite(shop, ANA)).link);
    const [row] = await shop.deps.db.select().from(staff).where(eq(staff.role, 'helper'));
    const costOf = (hash: string) => hash.split('$').slice(0, 4);
    expect(isPasswordHash(NO_PASSWORD_HASH)).toBe(true);
    expect(costOf(NO_PASSWORD_HASH)).toEqual(costOf(row?.passwordHash ?? ''));
  });

  test('the address alone decides: the owner has none, and no helper gets in without', async () => {
    const { link } = await invite(shop, ANA);
    await accept(shop, link);
    const bare = await shop.app.inject({
      method: 'POST',
      url: '/api/admin/login',
      payload: { password: HELPER_PASSWORD },
    });
    expect([bare.statusCode, (await logIn(shop.config.ownerEmail, TEST_PASSWORD)).statusCode]).toEqual([401, 401]);
    expect(await checkOf(await signIn(shop))).toMatchObject({ role: 'owner' });
  });

  test('S1 wrong passwords are slowed as the owner’s are; a helper’s right one buys no further guesses', async () => {
    const { link } = await invite(shop, ANA);
    await accept(shop, link);
    shop.clock.advance(10 * 60_000);
    const statuses: number[] = [];
    for (const email of [ANA, 'x@example.com', ANA, 'y@example.com', ANA, ANA]) {
      statuses.push((await logIn(email, 'wrong')).statusCode);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    shop.clock.advance(10 * 60_000);
    // Guesses of the owner's password, with the helper's own right one between them.
    let guesses = 0;
    for (let i = 0; i < 10; i++) {
      const guess = { password: `guess ${i}` };
      const answer = await shop.app.inject({ method: 'POST', url: '/api/admin/login', payload: guess });
      if (answer.statusCode === 401) guesses += 1;
      await logIn(ANA, HELPER_PASSWORD);
    }
    expect(guesses).toBeLessThanOrEqual(3);
  });
});

describe('the owner', () => {
  test('S21 removes a helper: the cookie is refused at once, also on another instance', async () => {
    const other = await startTestApp({ database: shop.database, env: STORED });
    const { link, helper } = await invite(shop, ANA);
    const [here, there] = [cookieOf(await accept(shop, link)), cookieOf(await logIn(ANA, HELPER_PASSWORD, other))];
    const orders = async (who: Who, at: TestApp) =>
      (await call(who, 'GET', '/api/admin/orders', undefined, at)).statusCode;
    expect([await orders(here, other), await orders(there, shop)]).toEqual([200, 200]);
    const owner = await signIn(shop);
    expect((await call(owner, 'DELETE', `/api/admin/staff/${helper.id}`)).statusCode).toBe(204);
    expect([await orders(here, other), await orders(here, shop), await orders(there, other)]).toEqual([401, 401, 401]);
    expect((await logIn(ANA, HELPER_PASSWORD)).statusCode).toBe(401);
    expect((await call(owner, 'DELETE', `/api/admin/staff/${helper.id}`)).statusCode).toBe(404);
    // She may be invited again.
    expect((await invite(shop, ANA)).helper.id).not.toBe(helper.id);
    await other.close();
  });

  test('writes a new link: sessions, passkeys and codes end at once, the password when it is used', async () => {
    const { db } = shop.deps;
    const { link, helper } = await invite(shop, ANA);
    const old = cookieOf(await accept(shop, link));
    const owner = await signIn(shop);
    const addKeys = async (staffId: string) => {
      const key = { publicKey: Buffer.from([1]), host: 'shop.example', credentialId: crypto.randomUUID() };
      await db.insert(passkeys).values({ ...key, staffId });
      await db.insert(recoveryCodes).values({ hash: crypto.randomUUID(), staffId });
    };
    const keysOf = async (staffId: string) => [
      await db.$count(passkeys, eq(passkeys.staffId, staffId)),
      await db.$count(recoveryCodes, eq(recoveryCodes.staffId, staffId)),
    ];
    await addKeys(helper.id);
    await addKeys('owner');
    const fresh = (await call(owner, 'POST', `/api/admin/staff/${helper.id}/link`)).json<Invitation>();
    expect([await checkOf(old), await keysOf(helper.id)]).toMatchObject([{ isAdmin: false }, [0, 0]]);
    // Whoever has the lost phone may know the password.
    const thief = cookieOf(await logIn(ANA, HELPER_PASSWORD));
    await addKeys(helper.id);
    const next = cookieOf(await accept(shop, fresh.link, 'four other words here'));
    expect([await checkOf(thief), await checkOf(next)]).toMatchObject([{ isAdmin: false }, { isAdmin: true }]);
    expect((await logIn(ANA, HELPER_PASSWORD)).statusCode).toBe(401);
    expect([await keysOf(helper.id), await keysOf('owner')]).toEqual([
      [0, 0],
      [1, 1],
    ]);
    expect(await checkOf(owner)).toMatchObject({ isAdmin: true });
  });

  test('renames a helper; a stale version gets the current state, and a use changes no version', async () => {
    const { link, helper } = await invite(shop, ANA);
    await accept(shop, link);
    const owner = await signIn(shop);
    const rename = (name: string, version?: number) =>
      call(owner, 'PATCH', `/api/admin/staff/${helper.id}`, { name, version });
    expect((await rename('Ana María', helper.version)).json()).toMatchObject({ name: 'Ana María' });
    const stale = await rename('Anita', helper.version);
    expect([stale.statusCode, stale.json().current.name]).toEqual([409, 'Ana María']);
    expect((await rename('Anita')).statusCode).toBe(200);
  });

  test('is in no list and cannot be touched by these calls', async () => {
    const owner = await signIn(shop);
    expect(await staffOf(owner)).toEqual([]);
    const calls = [
      call(owner, 'DELETE', '/api/admin/staff/owner'),
      call(owner, 'PATCH', '/api/admin/staff/owner', { name: 'x' }),
      call(owner, 'POST', '/api/admin/staff/owner/link'),
    ];
    expect((await Promise.all(calls)).map(({ statusCode }) => statusCode)).toEqual([400, 400, 400]);
    expect(await checkOf(owner)).toMatchObject({ role: 'owner' });
  });
});

describe('passwords and sessions', () => {
  const change = (who: Who, current: string, next: string) =>
    call(who, 'POST', '/api/admin/password', { current, next });

  test('a helper changes her own: her other sessions end, the owner’s stay, and she gets the mail', async () => {
    const { link } = await invite(shop, ANA);
    const mine = cookieOf(await accept(shop, link));
    const phone = cookieOf(await logIn(ANA, HELPER_PASSWORD));
    const owner = await signIn(shop);
    expect((await change(mine, TEST_PASSWORD, 'a new phrase of hers')).statusCode).toBe(400);
    const answer = await change(mine, HELPER_PASSWORD, 'a new phrase of hers');
    expect(answer.statusCode).toBe(204);
    const checks = await Promise.all([mine, phone, cookieOf(answer), owner].map((who) => checkOf(who)));
    expect(checks.map(({ isAdmin }) => isAdmin)).toEqual([false, false, true, true]);
    expect((await logIn(ANA, 'a new phrase of hers')).statusCode).toBe(200);
    const mails = await shop.deps.db.select().from(emails);
    expect(mails.map(({ to }) => to).sort()).toEqual([ANA, shop.config.ownerEmail].sort());
  });

  test('the owner’s change ends her own sessions, and no helper’s; the command on the machine ends all', async () => {
    const { link } = await invite(shop, ANA);
    const helper = cookieOf(await accept(shop, link));
    const [owner, phone] = [await signIn(shop), await signIn(shop)];
    expect((await change(owner, TEST_PASSWORD, 'another phrase of hers')).statusCode).toBe(204);
    const after = await Promise.all([owner, phone, helper].map((who) => checkOf(who)));
    expect(after.map(({ isAdmin }) => isAdmin)).toEqual([false, false, true]);
    await setAdminPassword(shop.deps, TEST_PASSWORD);
    expect(await checkOf(helper)).toEqual({ isAdmin: false });
    expect((await logIn(ANA, HELPER_PASSWORD)).statusCode).toBe(200);
  });

  test('a helper sees and ends her own sessions alone; the owner also hers, by name', async () => {
    const { link } = await invite(shop, ANA);
    const helper = cookieOf(await accept(shop, link));
    const owner = await signIn(shop);
    const idsOf = async (who: Who) =>
      (await call(who, 'GET', '/api/admin/sessions')).json<{ id: string }[]>().map(({ id }) => id);
    const [hers, all] = [await idsOf(helper), await idsOf(owner)];
    expect([hers.length, all.filter((id) => hers.includes(id))]).toEqual([1, hers]);
    const named = (await call(owner, 'GET', '/api/admin/sessions')).json<{ id: string; person: string | null }[]>();
    expect(named.filter(({ person }) => person !== null)).toEqual([
      expect.objectContaining({ id: hers[0], person: 'Ana' }),
    ]);
    for (const id of all.filter((each) => !hers.includes(each))) {
      expect((await call(helper, 'DELETE', `/api/admin/sessions/${id}`)).statusCode).toBe(404);
    }
    expect((await call(helper, 'POST', '/api/admin/sessions/end-others')).json()).toEqual({ ended: 0 });
    expect(await checkOf(owner)).toMatchObject({ isAdmin: true });
    expect((await call(owner, 'DELETE', `/api/admin/sessions/${hers[0]}`)).statusCode).toBe(204);
    expect(await checkOf(helper)).toEqual({ isAdmin: false });
  });

  test('a setting that holds the owner’s password does not hold a helper’s', async () => {
    const fixed = await startTestApp({ env: { ADMIN_PASSWORD: TEST_PASSWORD } });
    const helper = cookieOf(await accept(fixed, (await invite(fixed, ANA)).link));
    expect((await call(helper, 'GET', '/api/admin/password', undefined, fixed)).json()).toEqual({ setting: null });
    const payload = { current: HELPER_PASSWORD, next: 'a new phrase of hers' };
    expect((await call(helper, 'POST', '/api/admin/password', payload, fixed)).statusCode).toBe(204);
    await fixed.close();
  });
});
