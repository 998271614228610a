import { Agent, request } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { facts } from '#brand/facts.ts';
import { emails } from '#server/features/emails/schema.ts';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { startSmtp, type TestSmtp } from '#test/smtp.ts';
import { readConfig } from './config.ts';
import { type Connection, connectDatabase } from './db/connect.ts';
import { prepareAdminPassword } from './features/admin/credentials.ts';
import { createLogger } from './log.ts';
import { emptySite } from './plugins/pages/site-files.ts';
import { RunningShop } from './running-shop.ts';

const PASSWORD = 'guava and crackers';
const WAIT = { timeout: 20_000 };
const SETTINGS_KEY = Buffer.alloc(32, 7).toString('base64');

let database: TestDatabase;
let smtp: TestSmtp;
let log: string[];
let cleanUps: (() => Promise<unknown>)[];
beforeEach(async () => {
  database = await openTestDatabase();
  smtp = await startSmtp();
  [log, cleanUps] = [[], []];
});
afterEach(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
  await smtp.close();
  await database.remove();
});

/** The shop of a process, listening. */
async function start({ connection = database.connection, more = {} }: { connection?: Connection; more?: object } = {}) {
  const env = { DATA_DIR: database.dataDir, SETTINGS_KEY, ADMIN_PASSWORD: PASSWORD, PORT: '0', ...more };
  const shop = new RunningShop({
    env,
    first: readConfig(env, facts),
    connection,
    log: createLogger('info', { write: (line: string) => void log.push(line) }),
    siteOf: emptySite,
    renderFolder: null,
  });
  const { deps } = await shop.open();
  await prepareAdminPassword(deps);
  await shop.listen({ port: 0, host: '127.0.0.1' });
  await shop.startBackground();
  cleanUps.push(() => shop.close(async (_name, ended) => void (await ended)));
  const url = `http://127.0.0.1:${shop.address.port}`;
  const login = await send(url, 'POST', '/api/admin/login', { payload: { password: PASSWORD } });
  const cookie = login.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  return {
    shop,
    url,
    call: (method: string, path: string, payload?: object) => send(url, method, path, { payload, cookie }),
  };
}

const send = (
  url: string,
  method: string,
  path: string,
  { payload, cookie }: { payload?: object | undefined; cookie?: string } = {},
) =>
  fetch(url + path, {
    method,
    headers: { ...(payload && { 'content-type': 'application/json' }), ...(cookie && { cookie }) },
    ...(payload && { body: JSON.stringify(payload) }),
  });

const mail = () => ({
  version: 0,
  password: PASSWORD,
  values: { smtpHost: '127.0.0.1', smtpPort: new URL(smtp.url).port, MAIL_FROM: 'Shop <a@shop.example>' },
});
const KEYS = {
  version: 0,
  password: PASSWORD,
  values: { STRIPE_SECRET_KEY: `sk_test_${'a'.repeat(24)}`, STRIPE_PUBLISHABLE_KEY: `pk_test_${'b'.repeat(24)}` },
};
const providerOf = async (url: string) =>
  ((await (await fetch(`${url}/api/payment-provider`)).json()) as { provider: string }).provider;

test('a mail server that is saved sends the next mail, without a restart', async () => {
  const { call } = await start();
  expect((await call('PATCH', '/api/admin/settings/mail', mail())).status).toBe(200);
  // The next change is told by the new mail server.
  const folder = { version: 0, password: PASSWORD, values: { BACKUP_DIR: `${database.dataDir}/backups` } };
  expect((await call('PATCH', '/api/admin/settings/backup', folder)).status).toBe(200);
  await vi.waitFor(() => expect(smtp.received).toHaveLength(1), WAIT);
  expect(smtp.received[0]?.recipients).toEqual([facts.email]);
});

test('the notice of another mail server leaves by the one before', async () => {
  const { call } = await start();
  await call('PATCH', '/api/admin/settings/mail', mail());
  const thief = { version: 1, password: PASSWORD, values: { smtpPort: '9', OWNER_EMAIL: 'thief@else.example' } };
  expect((await call('PATCH', '/api/admin/settings/mail', thief)).status).toBe(200);
  expect(smtp.received.map(({ recipients }) => recipients)).toEqual([[facts.email]]);
  expect(await database.connection.db.select({ status: emails.status }).from(emails)).toContainEqual({
    status: 'sent',
  });
});

test('no request is lost while settings come into force, on kept and on new connections', async () => {
  const { url, call } = await start();
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const statuses: (number | string | undefined)[] = [];
  let isOver = false;
  const ask = (isKept: boolean) =>
    new Promise<void>((resolve) => {
      const call = request(`${url}/api/catalogue`, isKept ? { agent } : { agent: false }, (answer) => {
        statuses.push(answer.statusCode);
        answer.resume().once('close', resolve);
      });
      call.once('error', ({ message }) => {
        statuses.push(message);
        resolve();
      });
      call.end();
    });
  const asking = Array.from({ length: 12 }, async (_, i) => {
    while (!isOver) await ask(i < 8);
  });
  const answers: string[] = [];
  try {
    for (let version = 0; version < 4; version++) {
      const change = { version, password: PASSWORD, values: { TAX_PROVIDER: version % 2 === 0 ? 'table' : null } };
      answers.push(await (await call('PATCH', '/api/admin/settings/tax', change)).text());
    }
  } finally {
    isOver = true;
    await Promise.all(asking);
    agent.destroy();
  }
  expect(answers.map((answer) => JSON.parse(answer).version)).toEqual([1, 2, 3, 4]);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(log.filter((line) => line.includes('settings_applied'))).toHaveLength(4);
});

test('what is saved before a kill is in force at the next start', async () => {
  const first = await start();
  const { apply } = first.shop;
  // The kill between the save and the switch.
  first.shop.apply = async () => {};
  expect((await first.call('PATCH', '/api/admin/settings/payment', KEYS)).status).toBe(200);
  expect(await providerOf(first.url)).toBe('sandbox');
  first.shop.apply = apply;
  const second = await start();
  expect(await providerOf(second.url)).toBe('stripe');
});

test('settings that are refused leave the present ones in force', async () => {
  const { url, call } = await start();
  const wrong = { ...KEYS, values: { ...KEYS.values, STRIPE_PUBLISHABLE_KEY: `pk_live_${'b'.repeat(24)}` } };
  expect((await call('PATCH', '/api/admin/settings/payment', wrong)).status).toBe(400);
  expect(await providerOf(url)).toBe('sandbox');
});

test('another instance has them within seconds', async () => {
  if (database.url === undefined) return;
  const connection = await connectDatabase({ databaseUrl: database.url, dataDir: database.dataDir });
  cleanUps.push(() => connection.close());
  const [one, two] = [await start(), await start({ connection })];
  expect(await providerOf(two.url)).toBe('sandbox');
  expect((await one.call('PATCH', '/api/admin/settings/payment', KEYS)).status).toBe(200);
  expect(await providerOf(one.url)).toBe('stripe');
  await vi.waitFor(async () => expect(await providerOf(two.url)).toBe('stripe'), WAIT);
});
