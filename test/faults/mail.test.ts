import { ne, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { emails } from '#server/db/schema.ts';
import { systemClock } from '#server/deps.ts';
import { enqueueEmails, preparePlainEmail } from '#server/features/emails/outbox.ts';
import { mailConfig } from '#test/emails.ts';
import { prepareEngine } from '#test/engine.ts';
import { type Program, startProgram } from '#test/program.ts';
import { startSmtp } from '#test/smtp.ts';

const MAILS = 12;
/** The sender has four under way, so a kill can make that many duplicates. */
const IN_HAND = 4;

test(`P23 N5: SIGKILL between "accepted" and "marked", ${MAILS} mails: each delivered, duplicates of the same Message-ID at most`, async () => {
  const engine = await prepareEngine();
  let program: Program | undefined;
  const smtp = await startSmtp({
    onMail: (count) => {
      if (count !== 5) return null;
      program?.process.kill('SIGKILL');
      return 'lost-answer';
    },
  });
  const config = mailConfig(smtp.url);
  const messageIds = await engine.read(async (db) => {
    const mails = Array.from({ length: MAILS }, (_, i) =>
      preparePlainEmail(
        { db, config, clock: systemClock },
        { to: `customer${i}@x.example`, language: 'es', subject: `Correo ${i}`, body: 'Hola' },
      ),
    );
    await enqueueEmails(db, mails);
    return mails.map((mail) => mail.messageId);
  });
  const options = {
    ...engine.options,
    env: {
      ...engine.options.env,
      SMTP_URL: smtp.url,
      MAIL_FROM: config.mailFrom,
      OWNER_EMAIL: config.ownerEmail,
    },
  };
  const delivered = () => new Set(smtp.received.map((mail) => mail.messageId)).size;

  program = await startProgram(options);
  await expect.poll(() => program?.process.signalCode, { timeout: 20_000 }).toBe('SIGKILL');
  expect(delivered()).toBeLessThan(MAILS);
  // The dead program's claims end by themselves after a minute; the test does not wait so long.
  await engine.read((db) => db.update(emails).set({ nextAttemptAt: sql`now()` }).where(ne(emails.status, 'sent')));
  program = await startProgram(options);
  await expect.poll(delivered, { timeout: 20_000 }).toBe(MAILS);
  expect(await program.stop('SIGTERM')).toBe(0);

  expect(new Set(smtp.received.map((mail) => mail.messageId))).toEqual(new Set(messageIds));
  expect(smtp.received.length).toBeGreaterThan(MAILS);
  expect(smtp.received.length).toBeLessThanOrEqual(MAILS + IN_HAND);
  const left = await engine.read((db) => db.$count(emails, ne(emails.status, 'sent')));
  expect(left).toBe(0);
  await smtp.close();
  await engine.remove();
}, 180_000);
