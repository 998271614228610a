import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { facts } from '#brand/facts.ts';
import { readConfig } from '#server/config.ts';
import { emails } from '#server/features/emails/schema.ts';
import type { SettingsGroup, SettingsGroupState, ShopSettings } from '#shared/admin/shop-settings.ts';
import { signIn } from '#test/admin.ts';
import { startTestApp, TEST_PASSWORD } from '#test/app.ts';
import { aPaymentStart, confirm, paidSandbox, startedCheckout, startPayment } from '#test/makers.ts';
import { adminOf, shopForEach } from '#test/shop.ts';
import { startSmtp, type TestSmtp } from '#test/smtp.ts';
import { configWith } from './candidate.ts';
import { findKey } from './key.ts';
import { saveSettings } from './repository.ts';
import { shopSettings } from './schema.ts';
import { readStored, type Stored, settingsOf, storedColumns } from './stored.ts';

const SECRET = `sk_test_${'a'.repeat(20)}wxyz`;
const PUBLISHABLE = `pk_test_${'b'.repeat(24)}`;
const KEYS = { STRIPE_SECRET_KEY: SECRET, STRIPE_PUBLISHABLE_KEY: PUBLISHABLE };
const SETTINGS_KEY = randomBytes(32).toString('base64');

const shop = shopForEach({ env: { SETTINGS_KEY } });
const call = adminOf(shop);
const PATH = '/api/admin/settings';
type Values = Record<string, string | null>;
const save = (group: SettingsGroup, version: number, values: Values, more: object = {}) =>
  call('PATCH', `${PATH}/${group}`, { version, values, password: TEST_PASSWORD, ...more });
const groupIn = (settings: ShopSettings, group: SettingsGroup) => {
  const found = settings.groups.find((each) => each.group === group);
  if (!found) throw new Error(group);
  return found;
};
const readGroup = async (group: SettingsGroup) => groupIn((await call('GET', PATH)).json(), group);
const field = (state: SettingsGroupState, name: string) => state.fields.find((each) => each.name === name);
const backups = () => join(shop.database.dataDir, 'backups');
const issuesOf = (answer: { json(): { issues?: { path: string }[] } }) =>
  (answer.json().issues ?? []).map(({ path }) => path);

/** The configuration of a start with what is stored now. */
const configNow = async (env: Record<string, string> = { SETTINGS_KEY }) => {
  const first = readConfig({ ...env, DATA_DIR: shop.database.dataDir }, facts);
  return readConfig(env, facts, settingsOf((await readStored(shop.deps.db, first)).groups, env));
};

describe('a save', () => {
  test('is in force at the next start, and never shows a secret again', async () => {
    const saved = await save('payment', 0, KEYS);
    expect(saved.statusCode).toBe(200);
    const group = await readGroup('payment');
    expect(group).toEqual(saved.json());
    expect(group.version).toBe(1);
    expect(field(group, 'STRIPE_SECRET_KEY')).toMatchObject({ from: 'admin', value: null, ending: 'wxyz' });
    expect(field(group, 'STRIPE_PUBLISHABLE_KEY')).toMatchObject({ value: PUBLISHABLE });
    expect(JSON.stringify((await call('GET', PATH)).json())).not.toContain(SECRET);
    expect(await configNow()).toMatchObject({
      closed: null,
      stripe: { secretKey: SECRET, publishableKey: PUBLISHABLE },
    });
  });

  test('stands encrypted in the database and nowhere in the log', async () => {
    await save('payment', 0, KEYS);
    await save('mail', 0, {
      smtpHost: 'mail.shop.example',
      smtpUser: 'u',
      smtpPassword: 'guava-and-mail',
      MAIL_FROM: 'a@shop.example',
    });
    const rows = JSON.stringify(await shop.deps.db.select().from(shopSettings));
    for (const secret of [SECRET, 'guava-and-mail', 'mail.shop.example']) {
      expect(rows).not.toContain(secret);
      expect(shop.logLines.join('')).not.toContain(secret);
    }
    expect((await configNow()).smtp).toEqual({ url: 'smtp://u:guava-and-mail@mail.shop.example:587' });
  });

  test('keeps what is left out, and clears by null', async () => {
    await save('payment', 0, { ...KEYS, STRIPE_WEBHOOK_SECRET: 'whsec_12345678' });
    await save('payment', 1, { STRIPE_ACCOUNT_SHARED: 'true' });
    expect((await configNow()).stripe).toMatchObject({ secretKey: SECRET, isAccountShared: true });
    await save('payment', 2, { STRIPE_WEBHOOK_SECRET: null });
    expect((await configNow()).stripe?.webhookSecrets).toEqual([]);
    await save(
      'payment',
      3,
      Object.fromEntries([...Object.keys(KEYS), 'STRIPE_ACCOUNT_SHARED'].map((name) => [name, null])),
    );
    expect((await configNow()).stripe).toBeUndefined();
  });

  test('needs the owner’s password, and a wrong one counts as a login attempt', async () => {
    const wrong = await save('payment', 0, KEYS, { password: 'not this one' });
    expect([wrong.statusCode, issuesOf(wrong)]).toEqual([400, ['password']]);
    expect((await save('payment', 0, KEYS, { password: undefined })).statusCode).toBe(400);
    for (let i = 0; i < 5; i++) await save('payment', 0, KEYS, { password: 'not this one' });
    expect((await save('payment', 0, KEYS)).statusCode).toBe(429);
    expect((await readGroup('payment')).version).toBe(0);
  });

  test('without a session nothing is read, saved or tried', async () => {
    for (const [method, url] of [
      ['GET', PATH],
      ['PATCH', `${PATH}/mail`],
      ['POST', `${PATH}/mail/try`],
    ] as const) {
      const answer = await shop.app.inject({ method, url, ...(method !== 'GET' && { payload: {} }) });
      expect(answer.statusCode, url).toBe(401);
    }
  });

  test.each<[SettingsGroup, Values, string]>([
    ['payment', { STRIPE_SECRET_KEY: SECRET }, 'STRIPE_PUBLISHABLE_KEY'],
    ['payment', { ...KEYS, STRIPE_PUBLISHABLE_KEY: `pk_live_${'b'.repeat(24)}` }, 'STRIPE_PUBLISHABLE_KEY'],
    ['payment', { ...KEYS, STRIPE_SECRET_KEY: 'hidden-word' }, 'STRIPE_SECRET_KEY'],
    ['payment', { ...KEYS, STRIPE_WEBHOOK_SECRET: 'hidden-word' }, 'STRIPE_WEBHOOK_SECRET'],
    ['payment', { STRIPE_API_URL: 'http://127.0.0.1:1' }, 'STRIPE_API_URL'],
    ['payment', { ADMIN_PASSWORD: 'hidden-word' }, 'ADMIN_PASSWORD'],
    ['mail', { smtpHost: 'mail.shop.example' }, 'MAIL_FROM'],
    ['mail', { MAIL_FROM: 'a@shop.example' }, 'smtpHost'],
    ['mail', { smtpHost: 'mail.shop.example/x', MAIL_FROM: 'a@shop.example' }, 'smtpHost'],
    ['mail', { smtpHost: 'mail.shop.example', MAIL_FROM: 'hidden-word' }, 'MAIL_FROM'],
    ['mail', { smtpHost: 'mail.shop.example', MAIL_FROM: 'a@b.co\r\nBcc: x@y.co' }, 'MAIL_FROM'],
    ['tax', { TAX_PROVIDER: 'stripe' }, 'TAX_PROVIDER'],
    ['tax', { TAX_PROVIDER: 'guess' }, 'TAX_PROVIDER'],
    ['backup', { BACKUP_DIR: '/srv/b', BACKUP_HOUR: '24' }, 'BACKUP_HOUR'],
    ['backup', { BACKUP_KEEP: '3' }, 'BACKUP_DIR'],
    ['address', { PUBLIC_URL: 'www.shop.example' }, 'PUBLIC_URL'],
  ])('of %s with %j is refused at %s, in words', async (group, values, path) => {
    const refused = await save(group, 0, values);
    expect([refused.statusCode, issuesOf(refused)]).toEqual([400, [path]]);
    expect(refused.body).not.toContain('hidden-word');
    expect(refused.body).not.toMatch(/issue_|setting_/);
    expect((await readGroup(group)).version).toBe(0);
  });

  test('that takes away the keys that Stripe Tax needs is refused', async () => {
    await save('payment', 0, KEYS);
    expect((await save('tax', 0, { TAX_PROVIDER: 'stripe' })).statusCode).toBe(200);
    const refused = await save('payment', 1, { STRIPE_SECRET_KEY: null, STRIPE_PUBLISHABLE_KEY: null });
    expect([refused.statusCode, issuesOf(refused)]).toEqual([400, ['TAX_PROVIDER']]);
  });

  test('of a stale version answers 409 with the present state, and of many at once exactly one is kept', async () => {
    await save('tax', 0, { TAX_PROVIDER: 'table' });
    const stale = await save('tax', 0, { TAX_PROVIDER: null });
    expect(stale.statusCode).toBe(409);
    expect(stale.json()).toMatchObject({ code: 'stale_version', current: { group: 'tax', version: 1 } });

    const hours = ['1', '2', '3', '4'];
    const answers = await Promise.all(
      hours.map((hour) => save('backup', 0, { BACKUP_DIR: backups(), BACKUP_HOUR: hour })),
    );
    const kept = answers.filter(({ statusCode }) => statusCode === 200);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409]);
    expect(await readGroup('backup')).toEqual(kept[0]?.json());
  });

  test('at once with one of another group never makes settings with which the shop cannot start', async () => {
    await save('payment', 0, KEYS);
    const noKeys = { STRIPE_SECRET_KEY: null, STRIPE_PUBLISHABLE_KEY: null };
    const answers = await Promise.all([save('payment', 1, noKeys), save('tax', 0, { TAX_PROVIDER: 'stripe' })]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
    expect(answers.flatMap(issuesOf)).toEqual(['TAX_PROVIDER']);
    await expect(configNow()).resolves.toBeDefined();
  });

  test('control: who looks before the lock saves both, and the shop does not start', async () => {
    await save('payment', 0, KEYS);
    const { db, config } = shop.deps;
    const { key } = findKey(config);
    if (!key) throw new Error('There is no key');
    const [looked, alsoLooked] = [await readStored(db, config), await readStored(db, config)];
    const keep = async (group: SettingsGroup, version: number, values: Record<string, string>, seen: Stored) => {
      configWith(seen, group, values, { SETTINGS_KEY });
      await db.transaction((tx) =>
        saveSettings(tx, { key: group, version, ...storedColumns(key, group, values) }, shop.clock.now()),
      );
    };
    await keep('payment', 2, {}, looked);
    await keep('tax', 1, { TAX_PROVIDER: 'stripe' }, alsoLooked);
    await expect(configNow()).rejects.toThrow('TAX_PROVIDER');
  });

  test('tells the owner at the address before the change', async () => {
    await save('mail', 0, {
      smtpHost: 'mail.shop.example',
      MAIL_FROM: 'a@shop.example',
      OWNER_EMAIL: 'thief@else.example',
    });
    const mails = await shop.deps.db.select().from(emails);
    expect(mails).toMatchObject([
      { to: facts.email, templateKey: 'owner_alert', subject: expect.stringContaining('Email') },
    ]);
  });
});

describe('the environment', () => {
  const locked = {
    SETTINGS_KEY,
    SMTP_URL: 'smtp://user:guava-and-mail@mail.shop.example:2525',
    MAIL_FROM: 'a@shop.example',
  };

  test('is shown with its names, without secrets, and cannot be changed', async () => {
    const other = await startTestApp({ env: locked });
    const headers = await signIn(other);
    const read = await other.app.inject({ url: PATH, headers });
    const mail = groupIn(read.json(), 'mail');
    expect(field(mail, 'smtpHost')).toMatchObject({
      from: 'environment',
      setting: 'SMTP_URL',
      value: 'mail.shop.example',
    });
    expect(field(mail, 'smtpPassword')).toMatchObject({ from: 'environment', value: null, ending: 'mail' });
    expect(field(mail, 'OWNER_EMAIL')).toMatchObject({ from: null });
    expect(read.body).not.toContain('guava-and-mail');
    const payload = { version: 0, password: TEST_PASSWORD, values: { MAIL_FROM: 'b@shop.example' } };
    const refused = await other.app.inject({ method: 'PATCH', url: `${PATH}/mail`, headers, payload });
    expect([refused.statusCode, issuesOf(refused)]).toEqual([400, ['MAIL_FROM']]);
    await other.close();
  });
});

describe('a key that is lost', () => {
  test('leaves the shop running, which says what cannot be read and sells nothing', async () => {
    await save('payment', 0, KEYS);
    const before = await paidSandbox(shop);
    const other = await configNow({ SETTINGS_KEY: randomBytes(32).toString('base64') });
    expect(other).toMatchObject({ closed: 'unreadable', unreadable: ['payment'], stripe: undefined });
    const lost = await startTestApp({
      database: shop.database,
      stored: { values: {}, unreadable: [...other.unreadable] },
    });
    const answer = await startPayment(lost, await aPaymentStart(lost));
    expect([answer.statusCode, answer.json().message]).toEqual([503, expect.stringContaining('cannot take payments')]);
    expect((await lost.app.inject('/api/payment-provider')).statusCode).toBe(503);
    // Nor does a payment of the sandbox become an order.
    expect((await confirm(lost, before.paymentId)).statusCode).toBeGreaterThanOrEqual(400);
    await lost.close();
  });

  test('is replaced by entering the group again', async () => {
    await save('payment', 0, KEYS);
    await shop.deps.db.update(shopSettings).set({ sealed: 'v1.0000000000000000.AAAA' });
    expect(await readGroup('payment')).toMatchObject({ isUnreadable: true, version: 1 });
    expect((await save('payment', 1, KEYS)).statusCode).toBe(200);
    expect(await readGroup('payment')).toMatchObject({ isUnreadable: false, version: 2 });
  });

  test('two groups that were exchanged in the database cannot be read', async () => {
    await save('payment', 0, KEYS);
    await save('backup', 0, { BACKUP_DIR: backups() });
    const swap = sql`update shop_settings a set sealed = b.sealed from shop_settings b where a.key <> b.key`;
    await shop.deps.db.execute(swap);
    expect(await configNow()).toMatchObject({ closed: 'unreadable', unreadable: ['backup', 'payment'] });
  });

  test('the public address is still known', async () => {
    await save('address', 0, { PUBLIC_URL: 'https://www.shop.example' }, { isSure: true });
    const other = await configNow({ SETTINGS_KEY: randomBytes(32).toString('base64') });
    expect(other).toMatchObject({ unreadable: [], publicUrl: 'https://www.shop.example' });
  });
});

describe('doubtful saves', () => {
  test('keys are not changed under somebody who is paying, unless the owner is sure; then those payments end', async () => {
    await startedCheckout(shop);
    const refused = await save('payment', 0, KEYS);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'settings_payments']);
    expect((await save('payment', 0, KEYS, { isSure: true })).statusCode).toBe(200);
    expect((await call('GET', PATH)).json().openPayments).toBe(0);
  });

  test('a payment that was made before the keys change becomes its order', async () => {
    await paidSandbox(shop);
    expect((await save('payment', 0, KEYS, { isSure: true })).statusCode).toBe(200);
    expect((await call('GET', '/api/admin/orders')).json()).toHaveLength(1);
  });

  test('an address at which this shop does not answer needs a second word', async () => {
    const refused = await save('address', 0, { PUBLIC_URL: 'http://127.0.0.1:9' });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'settings_address']);
  });
});

describe('a trial', () => {
  let smtp: TestSmtp;
  let folder: string;
  beforeEach(async () => {
    smtp = await startSmtp();
    folder = mkdtempSync(join(tmpdir(), 'settings-trial-'));
  });
  afterEach(async () => {
    await smtp.close();
    rmSync(folder, { recursive: true });
  });
  const tryIt = async (group: SettingsGroup, payload: object = {}) => {
    const answer = await call('POST', `${PATH}/${group}/try`, payload);
    return { status: answer.statusCode, ...answer.json() };
  };
  const mailValues = () => {
    const { hostname, port } = new URL(smtp.url);
    return { smtpHost: hostname, smtpPort: port, MAIL_FROM: 'Shop <a@shop.example>' };
  };

  test('of the mail sends one to the owner, and is remembered until the group changes', async () => {
    await save('mail', 0, mailValues());
    expect(await tryIt('mail')).toMatchObject({ status: 200, isWorking: true });
    expect(smtp.received.map(({ recipients }) => recipients)).toEqual([[facts.email]]);
    expect((await readGroup('mail')).triedAt).not.toBeNull();
    await save('mail', 1, { OWNER_EMAIL: 'owner@shop.example' });
    expect((await readGroup('mail')).triedAt).toBeNull();
  });

  test('of what is typed needs the password and is not remembered', async () => {
    const values = mailValues();
    expect(await tryIt('mail', { values })).toMatchObject({ status: 400 });
    expect(smtp.received).toEqual([]);
    expect(await tryIt('mail', { values, password: TEST_PASSWORD })).toMatchObject({ isWorking: true });
    expect(smtp.received).toHaveLength(1);
    expect(await readGroup('mail')).toMatchObject({ triedAt: null, version: 0 });
  });

  test('of a mail server that is away says so', async () => {
    await save('mail', 0, { ...mailValues(), smtpPort: '9' });
    const { isWorking, results } = await tryIt('mail');
    expect([isWorking, results[0].state]).toEqual([false, 'fault']);
    expect((await readGroup('mail')).triedAt).toBeNull();
  });

  test('of the backups writes and leaves nothing, and says what refuses', async () => {
    const { backupFolder } = (await call('GET', PATH)).json<ShopSettings>();
    expect(backupFolder).toBe(backups());
    await save('backup', 0, { BACKUP_DIR: join(folder, 'new') });
    expect(await tryIt('backup')).toMatchObject({ isWorking: true });
    expect(readdirSync(join(folder, 'new'))).toEqual([]);
    const refused = await save('backup', 1, { BACKUP_DIR: '/proc/none' });
    expect([refused.statusCode, issuesOf(refused)]).toEqual([400, ['BACKUP_DIR']]);
    rmSync(join(folder, 'new'), { recursive: true });
    writeFileSync(join(folder, 'new'), 'a file');
    expect(await tryIt('backup')).toMatchObject({ isWorking: false });
  });

  test('of the address calls this shop with a token that is valid once', async () => {
    await shop.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = shop.app.server.address() as AddressInfo;
    await save('address', 0, { PUBLIC_URL: `http://127.0.0.1:${port}` });
    expect(await tryIt('address')).toMatchObject({ isWorking: true });
    const replay = await fetch(`http://127.0.0.1:${port}/api/address-proof`, {
      headers: { 'x-address-proof': 'a'.repeat(48) },
    });
    expect(replay.status).toBe(404);
  });

  test('of settings of the environment is remembered too, and a save comes after it', async () => {
    expect(await tryIt('tax')).toMatchObject({ isWorking: true });
    expect(await readGroup('tax')).toMatchObject({ version: 0, triedAt: expect.any(String) });
    expect((await save('tax', 0, { TAX_PROVIDER: 'table' })).statusCode).toBe(200);
  });
});

test('with a database of its own and no key, the admin stores nothing and says what is missing', async () => {
  const other = await startTestApp({ env: { DATABASE_URL: 'postgres://db.internal/shop', DATABASE_TLS: 'off' } });
  const headers = await signIn(other);
  expect((await other.app.inject({ url: PATH, headers })).json().key).toBe('missing');
  const payload = { version: 0, password: TEST_PASSWORD, values: KEYS };
  const refused = await other.app.inject({ method: 'PATCH', url: `${PATH}/payment`, headers, payload });
  expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringContaining('SETTINGS_KEY')]);
  expect(await other.deps.db.select().from(shopSettings).where(eq(shopSettings.key, 'payment'))).toEqual([]);
  await other.close();
});
