import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Config } from '#server/config.ts';
import { connectDatabase } from '#server/db/connect.ts';
import { systemClock } from '#server/deps.ts';
import { createLogger } from '#server/log.ts';
import { createMetrics } from '#server/metrics.ts';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { mailConfig } from '#test/emails.ts';
import { type SmtpFault, startSmtp, type TestSmtp } from '#test/smtp.ts';
import { MailSignal } from './mail-signal.ts';
import { enqueueEmails, type OutboxDeps, preparePlainEmail } from './outbox.ts';
import { emails } from './schema.ts';
import { startSender } from './sender.ts';
import { createSmtpTransport } from './smtp-sender.ts';
import { MailRefusedError, type MailTransport } from './transport.ts';

/** Limits for a small, busy machine. */
const WAIT = { timeout: 60_000 };

const FAST = { poll: 50, retryFirst: 20, retryMost: 200, stopWait: 2_000, lease: 60_000, renew: 20_000 };
/** Generous, so that a busy machine does not cause errors; the tests of faults wait for silence. */
const LIMITS = { connect: 10_000, handOver: 20_000, answer: 20_000, idle: 20_000 };
const IMPATIENT = { connect: 300, handOver: 2_000, answer: 500, idle: 20_000 };
const logLines: string[] = [];
const log = createLogger('debug', { write: (line: string) => void logLines.push(line) });

let database: TestDatabase;
/** The signal of this process, shared by all senders below. */
const mailSignal = new MailSignal();
let cleanUps: (() => Promise<unknown>)[];
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(() => {
  cleanUps = [];
});
afterEach(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
  await database.connection.db.delete(emails);
});
afterAll(() => database.remove());

function outbox(config: Config): OutboxDeps {
  return { db: database.connection.db, config, clock: systemClock, mailSignal };
}

async function enqueue(config: Config, count: number, to = (i: number) => `customer${i}@x.example`): Promise<string[]> {
  const mails = Array.from({ length: count }, (_, i) =>
    preparePlainEmail(outbox(config), { to: to(i), language: 'en', subject: `Mail ${i}`, body: `Body ${i}` }),
  );
  await enqueueEmails(database.connection.db, { mailSignal }, mails);
  return mails.map((mail) => mail.messageId);
}

async function smtp(faults: Parameters<typeof startSmtp>[0] = {}): Promise<{ server: TestSmtp; config: Config }> {
  const server = await startSmtp(faults);
  cleanUps.push(() => server.close());
  return { server, config: mailConfig(server.url) };
}

const senderDeps = (db = database.connection.db) => ({
  db,
  config: mailConfig(),
  clock: systemClock,
  log,
  metrics: createMetrics(),
  mailSignal,
  findBuyer: async () => null,
  findInquirer: async () => null,
});
function start(
  transport: MailTransport,
  options: Partial<typeof FAST> & { concurrency?: number } = {},
  db = database.connection.db,
) {
  const sender = startSender(senderDeps(db), transport, { ...FAST, ...options });
  cleanUps.push(() => sender.stop());
  return sender;
}
function startSmtpSender(config: Config, limits = LIMITS) {
  return start(createSmtpTransport({ ...config, smtp: config.smtp ?? { url: '' } }, limits));
}

const count = (status: 'queued' | 'sent' | 'failed') =>
  database.connection.db.$count(emails, eq(emails.status, status));
const waitFor = (status: 'sent' | 'failed', amount: number) =>
  vi.waitFor(async () => expect(await count(status)).toBe(amount), { timeout: 120_000, interval: 50 });

test('a queued mail reaches exactly its recipient, with its Message-ID and both parts', async () => {
  const { server, config } = await smtp();
  startSmtpSender(config);
  const [messageId] = await enqueue(config, 1);
  await waitFor('sent', 1);
  const [mail] = server.received;
  expect(mail?.messageId).toBe(messageId);
  expect(mail?.recipients).toEqual(['customer0@x.example']);
  expect(mail?.from?.text).toContain('hola@shop.example');
  expect(mail?.html).toContain('Body 0');
  expect(mail?.text).toContain('Body 0');
  const [row] = await database.connection.db.select().from(emails);
  expect(row).toMatchObject({ status: 'sent', attempts: 1, lastError: null });
  expect(row?.sentAt).toBeInstanceOf(Date);
});

test.each([
  ['Ana "La Dulce" Pérez, LLC', String.raw`"Ana \"La Dulce\" Pérez, LLC" <hola@shop.example>`],
  ['Guava "Original" Co', String.raw`"Guava \"Original\" Co" <hola@shop.example>`],
  [String.raw`C:\Guava <fresh>`, String.raw`"C:\\Guava <fresh>" <hola@shop.example>`],
  ['Doña Guayaba, LLC', 'Doña Guayaba, LLC <hola@shop.example>'],
  ['', 'hola@shop.example'],
])('the sender %j shows as MAIL_FROM means it', async (name, MAIL_FROM) => {
  const { server } = await smtp();
  const config = mailConfig(server.url, { MAIL_FROM });
  startSmtpSender(config);
  await enqueue(config, 1);
  await waitFor('sent', 1);
  expect(server.received[0]?.from?.value).toEqual([{ name, address: 'hola@shop.example' }]);
  expect(server.received[0]?.messageId).toMatch(/^<[^@>]+@shop\.example>$/);
});

test('E13 40 mails through resets, a black hole and lost answers: 40 distinct delivered, none lost', async () => {
  const connectFaults: SmtpFault[] = ['reset', 'black-hole', null, 'reset', null, 'black-hole', null];
  const { server, config } = await smtp({
    onConnect: (n) => connectFaults[n % connectFaults.length] ?? null,
    onMail: (n) =>
      n % 5 === 0
        ? 'lost-answer'
        : n % 7 === 0
          ? 'reset'
          : n % 11 === 0
            ? { data: 451 }
            : n === 13
              ? 'black-hole'
              : null,
  });
  const messageIds = await enqueue(config, 40);
  startSmtpSender(config, IMPATIENT);
  await waitFor('sent', 40);
  const delivered = new Set(server.received.map((mail) => mail.messageId));
  expect(delivered).toEqual(new Set(messageIds));
  expect(server.received.length).toBeGreaterThan(40);
});

test('E13 mails wait while SMTP is down and go once it is back', async () => {
  const down = await startSmtp();
  const { url } = down;
  await down.close();
  const config = mailConfig(url);
  startSmtpSender(config);
  await enqueue(config, 5);
  const tries = () => database.connection.db.select({ least: sql<number>`min(${emails.attempts})` }).from(emails);
  await vi.waitFor(async () => expect((await tries())[0]?.least).toBeGreaterThan(1), WAIT);
  expect(await count('queued')).toBe(5);
  const [waiting] = await database.connection.db.select().from(emails);
  expect(waiting?.lastError).toContain('ECONNREFUSED');
  const back = await startSmtp({ port: Number(new URL(url).port) });
  cleanUps.push(() => back.close());
  await waitFor('sent', 5);
  expect(back.received).toHaveLength(5);
});

test('E14 a 550 fails the mail at once with its words, and is not tried again', async () => {
  const { server, config } = await smtp({ onRecipient: (to) => (to.startsWith('gone') ? { rcpt: 550 } : null) });
  startSmtpSender(config);
  await enqueue(config, 2, (i) => (i === 0 ? 'gone@x.example' : 'here@x.example'));
  await waitFor('failed', 1);
  await waitFor('sent', 1);
  // Later mails have been sent, so another try would have happened by now.
  await enqueue(config, 3, (i) => `later${i}@x.example`);
  await waitFor('sent', 4);
  expect(server.refusals).toBe(1);
  const [failed] = await database.connection.db.select().from(emails).where(eq(emails.status, 'failed'));
  expect(failed).toMatchObject({ attempts: 1, lastError: expect.stringContaining('550') });
  expect(logLines.join('')).not.toContain('gone@x.example');
});

test('E14 a 451 is tried again with the same Message-ID', async () => {
  const { server, config } = await smtp({ onMail: (n) => (n <= 2 ? { data: 451 } : null) });
  startSmtpSender(config);
  const [messageId] = await enqueue(config, 1);
  await waitFor('sent', 1);
  expect(server.received.map((mail) => mail.messageId)).toEqual([messageId]);
  const [row] = await database.connection.db.select().from(emails);
  expect(row?.attempts).toBe(3);
});

test.each([
  [550, '5.4.5 Daily user sending limit exceeded'],
  [552, '5.2.2 The account is over quota'],
  [554, '5.7.0 Sending rate limit exceeded'],
  [451, '4.7.28 Too many messages from you'],
  [454, '4.7.0 Quota exceeded'],
])('E14 E18 "%d %s" is tried again', async (data, words) => {
  const { server, config } = await smtp({ onMail: (n) => (n <= 2 ? { data, words } : null) });
  startSmtpSender(config);
  const [messageId] = await enqueue(config, 1);
  await waitFor('sent', 1);
  expect([server.refusals, server.received.map((mail) => mail.messageId)]).toEqual([2, [messageId]]);
});

test.each([
  [552, '5.3.4 Message size exceeds fixed limit'],
  [550, '5.1.1 No such user'],
  [554, '5.7.1 Rejected as spam'],
])('E14 "%d %s" speaks of the mail and fails it at once', async (data, words) => {
  const { server, config } = await smtp({ onMail: () => ({ data, words }) });
  startSmtpSender(config);
  await enqueue(config, 1);
  await waitFor('failed', 1);
  expect(server.refusals).toBe(1);
});

test('E18 a quota that is used up for more than a day fails the mail, for the owner to see', async () => {
  const { config } = await smtp({ onMail: () => ({ data: 550, words: '5.4.5 Daily sending quota exceeded' }) });
  startSmtpSender(config);
  await enqueue(config, 1);
  const row = async () => (await database.connection.db.select().from(emails))[0];
  await vi.waitFor(async () => expect((await row())?.quotaSince).toBeInstanceOf(Date), WAIT);
  expect((await row())?.status).toBe('queued');
  await database.connection.db.update(emails).set({ quotaSince: sql`now() - interval '25 hours'` });
  await waitFor('failed', 1);
  expect((await row())?.lastError).toContain('quota');
});

test('E18 order mails go before earlier inquiry mails, and a slow server leaves a slot for them', async () => {
  const config = mailConfig('smtp://127.0.0.1:1');
  const release: (() => void)[] = [];
  let isSlow = true;
  const slow = recorder(() => (isSlow ? new Promise((resolve) => void release.push(resolve)) : Promise.resolve()));
  const others = await enqueue(config, 20);
  await database.connection.db.update(emails).set({ priority: 2 });
  start(slow.transport);
  await vi.waitFor(() => expect(slow.sent).toHaveLength(3), WAIT);
  const mails = [0, 1].map((i) => ({
    ...preparePlainEmail(outbox(config), { to: 'o@x.example', language: 'en', subject: `Order ${i}`, body: 'x' }),
    priority: 0,
  }));
  await enqueueEmails(database.connection.db, { mailSignal }, mails);
  await vi.waitFor(() => expect(slow.sent).toHaveLength(4), WAIT);
  release[0]?.();
  release[3]?.();
  await vi.waitFor(() => expect(slow.sent.length).toBeGreaterThan(5), WAIT);
  const orders = mails.map(({ messageId }) => messageId);
  expect(slow.sent.slice(0, 5).filter((id) => orders.includes(id))).toHaveLength(2);
  expect(others.filter((id) => slow.sent.includes(id)).length).toBeGreaterThan(0);
  isSlow = false;
  for (const resolve of release) resolve();
  await waitFor('sent', 22);
});

test('a refused login does not fail the mail: the settings are wrong, not the mail', async () => {
  const { server } = await smtp();
  const config = mailConfig(server.url.replace('smtp://', 'smtp://user:wrong@'));
  startSmtpSender(config);
  await enqueue(config, 1);
  const tried = () => database.connection.db.select().from(emails);
  await vi.waitFor(async () => expect((await tried())[0]?.attempts).toBeGreaterThan(1), WAIT);
  expect(await count('queued')).toBe(1);
});

test.each([
  'a@x.example, b@y.example',
  'a@x.example;b@y.example',
  'a@x.example\r\nBcc: b@y.example',
  '<a@x.example> b@y.example',
  'a@x.example b@y.example',
  'Name <a@x.example>, b@y.example',
  'a@x.example\u0001',
  '@x.example',
  'group: a@x.example, b@y.example;',
])('E7 %j is not a single mailbox and reaches nobody', async (to) => {
  const { server, config } = await smtp();
  startSmtpSender(config);
  await enqueue(config, 1, () => to);
  await waitFor('failed', 1);
  expect(server.received.flatMap((mail) => mail.recipients)).toEqual([]);
});

/** A transport that records what was sent to whom. */
function recorder(work: (mail: { messageId: string }) => Promise<void> = async () => {}) {
  const sent: string[] = [];
  const transport: MailTransport = {
    send: async (mail) => {
      sent.push(mail.messageId);
      await work(mail);
    },
    close: () => {},
  };
  return { sent, transport };
}

test('F7 two senders share 300 mails and send none twice; taking without a claim sends many twice', async () => {
  const config = mailConfig('smtp://127.0.0.1:1');
  // A separate second connection if the engine allows one, as for a second instance.
  const second = database.url ? await connectDatabase({ databaseUrl: database.url, dataDir: '' }) : database.connection;
  if (database.url) cleanUps.push(() => second.close());
  await enqueue(config, 300);
  const [one, two] = [recorder(), recorder()];
  start(one.transport);
  start(two.transport, {}, second.db);
  await waitFor('sent', 300);
  const all = [...one.sent, ...two.sent];
  expect([all.length, new Set(all).size]).toEqual([300, 300]);
  expect(Math.min(one.sent.length, two.sent.length)).toBeGreaterThan(0);

  const control = recorder();
  const takeWithoutClaim = async (db: typeof second.db) => {
    const due = await db.select().from(emails).limit(50);
    for (const mail of due) await control.transport.send({ ...mail, replyTo: null });
  };
  await Promise.all([takeWithoutClaim(database.connection.db), takeWithoutClaim(second.db)]);
  expect(new Set(control.sent).size).toBeLessThan(control.sent.length);
});

test('N5 a kill between "accepted" and "marked" causes at most a duplicate with the same Message-ID', async () => {
  const config = mailConfig('smtp://127.0.0.1:1');
  const dying = recorder(() => new Promise(() => {}));
  const survivor = recorder();
  const messageIds = await enqueue(config, 3);
  const first = start(dying.transport, { lease: 1_000, stopWait: 0 });
  await vi.waitFor(() => expect(dying.sent).toHaveLength(3), WAIT);
  // Accepted but never marked, as after SIGKILL.
  await first.stop();
  expect(await count('queued')).toBe(3);
  start(survivor.transport);
  await waitFor('sent', 3);
  expect([...survivor.sent].sort()).toEqual([...messageIds].sort());
  expect(new Set([...dying.sent, ...survivor.sent])).toEqual(new Set(messageIds));
});

test('stop waits for the mail in hand and takes no further one', async () => {
  const config = mailConfig('smtp://127.0.0.1:1');
  let accept = () => {};
  const slow = recorder(() => new Promise((resolve) => (accept = resolve)));
  const sender = startSender(senderDeps(), slow.transport, { ...FAST, concurrency: 1 });
  await enqueue(config, 2);
  await vi.waitFor(() => expect(slow.sent).toHaveLength(1), WAIT);
  const stopped = sender.stop();
  accept();
  await stopped;
  expect(slow.sent).toHaveLength(1);
  expect([await count('sent'), await count('queued')]).toEqual([1, 1]);
});

/** A server whose first answer to a whole mail takes `ms`, longer than the lease here; two senders share the outbox. */
async function lateAnswer(limits: typeof LIMITS, renew: number) {
  const { server, config } = await smtp({ onMail: (n) => (n === 1 ? { late: 6_000 } : null) });
  await enqueue(config, 1);
  const transport = () => createSmtpTransport({ ...config, smtp: config.smtp ?? { url: '' } }, limits);
  start(transport(), { lease: 2_500, renew });
  start(transport(), { lease: 2_500, renew });
  await waitFor('sent', 1);
  return server.received.map(({ messageId }) => messageId);
}

test('E14 a server that answers later than the hand-over limit and the lease gets the mail once', async () => {
  expect(await lateAnswer({ ...LIMITS, handOver: 2_000, answer: 30_000 }, 300)).toHaveLength(1);
});

test.each([
  ['without the longer limit', { answer: 500, renew: 300 }],
  ['without renewing the claim', { answer: 30_000, renew: 60_000 }],
])('E14 control: %s it gets the same mail again', async (_, { answer, renew }) => {
  const messageIds = await lateAnswer({ ...LIMITS, handOver: 2_000, answer }, renew);
  expect([messageIds.length > 1, new Set(messageIds).size]).toEqual([true, 1]);
});

test('a server that is silent before it has the mail is given up long before its answer is due', async () => {
  const { server, config } = await smtp({ onRecipient: () => 'black-hole' });
  await enqueue(config, 1);
  const transport = createSmtpTransport(
    { ...config, smtp: config.smtp ?? { url: '' } },
    { ...LIMITS, handOver: 300, answer: 600_000 },
  );
  cleanUps.push(async () => transport.close());
  const [mail] = await database.connection.db.select().from(emails);
  if (!mail) throw new Error('No mail is queued');
  await expect(transport.send({ ...mail, replyTo: null })).rejects.toThrow('could not be handed over in time');
  expect(server.received).toEqual([]);
});

test('a connection is used again, and closed before a router has forgotten it', async () => {
  let connections = 0;
  const onConnect = (count: number) => {
    connections = count;
    return null;
  };
  const { server, config } = await smtp({ onConnect });
  await enqueue(config, 1);
  const transport = createSmtpTransport({ ...config, smtp: config.smtp ?? { url: '' } }, { ...LIMITS, idle: 1_500 });
  cleanUps.push(async () => transport.close());
  const [mail] = await database.connection.db.select().from(emails);
  if (!mail) throw new Error('No mail is queued');
  for (let i = 0; i < 3; i++) await transport.send({ ...mail, replyTo: null });
  expect(connections).toBe(1);
  await expect.poll(() => server.open, { timeout: 30_000 }).toBe(0);
  await transport.send({ ...mail, replyTo: null });
  expect(connections).toBe(2);
});

test('a claim is no longer renewed once the sender has stopped', async () => {
  const config = mailConfig('smtp://127.0.0.1:1');
  const silent = recorder(() => new Promise(() => {}));
  await enqueue(config, 1);
  const sender = start(silent.transport, { lease: 1_000, renew: 50, stopWait: 0 });
  await vi.waitFor(() => expect(silent.sent).toHaveLength(1), WAIT);
  await sender.stop();
  const next = recorder();
  start(next.transport);
  await waitFor('sent', 1);
  expect(next.sent).toHaveLength(1);
});

test('a refusal of a mail that another sender has claimed does not undo that sender’s result', async () => {
  const config = mailConfig('smtp://127.0.0.1:1');
  let refuse = () => {};
  const late = recorder(() => new Promise((_, reject) => (refuse = () => reject(new MailRefusedError('late')))));
  const next = recorder();
  await enqueue(config, 1);
  // As if the database were down at every renewal. With one mail in progress, it does not claim the same one again.
  start(late.transport, { lease: 100, renew: 60_000, concurrency: 1 });
  await vi.waitFor(() => expect(late.sent).toHaveLength(1), WAIT);
  start(next.transport);
  await waitFor('sent', 1);
  refuse();
  await vi.waitFor(() => expect(logLines.join('')).toContain('refused for good'), WAIT);
  expect([await count('sent'), await count('failed')]).toEqual([1, 0]);
});

test('F9 a mail postponed by a clock a day ahead is sent once the clock is right', async () => {
  const { server, config } = await smtp();
  await enqueue(config, 1);
  await database.connection.db.update(emails).set({ nextAttemptAt: sql`now() + interval '1 day'` });
  startSmtpSender(config);
  await waitFor('sent', 1);
  expect(server.received).toHaveLength(1);
});
