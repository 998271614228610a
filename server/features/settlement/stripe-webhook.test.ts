import { eq, inArray, like } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorText } from '#server/errors.ts';
import { emails } from '#server/features/emails/schema.ts';
import { orderEvents, orders } from '#server/features/orders/schema.ts';
import { moneyMarks } from '#shared/orders/refunds-and-disputes.ts';
import { aNewYorkAddress, confirm, startedCheckout } from '#test/makers.ts';
import { newEvent } from '#test/stand-ins/stripe-records.ts';
import {
  count,
  eventsOf,
  lastEvent,
  mailsOf,
  ordersOf,
  type StripeShop,
  startStripeShop,
  webhook,
} from '#test/stripe-shop.ts';
import { reconcileCheckouts } from './reconcile.ts';
import { checkouts, paymentAnomalies } from './schema.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const CONTROL_COLUMN = 30;

let shop: StripeShop;
beforeAll(async () => {
  shop = await startStripeShop();
});
afterAll(() => shop.close());

/** Advances the clocks of shop and Stripe. */
function pass({ clock, stripe }: StripeShop, ms: number): void {
  clock.advance(ms);
  stripe.advance(ms);
}

async function paid(): Promise<string> {
  const { paymentId } = await startedCheckout(shop);
  shop.stripe.confirm(paymentId);
  return paymentId;
}

test('starts a real payment: server amount, automatic methods, our key and checkout (N3)', async () => {
  const { paymentId, clientSecret } = await startedCheckout(shop, { address: aNewYorkAddress() });
  const [checkout] = await shop.deps.db.select().from(checkouts).where(eq(checkouts.paymentIntentId, paymentId));
  const intent = shop.stripe.intent(paymentId);
  expect(intent).toMatchObject({
    client_secret: clientSecret,
    amount: checkout?.totalCents,
    currency: 'usd',
    automatic_payment_methods: { enabled: true },
    metadata: { checkoutId: checkout?.id },
  });
  expect(intent.receipt_email).toBeNull();
  const creation = shop.stripe.requests.find((r) => r.idempotencyKey === checkout?.id);
  expect(creation).toMatchObject({ method: 'POST', path: '/v1/payment_intents' });
});

test('webhook only: the order and its two mails without any browser call (P3)', async () => {
  const ids = await Promise.all(Array.from({ length: 50 }, paid));
  const statuses = await Promise.all(ids.map(async (id) => (await webhook(shop, lastEvent(shop, id))).statusCode));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await count(shop, ids)).toEqual({ orders: 50, mails: 100, anomalies: 0, double: 0, lost: 0 });
});

test('webhook before and after the confirm: one order, both answered 2xx (P1, P2)', async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, paid));
  const statuses = await Promise.all(
    ids.map(async (id, i) => {
      const told = () => webhook(shop, lastEvent(shop, id));
      const asked = () => confirm(shop, id);
      const answers = i % 2 === 0 ? [await told(), await asked()] : [await asked(), await told()];
      return answers.map((answer) => answer.statusCode);
    }),
  );
  expect(statuses.flat().filter((status) => status !== 200)).toEqual([]);
  expect(await count(shop, ids)).toEqual({ orders: 20, mails: 40, anomalies: 0, double: 0, lost: 0 });
});

test('one event 32 times at once makes one order; check-then-insert would make more (P6)', async () => {
  const id = await paid();
  const answers = await Promise.all(Array.from({ length: 32 }, () => webhook(shop, lastEvent(shop, id))));
  expect(answers.filter((answer) => answer.statusCode !== 200)).toEqual([]);
  expect(await count(shop, [id])).toEqual({ orders: 1, mails: 2, anomalies: 0, double: 0, lost: 0 });

  // The control: the same race with a check before the insert.
  const { db } = shop.deps;
  const naive = async (key: string) => {
    const found = await db.select().from(paymentAnomalies).where(eq(paymentAnomalies.paymentIntentId, key));
    const kind = `${Math.random()}`.slice(0, CONTROL_COLUMN);
    if (found.length === 0) await db.insert(paymentAnomalies).values({ paymentIntentId: key, kind, detail: {} });
  };
  await Promise.all(Array.from({ length: 32 }, () => naive('control')));
  const doubled = await db.select().from(paymentAnomalies).where(eq(paymentAnomalies.paymentIntentId, 'control'));
  expect(doubled.length).toBeGreaterThan(1);
});

test('events in any order end in the payment’s state, and paid is final (P7, P17)', async () => {
  const ids: string[] = [];
  for (let i = 0; i < 25; i++) {
    const { paymentId } = await startedCheckout(shop);
    shop.stripe.confirm(paymentId, 'declined');
    shop.stripe.confirm(paymentId, 'processing');
    shop.stripe.finish(paymentId, 'succeeded');
    ids.push(paymentId);
  }
  const events = ids.flatMap((id) => shop.stripe.eventsOf(id));
  expect(events.length).toBe(100);
  for (const event of events.sort(() => Math.random() - 0.5)) {
    expect((await webhook(shop, event)).statusCode).toBe(200);
  }
  expect(await count(shop, ids)).toEqual({ orders: 25, mails: 50, anomalies: 0, double: 0, lost: 0 });
});

test('an unpaid, failed or processing payment makes no order, whatever its events say (P16, P18)', async () => {
  const outcomes = ['declined', 'asks', 'processing'] as const;
  const ids: string[] = [];
  for (const outcome of outcomes) {
    const { paymentId } = await startedCheckout(shop);
    shop.stripe.confirm(paymentId, outcome);
    // A forged success inside a signed event changes nothing: the API has the last word.
    const lie = newEvent(
      'payment_intent.succeeded',
      { ...shop.stripe.intent(paymentId), status: 'succeeded' } as never,
      1,
    );
    expect((await webhook(shop, { ...lie, created: Math.floor(Date.now() / 1000) })).statusCode).toBe(200);
    expect((await confirm(shop, paymentId)).statusCode).toBe(402);
    ids.push(paymentId);
  }
  expect((await count(shop, ids)).orders).toBe(0);
  for (const id of ids.slice(1)) {
    shop.stripe.finish(id, 'succeeded');
    expect((await webhook(shop, lastEvent(shop, id))).statusCode).toBe(200);
  }
  expect((await count(shop, ids)).orders).toBe(2);
});

test('refuses every call that Stripe has not signed, before asking or writing anything (P8)', async () => {
  const id = await paid();
  const event = lastEvent(shop, id);
  const { payload, headers } = shop.stripe.signed(event);
  const now = Math.floor(Date.now() / 1000);
  const signature = headers['stripe-signature'] ?? '';
  const bad = (changes: Record<string, string>, body: string | Buffer = payload) => ({ headers: changes, body });
  const signedAt = (timestamp: number) => shop.stripe.signed(event, { timestamp }).headers['stripe-signature'] ?? '';
  const variants = [
    bad({}),
    bad({ 'stripe-signature': '' }),
    bad({ 'stripe-signature': 'v1=abc' }),
    bad({ 'stripe-signature': `t=${now}` }),
    bad({ 'stripe-signature': `t=${now},v1=` }),
    bad({ 'stripe-signature': `t=${now},v1=${'0'.repeat(64)}` }),
    bad({ 'stripe-signature': signature.replace('v1=', 'v0=') }),
    bad({ 'stripe-signature': signedAt(now - 301) }),
    bad({ 'stripe-signature': signedAt(1) }),
    bad({
      'stripe-signature': shop.stripe.signed(event, { secret: 'whsec_of_another' }).headers['stripe-signature'] ?? '',
    }),
    bad({ 'stripe-signature': signature }, JSON.stringify(event)),
    bad({ 'stripe-signature': signature }, `${payload} `),
    bad({ 'stripe-signature': signature }, payload.replace('"livemode": false', '"livemode": true')),
    bad({ 'stripe-signature': signature }, Buffer.alloc(0)),
  ];
  const callsBefore = shop.stripe.requests.length;
  const statuses = [];
  for (const { headers: changed, body } of variants) {
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/api/stripe/webhook',
      payload: body,
      headers: { 'content-type': 'application/json', ...changed },
    });
    statuses.push(answer.statusCode);
  }
  expect(statuses).toEqual(variants.map(() => 400));
  expect(shop.stripe.requests.length).toBe(callsBefore);
  expect((await count(shop, [id])).orders).toBe(0);
  // The control: the call as Stripe made it is accepted.
  expect((await webhook(shop, event)).statusCode).toBe(200);
  expect((await count(shop, [id])).orders).toBe(1);
});

test('a webhook body over 256 KB is refused, one of 200 KB is read (I10)', async () => {
  const send = (bytes: number) =>
    shop.app.inject({ method: 'POST', url: '/api/stripe/webhook', payload: Buffer.alloc(bytes, 32) });
  expect((await send(300 * 1024)).statusCode).toBe(413);
  expect((await send(200 * 1024)).statusCode).toBe(400);
});

test('both secrets count while one takes over from the other (P26)', async () => {
  const rotating = await startStripeShop({
    stripe: shop.stripe,
    env: { STRIPE_WEBHOOK_SECRET: 'whsec_new000000, whsec_old000000' },
  });
  const event = newEvent('payout.paid', { id: 'po_1', object: 'payout' }, Math.floor(Date.now() / 1000));
  const statuses = [];
  for (const secret of ['whsec_new000000', 'whsec_old000000', 'whsec_none00000']) {
    statuses.push((await webhook(rotating, event, { secret })).statusCode);
  }
  await rotating.close();
  expect(statuses).toEqual([200, 200, 400]);
});

test('without a secret the webhook answers 503, a start warns, and confirm or reconciliation create orders (P4, P8)', async () => {
  const deaf = await startStripeShop({ stripe: shop.stripe, env: { STRIPE_WEBHOOK_SECRET: '' } });
  const ids = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const { paymentId } = await startedCheckout(deaf);
      shop.stripe.confirm(paymentId);
      return paymentId;
    }),
  );
  expect((await webhook(deaf, lastEvent(deaf, ids[0] ?? ''))).statusCode).toBe(503);
  expect(deaf.logLines.filter((line) => line.includes('STRIPE_WEBHOOK_SECRET is not set'))).toHaveLength(1);
  expect(deaf.logLines.filter((line) => line.includes('"request_failed"'))).toHaveLength(1);
  for (const id of ids.slice(0, 10)) expect((await confirm(deaf, id)).statusCode).toBe(200);
  deaf.clock.advance(5 * 60_000);
  await reconcileCheckouts(deaf.deps);
  expect(await count(deaf, ids)).toEqual({ orders: 20, mails: 40, anomalies: 0, double: 0, lost: 0 });
  await deaf.close();
});

test('another amount or currency at Stripe makes an anomaly and a mail to the owner, no order (P9)', async () => {
  const ids: string[] = [];
  for (const change of [{ amount: 1 }, { amount: 999_999 }, { currency: 'mxn' }]) {
    const { paymentId } = await startedCheckout(shop);
    Object.assign(shop.stripe.intent(paymentId), change);
    shop.stripe.confirm(paymentId);
    for (let i = 0; i < 2; i++) expect((await webhook(shop, lastEvent(shop, paymentId))).statusCode).toBe(200);
    ids.push(paymentId);
  }
  expect(await count(shop, ids)).toMatchObject({ orders: 0, anomalies: 3 });
  const alerts = await shop.deps.db.select().from(emails).where(eq(emails.templateKey, 'owner_alert'));
  for (const id of ids) expect(alerts.filter((mail) => mail.text.includes(id))).toHaveLength(1);
});

test('a succeeded payment without a checkout becomes one anomaly with one mail (N1)', async () => {
  const foreign = shop.stripe.createForeign(4200);
  shop.stripe.confirm(foreign.id);
  for (let i = 0; i < 3; i++) expect((await webhook(shop, lastEvent(shop, foreign.id))).statusCode).toBe(200);
  const found = await shop.deps.db
    .select()
    .from(paymentAnomalies)
    .where(eq(paymentAnomalies.paymentIntentId, foreign.id));
  expect(found).toMatchObject([{ kind: 'no_checkout', detail: { paidCents: 4200, paidCurrency: 'usd' } }]);
  const alerts = await shop.deps.db.select().from(emails).where(eq(emails.templateKey, 'owner_alert'));
  expect(alerts.filter((mail) => mail.text.includes(foreign.id))).toHaveLength(1);
});

test('on a shared account others’ payments are counted, and ours without a checkout are anomalies (N1)', async () => {
  const shared = await startStripeShop({ env: { STRIPE_ACCOUNT_SHARED: 'true' } });
  const tell = async (id: string) => {
    shared.stripe.confirm(id);
    const events = [lastEvent(shared, id), ...shared.stripe.refund(id, 100), shared.stripe.dispute(id)];
    return Promise.all([...events, ...events].map(async (event) => (await webhook(shared, event)).statusCode));
  };
  const foreign = shared.stripe.createForeign(4200, { order: 'of another shop' });
  expect(new Set(await tell(foreign.id))).toEqual(new Set([200]));
  // Payments of this shop: of a checkout missing from a restored database, of an existing one, and of one that lost its
  // reference.
  const lost = shared.stripe.createForeign(2844, { checkoutId: crypto.randomUUID() });
  expect(new Set(await tell(lost.id))).toEqual(new Set([200]));
  const { paymentId: kept } = await startedCheckout(shared);
  const { paymentId: loose } = await startedCheckout(shared);
  await shared.deps.db.update(checkouts).set({ paymentIntentId: null }).where(eq(checkouts.paymentIntentId, loose));
  for (const id of [kept, loose]) await tell(id);
  const swept = shared.stripe.createForeign(1999, { checkoutId: 'of a database before this one' });
  shared.stripe.confirm(swept.id);
  shared.clock.advance(60_000);
  await reconcileCheckouts(shared.deps);

  const anomalies = await shared.deps.db.select().from(paymentAnomalies);
  expect(anomalies.map(({ paymentIntentId, kind }) => [paymentIntentId, kind]).sort()).toEqual(
    [lost.id, swept.id].map((id) => [id, 'no_checkout']).sort(),
  );
  for (const id of [kept, loose]) expect(await ordersOf(shared, id)).toHaveLength(1);
  const alerts = await shared.deps.db.select().from(emails).where(eq(emails.templateKey, 'owner_alert'));
  expect(alerts.filter((mail) => mail.text.includes(foreign.id))).toEqual([]);
  expect(alerts.filter((mail) => mail.text.includes(lost.id)).length).toBeGreaterThan(0);
  const told = shared.logLines.map((line) => JSON.parse(line)).filter((line) => line.paymentId === foreign.id);
  expect(told.map(({ event, level }) => [event, level])).toEqual([
    ['foreign_payment', 30],
    ['foreign_payment', 30],
  ]);
  expect(await shared.deps.metrics.registry.text()).toMatch(/^shop_foreign_payments_total 2$/m);
  await shared.close();

  // The control: on an unshared account the same payment is an anomaly.
  const own = shop.stripe.createForeign(4200, { order: 'of another shop' });
  shop.stripe.confirm(own.id);
  await webhook(shop, lastEvent(shop, own.id));
  expect((await count(shop, [own.id])).anomalies).toBe(1);
});

test('a payment whose reference was never stored finds its checkout by metadata (P23: killed after Stripe)', async () => {
  const { paymentId } = await startedCheckout(shop);
  await shop.deps.db.update(checkouts).set({ paymentIntentId: null }).where(eq(checkouts.paymentIntentId, paymentId));
  shop.stripe.confirm(paymentId);
  expect((await webhook(shop, lastEvent(shop, paymentId))).statusCode).toBe(200);
  expect(await count(shop, [paymentId])).toEqual({ orders: 1, mails: 2, anomalies: 0, double: 0, lost: 0 });
});

test('20 concurrent events of such a payment make one order and no anomaly (P6, P23, N1)', async () => {
  const ids = await Promise.all(Array.from({ length: 5 }, paid));
  await shop.deps.db.update(checkouts).set({ paymentIntentId: null }).where(inArray(checkouts.paymentIntentId, ids));
  const events = ids.flatMap((id) => Array.from({ length: 20 }, () => lastEvent(shop, id)));
  const statuses = await Promise.all(events.map(async (event) => (await webhook(shop, event)).statusCode));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await count(shop, ids)).toEqual({ orders: 5, mails: 10, anomalies: 0, double: 0, lost: 0 });
});

test('work that was not done is answered with an error, and done when Stripe sends the event again (P3)', async () => {
  const id = await paid();
  for (let i = 0; i < 2; i++) shop.stripe.answerNext({ method: 'GET', path: /payment_intents/, status: 500, body: {} });
  expect((await webhook(shop, lastEvent(shop, id))).statusCode).toBe(502);
  expect((await count(shop, [id])).orders).toBe(0);
  expect((await webhook(shop, lastEvent(shop, id))).statusCode).toBe(200);
  expect((await count(shop, [id])).orders).toBe(1);
});

test('an event of the other mode is refused and mailed to the owner once (P25)', async () => {
  const id = await paid();
  const event = { ...lastEvent(shop, id), livemode: true };
  const statuses = [(await webhook(shop, event)).statusCode, (await webhook(shop, event)).statusCode];
  expect(statuses).toEqual([400, 400]);
  expect((await count(shop, [id])).orders).toBe(0);
  const found = await shop.deps.db
    .select()
    .from(paymentAnomalies)
    .where(eq(paymentAnomalies.paymentIntentId, event.id));
  expect(found.map((row) => row.kind)).toEqual(['wrong_mode']);
});

test('refunds and disputes are recorded on the order and mailed once, without a status change (P27)', async () => {
  const id = await paid();
  await confirm(shop, id);
  const before = (await ordersOf(shop, id))[0];
  if (!before) throw new Error('no order');
  const events = [...shop.stripe.refund(id, 500), ...shop.stripe.refund(id, 200)];
  const dispute = shop.stripe.dispute(id);
  const closed = shop.stripe.closeDispute(dispute.data.object.id, 'won');
  const all = [...events, dispute, closed, ...events];
  const statuses = await Promise.all(all.map(async (event) => (await webhook(shop, event)).statusCode));
  expect(new Set(statuses)).toEqual(new Set([200]));
  const [after] = await ordersOf(shop, id);
  // The refund is on the order, and a won dispute holds nothing; the rest is unchanged.
  expect(after).toEqual({
    ...before,
    version: expect.any(Number),
    refundedAmount: '7.00',
    disputedAmount: '0.00',
    disputeStatus: 'won',
  });
  const history = await eventsOf(shop, before.id);
  expect(history.map(({ kind, detail }) => [kind, detail.refunded ?? detail.status])).toEqual([
    ['created', 'pending'],
    ...(history[1]?.kind === 'refund'
      ? [
          ['refund', '7.00'],
          ['dispute', 'won'],
        ]
      : [
          ['dispute', 'won'],
          ['refund', '7.00'],
        ]),
  ]);
  const mails = await mailsOf(shop, before.id);
  expect(mails.map((mail) => mail.templateKey).sort()).toEqual([
    'admin_order_notification',
    'order_confirmation',
    'owner_alert',
    'owner_alert',
  ]);
  const changed = await shop.deps.db.select().from(orders).where(eq(orders.status, 'cancelled'));
  expect(changed).toEqual([]);
});

test('an open dispute holds its amount on the order until it is won', async () => {
  const id = await paid();
  await confirm(shop, id);
  const dispute = shop.stripe.dispute(id);
  expect((await webhook(shop, dispute)).statusCode).toBe(200);
  const [open] = await ordersOf(shop, id);
  expect(open).toMatchObject({ disputeStatus: 'needs_response', disputedAmount: open?.totalAmount });
  expect((await webhook(shop, shop.stripe.closeDispute(dispute.data.object.id, 'won'))).statusCode).toBe(200);
  expect((await ordersOf(shop, id))[0]).toMatchObject({ disputeStatus: 'won', disputedAmount: '0.00' });
});

const historyOf = async (paymentId: string) => {
  const [order] = await ordersOf(shop, paymentId);
  if (!order) throw new Error('no order');
  const mails = (await mailsOf(shop, order.id)).map((mail) => mail.templateKey).sort();
  return [(await eventsOf(shop, order.id)).map(({ kind, detail }) => [kind, detail.refunded ?? detail.status]), mails];
};
const MAILS = ['admin_order_notification', 'order_confirmation', 'owner_alert'];

test('a refund reported before its payment creates the order and is recorded on it (P7, P27)', async () => {
  const id = await paid();
  const [refund] = shop.stripe.refund(id, 300);
  if (!refund) throw new Error('no event');
  const silent = { method: 'GET', path: /payment_intents/, status: 500, body: {} };
  for (let i = 0; i < 2; i++) shop.stripe.answerNext(silent);
  expect((await webhook(shop, refund)).statusCode).toBe(502);
  expect((await webhook(shop, refund)).statusCode).toBe(200);
  expect((await webhook(shop, lastEvent(shop, id, 'payment_intent.succeeded'))).statusCode).toBe(200);
  const noted = [
    ['created', 'pending'],
    ['refund', '3.00'],
  ];
  expect(await historyOf(id)).toEqual([noted, MAILS]);
});

test('an unreported refund is recorded when the reconciliation creates the order (P5, P27)', async () => {
  const refunded = await paid();
  const kept = await paid();
  shop.stripe.refund(refunded, 400);
  shop.clock.advance(60_000);
  await reconcileCheckouts(shop.deps);
  const created = ['created', 'pending'];
  expect(await historyOf(refunded)).toEqual([[created, ['refund', '4.00']], MAILS]);
  expect(await historyOf(kept)).toEqual([[created], MAILS.slice(0, 2)]);
});

test('a refund or dispute of a payment that is an anomaly is mailed to the owner, once each (P9, P27)', async () => {
  const { paymentId } = await startedCheckout(shop);
  shop.stripe.intent(paymentId).amount += 1;
  shop.stripe.confirm(paymentId);
  await webhook(shop, lastEvent(shop, paymentId));
  const events = [...shop.stripe.refund(paymentId, 100), shop.stripe.dispute(paymentId)];
  for (const event of [...events, ...events]) expect((await webhook(shop, event)).statusCode).toBe(200);
  const alerts = await shop.deps.db.select().from(emails).where(eq(emails.templateKey, 'owner_alert'));
  const subjects = alerts.filter((mail) => mail.text.includes(paymentId)).map((mail) => mail.subject);
  expect(subjects.sort()).toEqual(
    [
      errorText('payment_dispute_unmatched_subject', 'en'),
      errorText('anomaly_amount_mismatch_subject', 'en'),
      errorText('payment_refund_unmatched_subject', 'en'),
    ].sort(),
  );
  expect(await ordersOf(shop, paymentId)).toEqual([]);
});

test('a fraud warning and a review mark the order and are mailed once; a dispute takes precedence', async () => {
  const id = await paid();
  await webhook(shop, lastEvent(shop, id));
  const now = Math.floor(Date.now() / 1000);
  const tell = (type: string, object: object) =>
    webhook(shop, newEvent(type as 'review.opened', { payment_intent: id, ...object } as never, now));
  const warn = () =>
    tell('radar.early_fraud_warning.created', { id: 'issfr_1', fraud_type: 'unauthorized_use_of_card' });
  const review = (type: string) => tell(type, { id: 'prv_1', reason: 'rule' });
  for (const told of [warn, () => review('review.opened'), warn, () => review('review.opened')])
    expect((await told()).statusCode).toBe(200);
  const [order] = await ordersOf(shop, id);
  const warnings = async () => {
    const rows = await shop.deps.db.select().from(orderEvents).where(eq(orderEvents.kind, 'warning'));
    return rows.filter(({ orderId }) => orderId === order?.id).map(({ detail }) => [detail.warning, detail.reason]);
  };
  const marks = async () => {
    const [row] = await ordersOf(shop, id);
    return row && moneyMarks({ ...row, refundFailedAt: null });
  };
  const seen = [
    ['fraud_warning', 'unauthorized_use_of_card'],
    ['review_opened', 'rule'],
  ];
  expect(await warnings()).toEqual(seen);
  const alerts = (await mailsOf(shop, order?.id ?? '')).filter(({ templateKey }) => templateKey === 'owner_alert');
  expect(alerts.map(({ dedupeKey }) => dedupeKey).sort()).toEqual([
    'payment_fraud_warning:issfr_1',
    'payment_review_opened:prv_1',
  ]);
  expect(await marks()).toEqual(['review_opened']);
  await review('review.closed');
  expect(await marks()).toEqual([]);
  const dispute = shop.stripe.dispute(id);
  await webhook(shop, dispute);
  await tell('radar.early_fraud_warning.created', { id: 'issfr_2', fraud_type: 'fraudulent' });
  expect(await marks()).toEqual(['disputed']);
  expect(await warnings()).toHaveLength(4);
});

test('a payment of which less was received than asked for makes no order, and is an anomaly (P9)', async () => {
  const { paymentId } = await startedCheckout(shop);
  shop.stripe.confirm(paymentId);
  shop.stripe.intent(paymentId).amount_received -= 1;
  await webhook(shop, lastEvent(shop, paymentId));
  expect(await ordersOf(shop, paymentId)).toEqual([]);
  const found = await shop.deps.db
    .select()
    .from(paymentAnomalies)
    .where(eq(paymentAnomalies.paymentIntentId, paymentId));
  expect(found).toMatchObject([{ kind: 'amount_mismatch' }]);
});

test('events that are not about payments of the shop change nothing', async () => {
  const now = Math.floor(Date.now() / 1000);
  const kinds = [
    'customer.created',
    'payout.paid',
    'charge.refunded',
    'charge.dispute.created',
    'invoice.paid',
  ] as const;
  for (const type of kinds) {
    const event = newEvent(type, { id: 'x_1', object: 'thing', payment_intent: 'pi_unknown00000' } as never, now);
    expect((await webhook(shop, event)).statusCode).toBe(200);
  }
});

const ODD_REFERENCES = [undefined, null, 7, true, '', ' ', [], {}, 'pi_\u0000', 'pi_../../x', `pi_${'a'.repeat(5000)}`];
const ODD_BODIES: unknown[] = [null, true, false, 0, 1.5, -1e308, '', 'x', '\u0000', [], [[]], [null], {}, { id: 1 }];

test(`signed JSON that is not an event is refused, in ${ODD_BODIES.length} bodies and odd values of each field (N9, P21)`, async () => {
  const id = await paid();
  const event = lastEvent(shop, id);
  const bodies = [...ODD_BODIES];
  for (const odd of ODD_REFERENCES) {
    for (const name of ['id', 'object', 'type', 'livemode', 'data'] as const) bodies.push({ ...event, [name]: odd });
    bodies.push({ ...event, data: { object: odd } });
    for (const type of ['payment_intent.succeeded', 'charge.dispute.closed', 'charge.refunded', 'refund.updated']) {
      bodies.push({ ...event, type, data: { object: { id: odd, payment_intent: odd } } });
      bodies.push({ ...event, type, data: { object: { id: 'dp_1', payment_intent: { id: odd } } } });
    }
  }
  const before = await shop.deps.db.$count(paymentAnomalies);
  const statuses = new Map<string, number>();
  for (const body of bodies) statuses.set(JSON.stringify(body), (await webhook(shop, body as never)).statusCode);
  expect([...statuses].filter(([, status]) => status !== 200 && status !== 400)).toEqual([]);
  for (const body of ODD_BODIES) expect([body, statuses.get(JSON.stringify(body))]).toEqual([body, 400]);
  // `livemode: true` at a test shop is an event of the wrong mode.
  expect(await shop.deps.db.$count(paymentAnomalies)).toBe(before + 1);
});

test('unpaid payments are canceled at Stripe after two hours and not before (P24)', async () => {
  const late = await startStripeShop();
  const { paymentId } = await startedCheckout(late);
  const { paymentId: paidOne } = await startedCheckout(late);
  pass(late, 2 * HOUR_MS - 60_000);
  await reconcileCheckouts(late.deps);
  expect(late.stripe.intent(paymentId).status).toBe('requires_payment_method');
  late.stripe.confirm(paidOne);
  pass(late, 20 * 60_000);
  await reconcileCheckouts(late.deps);
  expect(late.stripe.intent(paymentId).status).toBe('canceled');
  expect(await count(late, [paidOne])).toMatchObject({ orders: 1, mails: 2 });
  await late.close();
});

test('a shop whose clock jumps days ahead cancels and forgets nothing that was started a minute ago (F9)', async () => {
  const late = await startStripeShop();
  const { paymentId } = await startedCheckout(late);
  // Beyond every age limit: by the shop's own clock the payment would be canceled and then deleted.
  late.clock.set(40 * DAY_MS);
  await reconcileCheckouts(late.deps);
  expect(late.stripe.intent(paymentId).status).toBe('requires_payment_method');
  late.stripe.confirm(paymentId);
  await webhook(late, lastEvent(late, paymentId));
  expect(await count(late, [paymentId])).toMatchObject({ orders: 1, anomalies: 0 });
  await late.close();
});

test('a shop with a clock days behind still cancels unpaid payments after two hours (F9)', async () => {
  const late = await startStripeShop();
  late.clock.set(-3 * DAY_MS);
  const before = await startedCheckout(late);
  late.clock.set(3 * DAY_MS);
  const now = await startedCheckout(late);
  const statuses = () => [before, now].map(({ paymentId }) => late.stripe.intent(paymentId).status);
  // By the shop's clock the first seems three days old, but it is not.
  await reconcileCheckouts(late.deps);
  expect(statuses()).toEqual(['requires_payment_method', 'requires_payment_method']);
  late.clock.set(-3 * DAY_MS);
  pass(late, 2 * HOUR_MS);
  await reconcileCheckouts(late.deps);
  expect(statuses()).toEqual(['canceled', 'canceled']);
  await late.close();
});

test('a checkout of 29 days ago that is paid late becomes its order (P28)', async () => {
  const late = await startStripeShop();
  const { paymentId } = await startedCheckout(late);
  // The bank is still processing it, so it cannot be canceled.
  late.stripe.confirm(paymentId, 'processing');
  for (let day = 0; day < 29; day++) {
    pass(late, DAY_MS);
    await reconcileCheckouts(late.deps);
  }
  late.stripe.finish(paymentId, 'succeeded');
  pass(late, 20 * 60_000);
  await reconcileCheckouts(late.deps);
  expect(await count(late, [paymentId])).toEqual({ orders: 1, mails: 2, anomalies: 0, double: 0, lost: 0 });
  await late.close();
});

test('the reconciliation reads the list of succeeded payments to its end, however long (N1, P5)', async () => {
  const late = await startStripeShop();
  const { paymentId } = await startedCheckout(late);
  await late.deps.db.update(checkouts).set({ paymentIntentId: null }).where(eq(checkouts.paymentIntentId, paymentId));
  late.stripe.confirm(paymentId);
  // Newer payments that this shop did not start: 52 pages.
  const foreign = late.stripe.createForeign(5000);
  const now = Math.floor(Date.now() / 1000);
  for (let i = 0; i < 5200; i++) late.stripe.events.push(newEvent('payment_intent.succeeded', foreign, now));
  late.clock.advance(60_000);
  await reconcileCheckouts(late.deps);
  expect(await count(late, [paymentId])).toMatchObject({ orders: 1, lost: 0 });
  expect(late.stripe.requests.filter(({ path }) => path.endsWith(foreign.id))).toHaveLength(1);
  await late.close();
});

test.each([
  { shared: 'false', seen: 1 },
  { shared: 'true', seen: 0 },
])(
  'without a webhook the reconciliation finds what succeeded and fits no checkout; of payments without our mark $seen, STRIPE_ACCOUNT_SHARED=$shared (N1, P5)',
  async ({ shared, seen }) => {
    const late = await startStripeShop({ env: { STRIPE_ACCOUNT_SHARED: shared } });
    const { paymentId } = await startedCheckout(late);
    await late.deps.db.delete(checkouts).where(eq(checkouts.paymentIntentId, paymentId));
    late.stripe.confirm(paymentId);
    const foreign = late.stripe.createForeign(5000);
    late.stripe.confirm(foreign.id);
    for (let pass = 0; pass < 3; pass++) {
      late.clock.advance(60_000);
      await reconcileCheckouts(late.deps);
    }
    expect(await count(late, [paymentId])).toMatchObject({ orders: 0, anomalies: 1 });
    expect(await count(late, [foreign.id])).toMatchObject({ orders: 0, anomalies: seen });
    const told = late.logLines.map((line) => JSON.parse(line)).filter((line) => line.event === 'anomaly');
    expect(told.filter((line) => line.paymentId === foreign.id)).toHaveLength(seen);
    const alerts = await late.deps.db.select().from(emails).where(eq(emails.templateKey, 'owner_alert'));
    expect(alerts.filter((mail) => mail.text.includes(foreign.id))).toHaveLength(seen);
    await late.close();
  },
);

test('an event that is listed only after the reconciliation’s read is found by the next one (P5)', async () => {
  const late = await startStripeShop();
  const { paymentId } = await startedCheckout(late);
  await late.deps.db.delete(checkouts).where(eq(checkouts.paymentIntentId, paymentId));
  late.stripe.confirm(paymentId);
  const unlisted = late.stripe.events.splice(0);
  for (const events of [[], unlisted]) {
    late.stripe.events.push(...events);
    late.clock.advance(60_000);
    await reconcileCheckouts(late.deps);
  }
  expect(await count(late, [paymentId])).toMatchObject({ anomalies: 1 });
  await late.close();
});

test('a valid but old signature is refused, logged as a wrong clock, and mailed once a day (F9, P8)', async () => {
  const id = await paid();
  const timestamp = Math.floor(Date.now() / 1000) - 361;
  const send = () => webhook(shop, lastEvent(shop, id), { timestamp });
  const before = shop.logLines.length;
  expect([(await send()).statusCode, (await send()).statusCode]).toEqual([400, 400]);
  expect((await send()).json()).toEqual((await webhook(shop, lastEvent(shop, id), { secret: 'whsec_other' })).json());
  expect((await count(shop, [id])).orders).toBe(0);
  expect(shop.logLines.slice(before).join('')).toMatch(/"ageSeconds":36\d.*clock/);
  const found = await shop.deps.db.select().from(paymentAnomalies).where(eq(paymentAnomalies.kind, 'stale_event'));
  expect(found).toHaveLength(1);
  const mails = await shop.deps.db.select().from(emails).where(like(emails.dedupeKey, 'anomaly:stale_event:%'));
  expect(mails.map((mail) => mail.subject)).toEqual(['The clock of your shop may be wrong']);
});

test('the list of succeeded payments is read again after a clock that was a day ahead is put right (F9)', async () => {
  shop.clock.advance(DAY_MS);
  await reconcileCheckouts(shop.deps);
  shop.clock.advance(-DAY_MS);
  const lost = shop.stripe.createForeign(2844, { checkoutId: crypto.randomUUID() });
  shop.stripe.confirm(lost.id);
  await reconcileCheckouts(shop.deps);
  expect((await count(shop, [lost.id])).anomalies).toBe(1);
});
