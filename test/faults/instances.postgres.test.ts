import pg from 'pg';
import { expect, test } from 'vitest';
import { emails, orders } from '#server/db/schema.ts';
import { prepareEngine } from '#test/engine.ts';
import { NO_LIMITS } from '#test/makers.ts';
import { startPostgres } from '#test/postgres.ts';
import { startProgram } from '#test/program.ts';
import { confirmOrder, payFor } from '#test/shopper.ts';

const PAYMENTS = 8;

test(`F7: two instances, ${PAYMENTS} payments, 32 parallel confirms of each: one order and two mails a payment`, async () => {
  const engine = await prepareEngine({ isEmpty: true });
  const options = { ...engine.options, env: { ...engine.options.env, ...NO_LIMITS, SWEEP_SECONDS: '1' } };
  // Both start at once on an empty database and bring it up to date together; both sweep every second.
  const programs = await Promise.all([startProgram(options), startProgram(options)]);
  const [one, two] = programs;
  if (!one || !two) throw new Error('two programs');
  for (let i = 0; i < PAYMENTS; i++) {
    const paymentId = await payFor(i % 2 ? one.url : two.url);
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, k) => confirmOrder(k % 2 ? one.url : two.url, paymentId)),
    );
    expect(new Set(answers.map((answer) => answer.orderNumber)).size).toBe(1);
  }
  expect(await Promise.all(programs.map((program) => program.stop()))).toEqual([0, 0]);
  const found = await engine.read(async (db) => ({
    orders: await db.select().from(orders),
    mails: await db.select().from(emails),
  }));
  expect(found.orders).toHaveLength(PAYMENTS);
  expect(found.mails).toHaveLength(2 * PAYMENTS);
  expect(new Set(found.mails.map((mail) => mail.messageId)).size).toBe(2 * PAYMENTS);
  console.log(`F7: 2 instances, ${PAYMENTS * 32} confirms, ${PAYMENTS} orders, ${2 * PAYMENTS} mails`);
  await control(engine.options.env.DATABASE_URL ?? '');
  await engine.remove();
}, 240_000);

/** The same race without a unique key: look, then insert. It must make more than one, or the test above shows nothing. */
async function control(url: string): Promise<void> {
  const pools = [1, 2].map(() => new pg.Pool({ connectionString: url, max: 10 }));
  await pools[0]?.query('create table control (payment text)');
  // Warm connections: cold ones come one after the other and hide the race.
  await Promise.all(pools.flatMap((pool) => Array.from({ length: 10 }, () => pool.query('select pg_sleep(0.05)'))));
  await Promise.all(
    Array.from({ length: 32 }, async (_, i) => {
      const pool = pools[i % 2];
      const there = await pool?.query(`select 1 from control where payment = 'p'`);
      if (there?.rowCount === 0) await pool?.query(`insert into control values ('p')`);
    }),
  );
  expect((await pools[0]?.query('select 1 from control'))?.rowCount).toBeGreaterThan(1);
  await Promise.all(pools.map((pool) => pool.end()));
}

test('F6: while PostgreSQL is away the process lives and answers 503; after, it is well and has every order', async () => {
  const database = await startPostgres();
  const engine = await prepareEngine();
  const program = await startProgram({ ...engine.options, env: { DATABASE_URL: database.url } });
  const { orderNumber } = await confirmOrder(program.url, await payFor(program.url));
  const paymentId = await payFor(program.url);

  const statuses = new Set<number>();
  let isWatching = true;
  const watch = (async () => {
    while (isWatching) {
      statuses.add((await fetch(`${program.url}/readyz`)).status);
      statuses.add((await fetch(`${program.url}/shop`)).status);
      const call = await fetch(`${program.url}/api/confirm-order`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ paymentIntentId: 'pi_unknown_payment' }),
      });
      statuses.add(call.status);
      await call.text();
    }
  })();
  await database.restart();
  await expect.poll(async () => (await fetch(`${program.url}/readyz`)).status, { timeout: 60_000 }).toBe(200);
  isWatching = false;
  await watch;
  expect([...statuses].filter((status) => ![200, 402, 503].includes(status))).toEqual([]);
  expect(statuses).toContain(503);
  await confirmOrder(program.url, paymentId);
  expect(program.process.exitCode).toBe(null);
  expect(await program.stop()).toBe(0);
  const client = new pg.Client(database.url);
  await client.connect();
  const { rows } = await client.query('select id from orders order by created_at');
  expect(rows).toHaveLength(2);
  expect(rows[0].id.slice(0, 8).toUpperCase()).toBe(orderNumber);
  await client.end();
  await database.stop();
  await engine.remove();
}, 240_000);
