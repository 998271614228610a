import { eq, sql } from 'drizzle-orm';
import { expect, inject, test } from 'vitest';
import { emails } from '#server/features/emails/schema.ts';
import { orders } from '#server/features/orders/schema.ts';
import { checkouts } from '#server/features/settlement/schema.ts';
import { prepareEngineOn } from '#test/engine-base.ts';
import { addUp, type Evidence, judge } from './verdict.ts';
import { World } from './world.ts';

/** Two boxes sold to two people, without any fault. */
function sound(): Evidence {
  const ids = ['one', 'two'];
  return {
    told: ids.map((id) => ({
      email: `${id}@x.example`,
      paymentId: `pi_${id}`,
      agreedCents: 2844,
      orderNumber: `ORDER${id.toUpperCase()}`,
    })),
    payments: ids.map((id) => ({ id: `pi_${id}`, status: 'succeeded', amountCents: 2844, currency: 'usd' })),
    delivered: ids.flatMap((id) => [`<customer-${id}>`, `<owner-${id}>`]),
    checkouts: ids.map((id) => ({ id, paymentIntentId: `pi_${id}` })),
    orders: ids.map((id) => ({
      id: `order${id}-0000`,
      email: `${id}@x.example`,
      stripePaymentIntentId: `pi_${id}`,
      totalAmount: '28.44',
      currency: 'usd',
    })),
    events: ids.map((id) => ({ orderId: `order${id}-0000`, kind: 'created' })),
    emails: ids.flatMap((id) => [
      {
        id: `a-${id}`,
        orderId: `order${id}-0000`,
        templateKey: 'order_confirmation',
        messageId: `<customer-${id}>`,
        status: 'sent' as const,
        attempts: 1,
        lastError: null,
      },
      {
        id: `b-${id}`,
        orderId: `order${id}-0000`,
        templateKey: 'admin_order_notification',
        messageId: `<owner-${id}>`,
        status: 'sent' as const,
        attempts: 1,
        lastError: null,
      },
    ]),
    anomalies: [],
  };
}

const [good] = [sound()];
const order = good.orders[0];
if (!order) throw new Error('an order to break');

test('finds nothing if nothing is wrong', () => {
  expect(judge(good)).toEqual({ paid: 2, lost: 0, doubled: 0, mailsLost: 0, mailsTwice: 0, breaches: [] });
});

test.each<[string, Partial<Evidence>, Partial<ReturnType<typeof judge>>, RegExp]>([
  ['an order is gone', { orders: good.orders.slice(1) }, { lost: 1 }, /N1: pi_one is paid and has neither/],
  ['an order that was answered is gone', { orders: good.orders.slice(1) }, { lost: 1 }, /N6: order ORDERONE/],
  [
    'an order is there twice',
    { orders: [...good.orders, { ...order, id: 'again' }] },
    { doubled: 1 },
    /N1: pi_one has more/,
  ],
  [
    'a shopper paid twice for one purchase',
    {
      payments: [...good.payments, { id: 'pi_three', status: 'succeeded', amountCents: 2844, currency: 'usd' }],
      orders: [...good.orders, { ...order, id: 'again', stripePaymentIntentId: 'pi_three' }],
    },
    { doubled: 1 },
    /N1: one@x.example bought once and paid more than once/,
  ],
  [
    'an order is not paid',
    { payments: good.payments.map((p) => ({ ...p, status: 'processing' })) },
    { paid: 0 },
    /N2: order/,
  ],
  [
    'an order of another amount',
    { orders: good.orders.map((o) => ({ ...o, totalAmount: '28.43' })) },
    {},
    /N2: order .* 28.43/,
  ],
  [
    'more is charged than was shown',
    { told: good.told.map((t) => ({ ...t, agreedCents: 1 })) },
    {},
    /N3: one@x.example agreed to 1/,
  ],
  [
    'an order without its mails',
    { emails: good.emails.slice(2) },
    { mailsLost: 2 },
    /N4: order orderone-0000 has the mails \[\]/,
  ],
  ['an order without its event', { events: [] }, {}, /N4: .* not exactly one event/],
  ['a mail of an order that is not there', { orders: good.orders.slice(1) }, {}, /N4: mail a-one has no order/],
  [
    'a mail was never accepted',
    { delivered: good.delivered.slice(1) },
    { mailsLost: 1 },
    /N5: mail a-one .* never accepted/,
  ],
  ['a mail that nobody wrote', { delivered: [...good.delivered, '<strange>'] }, {}, /N5: <strange>/],
  ['an answered checkout is gone', { checkouts: [] }, {}, /N6: the checkout of one@x.example/],
])('reports when %s', (_, change, counts, breach) => {
  const verdict = judge({ ...sound(), ...change });
  expect(verdict).toMatchObject(counts);
  expect(verdict.breaches.join('\n')).toMatch(breach);
});

test('an anomaly that the owner sees is no loss, and a copy of the same mail is no breach', () => {
  const kept = { orders: good.orders.slice(1), emails: good.emails.slice(2), events: good.events.slice(1) };
  const told = good.told.map((t) => ({ ...t, orderNumber: null }));
  const delivered = good.delivered.slice(2).flatMap((id) => [id, id]);
  expect(judge({ ...good, ...kept, told, delivered, anomalies: [{ paymentIntentId: 'pi_one' }] })).toEqual({
    paid: 2,
    lost: 0,
    doubled: 0,
    mailsLost: 0,
    mailsTwice: 2,
    breaches: [],
  });
});

test('a mail that was never accepted is reported with its last error', () => {
  const [first, ...rest] = good.emails;
  if (!first) throw new Error('a mail');
  const waiting = { ...first, status: 'queued' as const, attempts: 3, lastError: 'Greeting never received' };
  const { breaches } = judge({ ...sound(), emails: [waiting, ...rest], delivered: good.delivered.slice(1) });
  expect(breaches.join()).toContain('queued after 3 tries: Greeting never received');
});

test('mails about later events are not counted as an order’s two', () => {
  const [first] = good.emails;
  if (!first) throw new Error('a mail');
  const refund = { ...first, id: 'r', templateKey: 'refund_confirmation' as const, messageId: '<refund>' };
  const after = { ...sound(), emails: [...good.emails, refund], delivered: [...good.delivered, '<refund>'] };
  expect(judge(after).breaches).toEqual([]);
});

test('adds worlds up', () => {
  const lost = judge({ ...sound(), orders: [] });
  expect(addUp([lost, judge(sound())])).toMatchObject({ paid: 4, lost: 2, breaches: lost.breaches });
});

test('sees in a real shop an order that is dropped and one that is doubled', async () => {
  const world = await World.open(await prepareEngineOn(inject('base')));
  const program = await world.start();
  const dropped = await world.buy(program.url);
  const doubled = await world.buy(program.url);
  expect(await world.settle(program)).toMatchObject({ paid: 2, lost: 0, doubled: 0, mailsLost: 0, breaches: [] });
  await world.engine.read(async (db) => {
    await db.execute(
      sql`alter table orders drop constraint orders_stripe_payment_intent_id_unique,
        add constraint orders_stripe_payment_intent_id_unique unique (stripe_payment_intent_id, id)`,
    );
    const [row] = await db.select().from(orders).where(eq(orders.email, doubled.email));
    if (!row) throw new Error('an order to double');
    const { search: _, number: _number, ...copy } = row;
    await db.insert(orders).values({ ...copy, id: crypto.randomUUID(), statusToken: 'another' });
    const [gone] = await db.delete(orders).where(eq(orders.email, dropped.email)).returning({ id: orders.id });
    await db.delete(emails).where(eq(emails.orderId, gone?.id ?? ''));
    await db.delete(checkouts).where(eq(checkouts.paymentIntentId, dropped.paymentId ?? ''));
  });
  const verdict = judge(await world.evidence());
  expect(verdict).toMatchObject({ paid: 2, lost: 1, doubled: 1, mailsLost: 2 });
  expect(verdict.breaches.join('\n')).toMatch(/N6: the checkout of/);
  await world.close();
});
