import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, inject, test } from 'vitest';
import { connectDatabase } from '#server/db/connect.ts';
import { rowsOf } from '#server/db/migration-state.ts';
import { restoreBackup } from '#server/features/backup/restore.ts';
import { itemsText } from '#server/features/orders/lines.ts';
import { orderColumns } from '#server/features/orders/repository.ts';
import { orders } from '#server/features/orders/schema.ts';
import { type Place, withDatabase } from './backup.ts';
import { prepareEngine } from './engine.ts';
import { BACKUP_FILE, DATA_FOLDER, type Fixture, factsOf, listFixtures, unpackFolder } from './fixtures/fixture.ts';
import { NO_LIMITS, paymentIdOf } from './makers.ts';
import { type Program, startProgram } from './program.ts';
import { call, confirmOrder } from './shopper.ts';
import { startSmtp } from './smtp.ts';
import { StripeStandIn } from './stand-ins/stripe.ts';

/** The shop checks checkouts of the last 30 days, so those of the fixture are moved to their original age. */
async function makeYoung(place: Place, { madeAt }: Fixture): Promise<void> {
  // Before the upgrade: the migrations must find the tables as that version left them.
  const connection = await connectDatabase({ ...place, isMaintenance: true });
  await connection.db.execute(
    sql`update checkouts set created_at = created_at + (now() - ${madeAt}::timestamptz), next_check_at = now()`,
  );
  await connection.close();
}

async function logIn(program: Program, password: string): Promise<{ cookie: string }> {
  const answer = await fetch(`${program.url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password }),
  });
  expect(answer.status).toBe(200);
  return { cookie: String(answer.headers.get('set-cookie')).split(';', 1)[0] ?? '' };
}

/** How many orders the admin finds for a payment; none were created by confirm-order. */
async function countOrders(program: Program, headers: { cookie: string }, paymentId: string): Promise<number> {
  const answer = await fetch(`${program.url}/api/admin/orders?q=${paymentId}`, { headers });
  expect(answer.status).toBe(200);
  return JSON.stringify(await answer.json()).split('"customerName"').length - 1;
}

/** This version on that one's data: everything is there, and unfinished work is finished. */
async function upgrade(place: Place, fixture: Fixture): Promise<void> {
  await makeYoung(place, fixture);
  const smtp = await startSmtp();
  const stripe = await StripeStandIn.start();
  stripe.intents.set(fixture.paidStripe.id, fixture.paidStripe);
  const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'shop@shop.example', OWNER_EMAIL: 'owner@shop.example' };
  const database: Record<string, string> = place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl };
  const env = { ...NO_LIMITS, ...mail, ...database, SWEEP_SECONDS: '1' };
  const openId = paymentIdOf(fixture.openSecret);

  const sandbox = await startProgram({ dataDir: place.dataDir, env });
  const headers = await logIn(sandbox, fixture.password);
  await expect.poll(() => countOrders(sandbox, headers, fixture.paidSandbox)).toBe(1);
  // F13: a payment started before the upgrade is paid after it.
  await call(sandbox.url, `/api/sandbox-payments/${openId}/confirm`, {
    clientSecret: fixture.openSecret,
    cardNumber: '4242 4242 4242 4242',
    expiry: '12/40',
    cvc: '123',
  });
  await confirmOrder(sandbox.url, openId);
  expect(await sandbox.stop()).toBe(0);

  const live = await startProgram({ dataDir: place.dataDir, env: { ...env, ...stripe.env() } });
  await expect.poll(() => countOrders(live, headers, fixture.paidStripe.id)).toBe(1);
  // Mails that waited for a server were sent, with their original ids.
  const arrived = () => smtp.received.map(({ messageId }) => messageId);
  await expect.poll(arrived).toEqual(expect.arrayContaining(fixture.queued));
  expect(await live.stop()).toBe(0);
  await Promise.all([smtp.close(), stripe.close()]);

  await withDatabase(place, async (db) => {
    for (const { items, lines } of await db.select({ ...orderColumns, items: orders.items }).from(orders)) {
      expect(JSON.parse(itemsText(lines))).toMatchObject(JSON.parse(items));
    }
  });
  // The stats equal a count of all orders.
  const [kept, counted] = await withDatabase(place, async (db) => {
    const parts = sql`select part, day, key, status, sum(orders) as orders, sum(units) as units, sum(revenue) as revenue,
        sum(tax) as tax, sum(returned) as returned
      from order_day_parts group by 1, 2, 3, 4 having sum(orders) <> 0 order by 1, 2, 3, 4`;
    const before = await rowsOf(db, parts);
    await db.execute(sql`delete from order_day_parts`);
    await db.execute(sql`select count_all_order_parts(shop_time_zone())`);
    return [before, await rowsOf(db, parts)];
  });
  expect(kept).toEqual(counted);
  const after = await withDatabase(place, factsOf);
  for (const [name, before] of Object.entries(fixture.facts)) {
    const lost = before.filter((fact) => !after[name as keyof typeof after].includes(fact));
    expect(lost, name).toEqual([]);
  }
  expect(after.orders).toHaveLength(fixture.facts.orders.length + 3);
  expect(after.mails).toHaveLength(fixture.facts.mails.length + 2 * 3);
  for (const name of ['inquiries', 'stores', 'templates'] as const) {
    expect(after[name]).toHaveLength(fixture.facts[name].length);
  }
}

const isFull = process.env.FULL === '1';
/** The oldest fixture runs every migration; the full tier starts from each release. */
const fixtures = isFull ? listFixtures() : listFixtures().slice(0, 1);

test('there is a fixture of a release, with records of every kind', () => {
  expect(fixtures.length).toBeGreaterThan(0);
  for (const { fixture } of fixtures) {
    for (const [name, facts] of Object.entries(fixture.facts)) expect(facts.length, name).toBeGreaterThan(0);
    expect(fixture.queued.length).toBeGreaterThan(0);
  }
});

for (const { folder, fixture } of fixtures) {
  inject('base').engine === 'pglite' &&
    test(`F13: this version starts on the data folder of ${fixture.version} and loses nothing`, async () => {
      const engine = await prepareEngine({ isEmpty: true });
      unpackFolder(join(folder, DATA_FOLDER), engine.options.dataDir);
      await upgrade({ databaseUrl: undefined, dataDir: engine.options.dataDir }, fixture);
      await engine.remove();
    });

  // The gate upgrades a folder on PGlite and a backup on PostgreSQL; the full tier restores the backup on both.
  (isFull || inject('base').engine === 'postgres') &&
    test(`F13: this version restores the backup of ${fixture.version}, starts on it and loses nothing`, async () => {
      const engine = await prepareEngine({ isEmpty: true });
      const place = { databaseUrl: engine.options.env.DATABASE_URL, dataDir: engine.options.dataDir };
      await restoreBackup(place, join(folder, BACKUP_FILE), { mayOverwrite: false });
      await upgrade(place, fixture);
      await engine.remove();
    });
}
