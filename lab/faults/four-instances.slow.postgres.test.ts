import { expect, test } from 'vitest';
import { emails } from '#server/features/emails/schema.ts';
import { orders } from '#server/features/orders/schema.ts';
import { prepareEngine } from '#test/engine.ts';
import { NO_LIMITS } from '#test/makers.ts';
import { type Program, startProgram } from '#test/program.ts';
import { confirmOrder, payFor, startPaymentFor } from '#test/shopper.ts';
import { startSmtp } from '#test/smtp.ts';

const INSTANCES = 4;
/** Each instance's limit; the other limits are out of reach. */
const STARTS_PER_MINUTE = 6;
const PASSWORD = 'guava and crackers';
/** Attempts of one address before it has to wait, over all instances together. */
const LOGIN_BURST = 5;

const post = (url: string, path: string, body: object, cookie = '') =>
  fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
    body: JSON.stringify(body),
  });

test(`${INSTANCES} instances on one PostgreSQL: sessions, limits, reconciliation and outbox`, async () => {
  const engine = await prepareEngine();
  const smtp = await startSmtp();
  const env = {
    ...engine.options.env,
    ...NO_LIMITS,
    LIMIT_PAYMENT_STARTS: String(STARTS_PER_MINUTE),
    ADMIN_PASSWORD: PASSWORD,
    SWEEP_SECONDS: '1',
    SMTP_URL: smtp.url,
    MAIL_FROM: 'hola@shop.example',
    OWNER_EMAIL: 'owner@shop.example',
  };
  const programs: Program[] = [];
  for (let i = 0; i < INSTANCES; i++) programs.push(await startProgram({ ...engine.options, env }));
  const urls = programs.map(({ url }) => url);
  const at = (i: number) => urls[i % urls.length] ?? '';

  await sessionsCountEverywhere(urls);
  await wrongPasswordsAreCountedTogether(urls);

  // Each pays at one instance. Half of them confirm at all instances at once, the others have closed the tab.
  const paid = await Promise.all(Array.from({ length: 2 * INSTANCES }, (_, i) => payFor(at(i))));
  const [confirmed, left] = [paid.slice(0, INSTANCES), paid.slice(INSTANCES)];
  for (const paymentId of confirmed) {
    const answers = await Promise.all(urls.map((url) => confirmOrder(url, paymentId)));
    expect(new Set(answers.map(({ orderNumber }) => orderNumber)).size).toBe(1);
  }
  expect(left).toHaveLength(INSTANCES);
  // Two mails per order, the customer's and the owner's; the four reconciliations create the orders of closed tabs.
  await expect.poll(() => smtp.received.length, { timeout: 90_000 }).toBeGreaterThanOrEqual(2 * paid.length);

  await paymentStartsAreCountedByEach(urls, 2);
  expect(await Promise.all(programs.map((program) => program.stop()))).toEqual(programs.map(() => 0));
  const found = await engine.read(async (db) => ({
    payments: (await db.select().from(orders)).map((order) => order.stripePaymentIntentId),
    mails: await db.select().from(emails),
  }));
  expect(found.payments.toSorted()).toEqual(paid.toSorted());
  expect(found.mails.map(({ status }) => status)).toEqual(Array(2 * paid.length).fill('sent'));
  const sent = smtp.received.map(({ messageId }) => messageId);
  expect(sent).toHaveLength(new Set(sent).size);
  expect(sent).toHaveLength(2 * paid.length);
  await smtp.close();
  await engine.remove();
}, 300_000);

async function sessionsCountEverywhere(urls: string[]): Promise<void> {
  const [first = ''] = urls;
  const cookie = String(
    (await post(first, '/api/admin/login', { password: PASSWORD })).headers.get('set-cookie'),
  ).split(';', 1)[0];
  const isAdmin = () =>
    Promise.all(
      urls.map(async (url) => {
        const answer = await fetch(`${url}/api/admin/check`, { headers: { cookie: cookie ?? '' } });
        return ((await answer.json()) as { isAdmin: boolean }).isAdmin;
      }),
    );
  expect(await isAdmin()).toEqual(urls.map(() => true));
  await post(urls.at(-1) ?? '', '/api/admin/logout', {}, cookie);
  expect(await isAdmin()).toEqual(urls.map(() => false));
}

/** In the database: twice as many instances allow no more attempts. */
async function wrongPasswordsAreCountedTogether(urls: string[]): Promise<void> {
  const tries = Array.from({ length: 5 * urls.length }, (_, i) => urls[i % urls.length] ?? '');
  const statuses = await Promise.all(
    tries.map(async (url) => (await post(url, '/api/admin/login', { password: 'wrong' })).status),
  );
  expect(statuses.filter((status) => status === 401)).toHaveLength(LOGIN_BURST);
  expect(statuses.filter((status) => status === 429)).toHaveLength(tries.length - LOGIN_BURST);
}

/** In memory: each instance accepts the number in the settings, in addition to `used`. */
async function paymentStartsAreCountedByEach(urls: string[], used: number): Promise<void> {
  for (const url of urls) {
    const outcomes: boolean[] = [];
    for (let i = 0; i <= 2 * STARTS_PER_MINUTE; i++) {
      outcomes.push(
        await startPaymentFor(url).then(
          () => true,
          () => false,
        ),
      );
    }
    const allowed = outcomes.filter(Boolean).length;
    expect(allowed).toBeGreaterThanOrEqual(STARTS_PER_MINUTE - used);
    // No more within a minute; a slow machine may have reached the next one.
    expect(allowed).toBeLessThanOrEqual(2 * STARTS_PER_MINUTE);
  }
}
