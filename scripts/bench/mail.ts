import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { connectDatabase } from '#server/db/connect.ts';
import { systemClock } from '#server/deps.ts';
import { MailSignal } from '#server/features/emails/mail-signal.ts';
import { enqueueEmails, prepareEmail } from '#server/features/emails/outbox.ts';
import { orderEmailValues } from '#server/features/emails/values.ts';
import { anOrderForEmail, mailConfig } from '#test/emails.ts';
import { startPostgres } from '#test/postgres.ts';
import { type ProgramOptions, startProgram } from '#test/program.ts';
import type { Section } from './report.ts';
import { watchMemory } from './resident.ts';
import { createDatabase, logIn, PASSWORD } from './shop.ts';

const COUNT = 1_000;
const LIMIT_MS = 180_000;
/** A duplicate would arrive directly after the last mail. */
const LINGER_MS = 2_000;

/** A mail that a server has accepted. */
type Arrival = { at: number; messageId: string; server: string };
type Place = { databaseUrl: string | undefined; dataDir: string };

/** 1,000 queued order confirmations by the program's own worker to an SMTP server on this machine. */
export async function measureMail(): Promise<Section> {
  const postgres = await startPostgres({ isDurable: true });
  const folder = mkdtempSync(join(tmpdir(), 'shop-bench-'));
  try {
    const rows = [
      await measure('PGlite', 1, { databaseUrl: undefined, dataDir: folder }),
      await measure('PostgreSQL', 1, { databaseUrl: await createDatabase(postgres, 'mail_1'), dataDir: folder }),
      await measure('PostgreSQL', 2, { databaseUrl: await createDatabase(postgres, 'mail_2'), dataDir: folder }),
    ];
    const head = [
      'database',
      'mails by each program',
      'delivered',
      'delivered twice',
      'mails/s',
      'MB before',
      'MB at most',
    ];
    const body = [
      `${COUNT.toLocaleString('en-US')} rendered order confirmations, put in line by the admin's own call; from the ` +
        'first mail accepted to the last. Memory is that of the first program.',
      { head, rows },
    ];
    return { title: 'Outbox', body };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await postgres.stop();
  }
}

async function measure(engine: string, programs: number, place: Place): Promise<(string | number)[]> {
  await fillOutbox(place);
  const arrivals: Arrival[] = [];
  // One server for each program, to tell their mails apart.
  const servers = await Promise.all(Array.from({ length: programs }, () => startCounter(arrivals)));
  const running = await Promise.all(
    servers.map(({ url }) => startProgram({ env: mailEnv(url, place), dataDir: place.dataDir })),
  );
  try {
    const [first] = running;
    if (!first) throw new Error('No program was started');
    const cookie = await logIn(first.url);
    const { before, most } = await watchMemory(first.process.pid, async () => {
      const answer = await fetch(`${first.url}/api/admin/emails/send-stored`, { method: 'POST', headers: { cookie } });
      if (!answer.ok) throw new Error(`send-stored answered ${answer.status}: ${await answer.text()}`);
      await allArrived(arrivals);
    });
    const seconds = ((arrivals.at(COUNT - 1)?.at ?? 0) - (arrivals[0]?.at ?? 0)) / 1000;
    await new Promise((done) => setTimeout(done, LINGER_MS));
    const delivered = distinct(arrivals);
    const byEach = servers.map(({ url }) => arrivals.filter(({ server }) => server === url).length).join(' + ');
    const rate = ((COUNT - 1) / seconds).toFixed(0);
    return [engine, byEach, delivered, arrivals.length - delivered, rate, before.toFixed(0), most.toFixed(0)];
  } finally {
    await Promise.all(running.map((program) => program.stop()));
    await Promise.all(servers.map((server) => server.close()));
  }
}

function mailEnv(smtpUrl: string, { databaseUrl }: Place): ProgramOptions['env'] {
  return {
    ADMIN_PASSWORD: PASSWORD,
    LOG_LEVEL: 'warn',
    SMTP_URL: smtpUrl,
    MAIL_FROM: 'hola@shop.example',
    OWNER_EMAIL: 'owner@shop.example',
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  };
}

const distinct = (arrivals: Arrival[]) => new Set(arrivals.map(({ messageId }) => messageId)).size;

async function allArrived(arrivals: Arrival[]): Promise<void> {
  const limit = performance.now() + LIMIT_MS;
  while (distinct(arrivals) < COUNT) {
    if (performance.now() > limit) throw new Error(`${distinct(arrivals)} of ${COUNT} mails came in time`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** As in a shop without SMTP: rendered and stored. */
async function fillOutbox(place: Place): Promise<void> {
  const connection = await connectDatabase(place);
  try {
    const deps = { db: connection.db, config: mailConfig(), clock: systemClock, mailSignal: new MailSignal() };
    for (let sent = 0; sent < COUNT; sent += 50) {
      const mails = await Promise.all(
        Array.from({ length: 50 }, () => {
          const order = anOrderForEmail();
          const values = orderEmailValues(deps, order, { language: 'es' });
          return prepareEmail(deps, { templateKey: 'order_confirmation', language: 'es', to: order.email, values });
        }),
      );
      await enqueueEmails(connection.db, deps, mails);
    }
  } finally {
    await connection.close();
  }
}

/** An SMTP server on this machine that records the arrival and id of each mail. */
async function startCounter(arrivals: Arrival[]) {
  let url = '';
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 50,
    logger: false,
    onData: (stream, _session, answer) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const messageId = /^message-id:\s*(<[^>]+>)/im.exec(Buffer.concat(chunks).toString('latin1'))?.[1] ?? '';
        arrivals.push({ at: performance.now(), messageId, server: url });
        answer();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  return { url, close: () => new Promise<void>((done) => server.close(() => done())) };
}
