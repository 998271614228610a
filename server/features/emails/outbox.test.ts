import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { facts as brand } from '#brand/facts.ts';
import { systemClock } from '#server/deps.ts';
import { LANGUAGES, type Language } from '#shared/core/language.ts';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { anInquiryForEmail, anOrderForEmail, mailConfig } from '#test/emails.ts';
import { MailSignal } from './mail-signal.ts';
import { enqueueEmails, type OutboxDeps, prepareEmail, preparePlainEmail } from './outbox.ts';
import { claimEmails, markSent } from './repository.ts';
import { emails, emailTemplates } from './schema.ts';
import { inquiryEmailValues, orderEmailValues, shippingEmailValues } from './values.ts';

let database: TestDatabase;
let deps: OutboxDeps;
beforeAll(async () => {
  database = await openTestDatabase();
  deps = { db: database.connection.db, config: mailConfig(), clock: systemClock, mailSignal: new MailSignal() };
});
afterAll(() => database.remove());

const order = anOrderForEmail();
function orderMail(changes: Partial<Parameters<typeof prepareEmail>[1]> = {}) {
  const values = orderEmailValues(deps, order, { language: 'en' });
  return { templateKey: 'order_confirmation', language: 'en', to: order.email, values, ...changes } as const;
}

test('senders are notified once the transaction is committed, and never after a rollback', async () => {
  const mailSignal = new MailSignal();
  const heard: number[] = [];
  const unsubscribe = mailSignal.subscribe(() => heard.push(Date.now()));
  const mail = await prepareEmail(deps, orderMail());
  await deps.db.transaction(async (tx) => {
    await enqueueEmails(tx, { mailSignal }, [mail]);
    // Before the commit, a sender would not find the mail.
    expect(heard).toEqual([]);
  });
  expect(heard).toHaveLength(1);
  const other = await prepareEmail(deps, orderMail());
  const refused = deps.db.transaction(async (tx) => {
    await enqueueEmails(tx, { mailSignal }, [other]);
    throw new Error('rolled back');
  });
  await expect(refused).rejects.toThrow('rolled back');
  expect(heard).toHaveLength(1);
  await enqueueEmails(deps.db, { mailSignal }, [await prepareEmail(deps, orderMail())]);
  expect(heard).toHaveLength(2);
  unsubscribe();
  mailSignal.announce();
  expect(heard).toHaveLength(2);
});

test('a mail stays stored without SMTP and is queued with it, and its Message-ID has the sender’s domain', async () => {
  const stored = await prepareEmail(deps, orderMail());
  const queued = await prepareEmail({ ...deps, config: mailConfig('smtp://127.0.0.1:2525') }, orderMail());
  await enqueueEmails(deps.db, deps, [stored, queued]);
  const [first] = await deps.db.select().from(emails).where(eq(emails.messageId, stored.messageId));
  const [second] = await deps.db.select().from(emails).where(eq(emails.messageId, queued.messageId));
  expect([first?.status, second?.status]).toEqual(['stored', 'queued']);
  expect(second?.messageId).toMatch(/^<[0-9a-f-]{36}@shop\.example>$/);
  expect(first?.messageId).toMatch(new RegExp(`^<[0-9a-f-]{36}@${brand.email.split('@')[1]}>$`));
});

test('E15 ten savings of one tracking number at once make one mail; without the key they make ten', async () => {
  const tracking = { trackingNumber: '9400111', carrier: 'USPS' };
  const values = shippingEmailValues(deps, order, tracking, { language: 'en' });
  const save = async (orderId: string, dedupeKey?: string) => {
    const mail = await prepareEmail(deps, {
      templateKey: 'shipping_confirmation',
      language: 'en',
      to: order.email,
      values,
      orderId,
      dedupeKey,
    });
    await deps.db.transaction((tx) => enqueueEmails(tx, deps, [mail]));
  };
  const ten = Array.from({ length: 10 });
  const [once, control] = [crypto.randomUUID(), crypto.randomUUID()];
  await Promise.all(ten.map(() => save(once, `tracking:${once}:9400111`)));
  await Promise.all(ten.map(() => save(control)));
  expect(await deps.db.$count(emails, eq(emails.orderId, once))).toBe(1);
  expect(await deps.db.$count(emails, eq(emails.orderId, control))).toBe(10);
});

test('N4 a transaction that fails leaves neither of its mails', async () => {
  const orderId = crypto.randomUUID();
  const pair = [await prepareEmail(deps, orderMail({ orderId })), await prepareEmail(deps, orderMail({ orderId }))];
  const failing = deps.db.transaction(async (tx) => {
    await enqueueEmails(tx, deps, pair);
    expect(await tx.$count(emails, eq(emails.orderId, orderId))).toBe(2);
    throw new Error('the order could not be written');
  });
  await expect(failing).rejects.toThrow('could not be written');
  expect(await deps.db.$count(emails, eq(emails.orderId, orderId))).toBe(0);
});

test('E16 each of the five mails takes the words of its own language, built in or saved', async () => {
  const { config } = deps;
  const marks = {
    wholesale_confirmation: ['We will get back to you', 'te contactamos'],
    wholesale_notification: ['Preferred language', 'Idioma preferido'],
    order_confirmation: ['Thank you', 'Gracias'],
    admin_order_notification: ['Next steps', 'Qué te toca ahora'],
    shipping_confirmation: ['refrigerator', 'refrigerador'],
  } as const;
  const valuesFor = (key: keyof typeof marks, language: Language) =>
    key.startsWith('wholesale')
      ? inquiryEmailValues({ config }, anInquiryForEmail(), { language, audience: 'owner' })
      : shippingEmailValues({ config }, order, { trackingNumber: '1Z', carrier: 'UPS' }, { language });
  let wrong = 0;
  for (const [key, words] of Object.entries(marks) as [keyof typeof marks, readonly [string, string]][]) {
    for (const [i, language] of LANGUAGES.entries()) {
      const mail = () =>
        prepareEmail(deps, { templateKey: key, language, to: 'a@x.example', values: valuesFor(key, language) });
      const own = words[i] ?? '';
      const other = words[1 - i] ?? '';
      const builtIn = await mail();
      if (!builtIn.text.includes(own) || builtIn.text.includes(other) || !builtIn.html.includes(`lang="${language}"`))
        wrong++;
      const saved = { templateKey: key, language, subject: `saved ${language}`, body: `Own words ${key} ${language}` };
      await deps.db.insert(emailTemplates).values(saved);
      const custom = await mail();
      if (custom.subject !== saved.subject || !custom.text.includes(saved.body)) wrong++;
    }
  }
  expect(wrong).toBe(0);
  await deps.db.delete(emailTemplates);
});

test('an alert to the owner carries its Markdown and leaves double braces alone', () => {
  const mail = preparePlainEmail(deps, {
    to: deps.config.ownerEmail,
    language: 'en',
    subject: 'A payment without an order',
    body: 'Look at **pi_123** from {{customerName}}',
  });
  expect(mail.html).toContain('<strong>pi_123</strong>');
  expect(mail.text).toContain('Look at pi_123 from {{customerName}}');
});

test('E17 of one order the older of two mails of a kind goes first, the newer once it is out', async () => {
  const config = mailConfig('smtp://127.0.0.1:2525');
  const [orderId, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const mail = async (id: string, createdAt: string) => ({
    ...(await prepareEmail({ ...deps, config }, orderMail({ orderId: id }))),
    createdAt: new Date(createdAt),
  });
  const newer = await mail(orderId, '2030-01-02T00:00:00Z');
  const older = await mail(orderId, '2030-01-01T00:00:00Z');
  const alone = await mail(other, '2030-01-03T00:00:00Z');
  await deps.db.delete(emails);
  await enqueueEmails(deps.db, deps, [newer, older, alone]);
  const claim = async () => claimEmails(deps.db, 10, 'orders', { leaseMs: 60_000, furthestMs: 7_200_000 });
  const claimed = await claim();
  expect(claimed.map(({ id }) => id).sort()).toEqual([older.id, alone.id].sort());
  expect(await claim()).toEqual([]);
  for (const row of claimed) await markSent(deps.db, row, new Date());
  expect((await claim()).map(({ id }) => id)).toEqual([newer.id]);
});
