import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from '#server/features/admin/password.ts';
import { adminSessions, staff } from '#server/features/admin/schema.ts';
import { openSession } from '#server/features/admin/sessions.ts';
import { emails } from '#server/features/emails/schema.ts';
import type { AssertionOptions, CreationOptions, PasskeyAdded, PasskeyList } from '#shared/admin/account.ts';
import { signIn } from '#test/admin.ts';
import { startTestApp, TEST_PASSWORD, type TestApp } from '#test/app.ts';
import { Authenticator, type Faults } from '#test/authenticator.ts';
import { shopForEach } from '#test/shop.ts';
import { passkeyChallenges, passkeys, recoveryCodes } from './schema.ts';

const ORIGIN = 'https://shop.example';
const ENV = { PUBLIC_URL: ORIGIN, TRUST_PROXY: 'true' };
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const shop = shopForEach({ env: ENV });

type Headers = { cookie?: string };
const send = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  {
    payload,
    headers = {},
    at = shop,
    address = '192.0.2.1',
  }: { payload?: object; headers?: Headers; at?: TestApp; address?: string } = {},
) =>
  at.app.inject({
    method,
    url: `/api/admin/${path}`,
    headers: { 'user-agent': IPHONE, 'x-forwarded-for': address, ...headers },
    ...(payload && { payload }),
  });

const proof = { password: TEST_PASSWORD };
async function askNew(headers: Headers, payload: object = proof, at = shop) {
  const answer = await send('POST', 'passkeys/new/challenge', { payload, headers, at });
  expect(answer.statusCode).toBe(200);
  return answer.json<CreationOptions>();
}
const add = (headers: Headers, device: Authenticator, options: CreationOptions, faults: Faults = {}, at = shop) =>
  send('POST', 'passkeys', { payload: { passkey: device.create(options, faults) }, headers, at });
/** Adds a passkey to whoever has the session. */
async function addKey(headers: Headers, at = shop): Promise<Authenticator> {
  const device = new Authenticator(ORIGIN);
  expect((await add(headers, device, await askNew(headers, proof, at), {}, at)).statusCode).toBe(201);
  return device;
}
async function askLogin(at = shop) {
  const answer = await send('POST', 'login/passkey/challenge', { at });
  expect(answer.statusCode).toBe(200);
  return answer.json<AssertionOptions>();
}
const answerLogin = (passkey: object, at = shop, address = '192.0.2.1') =>
  send('POST', 'login/passkey', { payload: { passkey }, at, address });
const countSessions = () => shop.deps.db.$count(adminSessions);
const cookieOf = (answer: Awaited<ReturnType<typeof send>>) => ({
  cookie: [answer.headers['set-cookie']].flat()[0]?.split(';', 1)[0] ?? '',
});
const isIn = async (headers: Headers, at = shop) => (await send('GET', 'check', { headers, at })).json().isAdmin;
const list = async (headers: Headers, at = shop) =>
  (await send('GET', 'passkeys', { headers, at })).json<PasskeyList>();

/** A helper with a password of their own, signed in. */
async function aHelper(id = 'ana'): Promise<Headers> {
  const passwordHash = await hashPassword('papaya and rice pudding');
  await shop.deps.db
    .insert(staff)
    .values({ id, role: 'helper', name: 'Ana', email: `${id}@shop.example`, language: 'es', passwordHash });
  const token = await openSession(shop.deps, { address: '192.0.2.8' }, { staffId: id, passwordHash });
  return { cookie: `__Host-admin=${token}` };
}

let owner: Headers;
beforeEach(async () => {
  owner = await signIn(shop);
});

test('a passkey is made and signs in without a name or a password; its use is told', async () => {
  const options = await askNew(owner);
  expect(options).toMatchObject({
    rp: { id: 'shop.example' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [],
  });
  const device = new Authenticator(ORIGIN);
  const added = await add(owner, device, options);
  expect(added.statusCode).toBe(201);
  expect(added.json<PasskeyAdded>()).toMatchObject({ passkey: { name: 'Safari, iPhone', lastUsedAt: null } });
  const login = await askLogin();
  expect(login).toMatchObject({ rpId: 'shop.example', userVerification: 'required', allowCredentials: [] });
  const entered = await answerLogin(device.get(login));
  expect([entered.statusCode, entered.json()]).toEqual([200, { isAdmin: true }]);
  expect(await isIn(cookieOf(entered))).toBe(true);
  const { here, passkeys: own } = await list(owner);
  expect([here, own.map(({ host, lastUsedAt }) => [host, lastUsedAt !== null])]).toEqual([
    'shop.example',
    [['shop.example', true]],
  ]);
  // The next one must not be made on the same device.
  expect((await askNew(owner)).excludeCredentials.map(({ id }) => id)).toEqual([device.id.toString('base64url')]);
});

test('several instances answer for each other', async () => {
  const other = await startTestApp({ database: shop.database, env: ENV });
  const device = new Authenticator(ORIGIN);
  const options = await askNew(owner);
  expect((await add(owner, device, options, {}, other)).statusCode).toBe(201);
  const entered = await answerLogin(device.get(await askLogin(other)));
  expect([entered.statusCode, await isIn(cookieOf(entered), other)]).toEqual([200, true]);
  await other.close();
});

describe('S22 a sign-in is refused, and nobody is signed in:', () => {
  const refused = async (answer: () => Promise<object> | object) => {
    const before = await countSessions();
    const result = await answerLogin(await answer());
    expect([result.statusCode, result.headers['set-cookie'], await countSessions()]).toEqual([403, undefined, before]);
    expect(shop.logLines.some((line) => line.includes('"login_failed"'))).toBe(true);
  };
  const faulty: Record<string, Faults> = {
    'another origin': { origin: 'https://evil.example' },
    'another port of the same host': { origin: `${ORIGIN}:8443` },
    'another host': { host: 'evil.example' },
    'without the user verified': { isUnverified: true },
    'another person’s handle': { userHandle: Buffer.from('ana').toString('base64url') },
    'an invented challenge': { challenge: Buffer.alloc(32).toString('base64url') },
    'the answer of a registration': { type: 'webauthn.create' },
    'another key’s signature': { isForged: true },
  };
  for (const [name, faults] of Object.entries(faulty)) {
    test(name, async () => {
      const device = await addKey(owner);
      await refused(async () => device.get(await askLogin(), faults));
      // The control is the same answer without the fault.
      expect((await answerLogin(device.get(await askLogin()))).statusCode).toBe(200);
    });
  }

  test('a key that the shop does not know, or no longer', async () => {
    const stranger = new Authenticator(ORIGIN);
    stranger.create(await askNew(owner));
    await refused(async () => stranger.get(await askLogin()));
    const device = await addKey(owner);
    const [{ id } = { id: '' }] = (await list(owner)).passkeys;
    expect((await send('DELETE', `passkeys/${id}`, { headers: owner })).statusCode).toBe(204);
    await refused(async () => device.get(await askLogin()));
  });

  test('an answer sent again, and another answer to a used challenge', async () => {
    const device = await addKey(owner);
    const login = await askLogin();
    const answer = device.get(login);
    expect((await answerLogin(answer)).statusCode).toBe(200);
    await refused(() => answer);
    await refused(() => device.get(login));
  });

  test('a challenge that a wrong answer has used up', async () => {
    const device = await addKey(owner);
    const login = await askLogin();
    await refused(() => device.get(login, { origin: 'https://evil.example' }));
    await refused(() => device.get(login));
  });

  test('a challenge older than five minutes', async () => {
    const device = await addKey(owner);
    const login = await askLogin();
    shop.clock.advance(5 * 60_000);
    await refused(() => device.get(login));
  });

  test('a challenge for another purpose', async () => {
    const device = await addKey(owner);
    const confirm = (await send('POST', 'passkeys/challenge', { headers: owner })).json<AssertionOptions>();
    await refused(() => device.get(confirm));
    await refused(async () => device.get({ ...(await askLogin()), challenge: (await askNew(owner)).challenge }));
  });

  test('a count that stands still or goes back', async () => {
    const device = await addKey(owner);
    expect((await answerLogin(device.get(await askLogin(), { counter: 7 }))).statusCode).toBe(200);
    for (const counter of [7, 6, 0]) await refused(async () => device.get(await askLogin(), { counter }));
    expect((await answerLogin(device.get(await askLogin(), { counter: 8 }))).statusCode).toBe(200);
  });

  test('a key that does not say whose it is', async () => {
    const device = await addKey(owner);
    await refused(async () => {
      const answer = device.get(await askLogin());
      const { userHandle: _, ...unnamed } = answer.response;
      return { ...answer, response: unnamed };
    });
  });

  test('something else than an answer', async () => {
    const device = await addKey(owner);
    const answer = device.get(await askLogin());
    for (const clientDataJSON of ['bm8', Buffer.from('null').toString('base64url')]) {
      await refused(() => ({ ...answer, response: { ...answer.response, clientDataJSON } }));
    }
    await refused(() => ({ ...answer, rawId: 'b3RoZXI' }));
  });
});

test('S22 two answers with the same count: one signs in, on any instances', async () => {
  const other = await startTestApp({ database: shop.database, env: ENV });
  const device = await addKey(owner);
  const before = await countSessions();
  const answers = [device.get(await askLogin(), { counter: 5 }), device.get(await askLogin(), { counter: 5 })];
  const results = await Promise.all(answers.map((answer, i) => answerLogin(answer, i === 0 ? shop : other)));
  expect(results.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403]);
  expect((await countSessions()) - before).toBe(1);
  await other.close();
});

test('S22 control: who compares the count before writing it lets both in', async () => {
  const device = await addKey(owner);
  const { db } = shop.deps;
  const ofKey = eq(passkeys.credentialId, device.id.toString('base64url'));
  const before = await countSessions();
  const seen = await Promise.all([1, 2].map(() => db.select().from(passkeys).where(ofKey)));
  for (const [row] of seen) {
    if (!row || row.counter >= 5) continue;
    await db.update(passkeys).set({ counter: 5 }).where(ofKey);
    await openSession(shop.deps, { address: '192.0.2.1' }, { staffId: row.staffId, passwordHash: 'x' });
  }
  expect((await countSessions()) - before).toBe(2);
});

test('S22 a key whose count stays 0, as those copied between devices, signs in again and again', async () => {
  const device = await addKey(owner);
  for (let i = 0; i < 3; i++) {
    expect((await answerLogin(device.get(await askLogin(), { counter: 0 }))).statusCode).toBe(200);
  }
});

describe('S22 a registration', () => {
  const countKeys = () => shop.deps.db.$count(passkeys);

  test('without a fresh proof gets no challenge: no session, no password, a wrong one', async () => {
    const ask = (payload: object, headers: Headers = owner) =>
      send('POST', 'passkeys/new/challenge', { payload, headers });
    expect((await ask(proof, {})).statusCode).toBe(401);
    expect((await ask({})).statusCode).toBe(400);
    const wrong = await ask({ password: 'wrong' });
    expect([wrong.statusCode, wrong.json().issues[0].path]).toEqual([400, 'password']);
    expect(await shop.deps.db.$count(passkeyChallenges)).toBe(0);
  });

  test('is refused with the challenge of a sign-in, of another session, a used one or an old one', async () => {
    const device = new Authenticator(ORIGIN);
    const options = await askNew(owner);
    const statusOf = async (headers: Headers, challenge: string) =>
      (await add(headers, device, { ...options, challenge })).statusCode;
    expect(await statusOf(owner, (await askLogin()).challenge)).toBe(400);
    const phone = await signIn(shop);
    expect(await statusOf(phone, options.challenge)).toBe(400);
    expect(await statusOf(await aHelper(), options.challenge)).toBe(400);
    expect(await countKeys()).toBe(0);
    expect(await statusOf(owner, options.challenge)).toBe(201);
    expect(await statusOf(owner, options.challenge)).toBe(400);
    const late = await askNew(owner);
    shop.clock.advance(5 * 60_000);
    expect(await statusOf(owner, late.challenge)).toBe(400);
    expect(await countKeys()).toBe(1);
  });

  test('is refused from another origin or host, and without the user verified', async () => {
    for (const faults of [
      { origin: 'https://evil.example' },
      { host: 'evil.example' },
      { isUnverified: true },
      { type: 'webauthn.get' },
    ]) {
      const answer = await add(owner, new Authenticator(ORIGIN), await askNew(owner), faults);
      expect([answer.statusCode, await countKeys()]).toEqual([400, 0]);
    }
  });

  test('of a key that belongs to somebody takes it from nobody', async () => {
    const device = await addKey(owner);
    const again = await add(owner, device, await askNew(owner));
    expect([again.statusCode, await countKeys()]).toEqual([409, 1]);
    const helper = await aHelper();
    const options = await askNew(helper, { password: 'papaya and rice pudding' });
    expect((await add(helper, device, options)).statusCode).toBe(409);
  });

  test('may be proved by a passkey of one’s own, once, and by no other', async () => {
    const device = await addKey(owner);
    const confirm = async (headers: Headers) =>
      (await send('POST', 'passkeys/challenge', { headers })).json<AssertionOptions>();
    const ask = (headers: Headers, passkey: object) =>
      send('POST', 'passkeys/new/challenge', { payload: { passkey }, headers });
    const options = await confirm(owner);
    expect(options.allowCredentials.map(({ id }) => id)).toEqual([device.id.toString('base64url')]);
    const answer = device.get(options);
    const { userHandle: _, ...unnamed } = answer.response;
    expect((await ask(owner, { ...answer, response: unnamed })).statusCode).toBe(200);
    expect((await ask(owner, answer)).statusCode).toBe(403);
    expect((await ask(owner, device.get(await askLogin()))).statusCode).toBe(403);
    const helper = await aHelper();
    expect((await ask(helper, device.get(await confirm(helper)))).statusCode).toBe(403);
  });

  test('beyond the twentieth is refused', async () => {
    const { db } = shop.deps;
    const row = { staffId: 'owner', publicKey: Buffer.from([1]), host: 'shop.example' };
    await db.insert(passkeys).values(Array.from({ length: 20 }, (_, i) => ({ ...row, credentialId: `k${i}` })));
    const answer = await send('POST', 'passkeys/new/challenge', { payload: proof, headers: owner });
    expect([answer.statusCode, await countKeys()]).toEqual([409, 20]);
  });
});

test('keys belong to their person: nobody else lists, names or removes them, or signs in as another', async () => {
  const ofOwner = await addKey(owner);
  const helper = await aHelper();
  const device = new Authenticator(ORIGIN);
  const options = await askNew(helper, { password: 'papaya and rice pudding' });
  expect(options.user.name).toBe('ana@shop.example');
  expect((await add(helper, device, options)).statusCode).toBe(201);
  const [mine] = (await list(helper)).passkeys;
  const [owners] = (await list(owner)).passkeys;
  expect([(await list(helper)).passkeys.length, (await list(owner)).passkeys.length]).toEqual([1, 1]);
  for (const [headers, id] of [
    [helper, owners?.id],
    [owner, mine?.id],
  ] as const) {
    const name = await send('PATCH', `passkeys/${id}`, { payload: { name: 'Stolen' }, headers });
    const removal = await send('DELETE', `passkeys/${id}`, { headers });
    expect([name.statusCode, removal.statusCode]).toEqual([404, 404]);
  }
  const named = await send('PATCH', `passkeys/${mine?.id}`, { payload: { name: ' Mi teléfono ' }, headers: helper });
  expect([named.statusCode, named.json().name]).toEqual([200, 'Mi teléfono']);
  const entered = await answerLogin(device.get(await askLogin()));
  const account = await send('GET', 'account', { headers: cookieOf(entered) });
  expect(account.json()).toMatchObject({ role: 'helper', name: 'Ana' });
  expect((await answerLogin(ofOwner.get(await askLogin()))).statusCode).toBe(200);
  // Whoever is no longer of the staff has no key, code or session.
  await shop.deps.db.delete(staff).where(eq(staff.id, 'ana'));
  expect((await answerLogin(device.get(await askLogin()))).statusCode).toBe(403);
  expect(await isIn(cookieOf(entered))).toBe(false);
});

test('a new password ends the sessions that a passkey has opened; the passkey opens another', async () => {
  const own = await startTestApp({ env: { ...ENV, ADMIN_PASSWORD_HASH: '' } });
  try {
    const { setAdminPassword } = await import('#server/features/admin/credentials.ts');
    await setAdminPassword(own.deps, TEST_PASSWORD);
    const device = await addKey(await signIn(own), own);
    const entered = cookieOf(await answerLogin(device.get(await askLogin(own)), own));
    expect(await isIn(entered, own)).toBe(true);
    await setAdminPassword(own.deps, 'four words in a row');
    expect(await isIn(entered, own)).toBe(false);
    const again = cookieOf(await answerLogin(device.get(await askLogin(own)), own));
    expect(await isIn(again, own)).toBe(true);
  } finally {
    await own.close();
  }
});

test('S1 passkeys are throttled like passwords, together with them; challenges are limited too', async () => {
  const device = await addKey(owner);
  const wrong = async () => (await answerLogin(device.get(await askLogin(), { isForged: true }))).statusCode;
  const password = async (text: string) => (await send('POST', 'login', { payload: { password: text } })).statusCode;
  expect([await wrong(), await wrong(), await password('wrong'), await wrong(), await wrong()]).toEqual([
    403, 403, 401, 403, 403,
  ]);
  expect([await wrong(), await password(TEST_PASSWORD)]).toEqual([429, 429]);
  const statuses = [];
  for (let i = 0; i < 31; i++) {
    statuses.push((await send('POST', 'login/passkey/challenge', { address: '192.0.2.77' })).statusCode);
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(30);
  expect(statuses.at(-1)).toBe(429);
});

test('challenges that nobody has answered go', async () => {
  for (let i = 0; i < 5; i++) await askLogin();
  shop.clock.advance(5 * 60_000 + 1);
  await askLogin();
  expect(await shop.deps.db.$count(passkeyChallenges)).toBe(1);
});

test('a shop that has moved says where its keys were made; a shop at an IP address has none', async () => {
  await addKey(owner);
  const moved = await startTestApp({ database: shop.database, env: { ...ENV, PUBLIC_URL: 'https://new.example' } });
  const there = await list(owner, moved);
  expect([there.here, there.origin, there.passkeys[0]?.host]).toEqual([
    'new.example',
    'https://new.example',
    'shop.example',
  ]);
  // A key of the old host is not offered for what it cannot do.
  const confirm = await send('POST', 'passkeys/challenge', { headers: owner, at: moved });
  expect(confirm.json<AssertionOptions>().allowCredentials).toEqual([]);
  await moved.close();
  const atNumber = await startTestApp({
    database: shop.database,
    env: { ...ENV, PUBLIC_URL: 'http://192.0.2.1:3000' },
  });
  const headers = await signIn(atNumber);
  expect((await list(headers, atNumber)).here).toBeNull();
  expect((await send('POST', 'login/passkey/challenge', { at: atNumber })).statusCode).toBe(409);
  await atNumber.close();
});

test('the first passkey brings recovery codes, a later one none; each is mailed to its person', async () => {
  const first = (await add(owner, new Authenticator(ORIGIN), await askNew(owner))).json<PasskeyAdded>();
  expect(first.recoveryCodes).toHaveLength(10);
  const second = (await add(owner, new Authenticator(ORIGIN), await askNew(owner))).json<PasskeyAdded>();
  expect(second.recoveryCodes).toBeNull();
  const helper = await aHelper();
  const options = await askNew(helper, { password: 'papaya and rice pudding' });
  await add(helper, new Authenticator(ORIGIN), options);
  const mails = await shop.deps.db.select().from(emails);
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    [shop.config.ownerEmail, 'A passkey was added to your admin'],
    [shop.config.ownerEmail, 'A passkey was added to your admin'],
    ['ana@shop.example', 'Agregaron una llave de acceso a tu panel'],
  ]);
  expect(mails[0]?.text).toContain('Safari, iPhone');
  expect(await shop.deps.db.$count(recoveryCodes)).toBe(20);
  // Neither the log nor the database holds a code or a key's answer.
  const written = shop.logLines.join('\n') + JSON.stringify(await shop.deps.db.select().from(recoveryCodes));
  for (const code of first.recoveryCodes ?? []) expect(written).not.toContain(code);
});
