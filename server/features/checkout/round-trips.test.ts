import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { afterEach, expect, inject, test, vi } from 'vitest';
import { aPaymentStart, confirm, payByCard, paymentIdOf, startPayment } from '#test/makers.ts';
import { shopForAll } from '#test/shop.ts';

const MOST = 5;
const isPglite = inject('base').engine === 'pglite';
/** Round trips of the sandbox's card payment and of the order. */
const MAX_AFTER = isPglite ? 5 : 6;

const shop = shopForAll();
afterEach(() => vi.restoreAllMocks());

/** Records every statement sent to the database from now on; each is one round trip, on either engine. */
function watchStatements(): string[] {
  const statements: string[] = [];
  if (isPglite) {
    const post = Worker.prototype.postMessage;
    vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, ...args) {
      statements.push(String((args[0] as { sql: string }).sql));
      return post.apply(this, args);
    });
  } else {
    const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
    vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
      const [first] = args as [string | { text: string }];
      statements.push(typeof first === 'string' ? first : first.text);
      return query.apply(this, args);
    } as never);
  }
  return statements;
}

test(`from cart to payment secret at most ${MOST} round trips to the database, including the sandbox’s own`, async () => {
  const statements = watchStatements();
  const answer = await startPayment(shop, await aPaymentStart(shop), crypto.randomUUID());
  expect(answer.statusCode).toBe(200);
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(MOST);
  // Control: statements that must be sent are among them.
  const asked = ['insert into "shipping_quotes"', 'insert into "checkouts"', 'insert into "sandbox_payments"'];
  for (const text of asked)
    expect(
      statements.some((one) => one.includes(text)),
      text,
    ).toBe(true);

  // Control: a transaction's begin and commit are counted too; on PGlite `begin` goes with the first statement.
  statements.length = 0;
  const clientSecret = String(answer.json().clientSecret);
  const started = { clientSecret, paymentId: paymentIdOf(clientSecret) };
  expect((await payByCard(shop, started)).statusCode).toBe(200);
  expect((await confirm(shop, started.paymentId)).statusCode).toBe(200);
  for (const text of isPglite ? ['commit'] : ['begin', 'commit']) expect(statements).toContain(text);
  // docs/scaling.md relies on this number.
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(MAX_AFTER);
});
