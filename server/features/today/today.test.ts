import { beforeEach, expect, test } from 'vitest';
import { emails } from '#server/features/emails/schema.ts';
import { orders } from '#server/features/orders/schema.ts';
import { paymentAnomalies } from '#server/features/settlement/schema.ts';
import { wholesaleInquiries } from '#server/features/wholesale/schema.ts';
import type { Today } from '#shared/admin/today.ts';
import type { Order } from '#shared/orders/admin-orders.ts';
import { shopDay } from '#shared/shipping/ship-days.ts';
import { anInquiry } from '#test/makers.ts';
import { anOrder, insertOrders } from '#test/orders.ts';
import { adminOf, shopForAll } from '#test/shop.ts';

const shop = shopForAll();
const call = adminOf(shop);
beforeEach(async () => {
  for (const table of [orders, wholesaleInquiries, paymentAnomalies, emails]) await shop.deps.db.delete(table);
});

const today = async () => (await call('GET', '/api/admin/summary/today')).json<Today>();
const NOTHING = {
  toShip: 0,
  late: 0,
  due: 0,
  toAnswer: 0,
  anomalies: 0,
  disputes: 0,
  failedRefunds: 0,
  failedMails: 0,
  certificates: 0,
};
const daysAgo = (days: number) => new Date(shop.deps.clock.now().getTime() - days * 24 * 3_600_000);

test('a new shop has nothing waiting', async () => {
  expect(await today()).toEqual(NOTHING);
});

test('open orders are due or late; one that went out, or was cancelled, is neither', async () => {
  // Seven days always contain two business days.
  const old = { createdAt: daysAgo(7) };
  const fresh = { createdAt: daysAgo(0) };
  await insertOrders(shop, [
    anOrder({ ...old, status: 'pending' }),
    anOrder({ ...old, status: 'processing' }),
    anOrder({ ...old, status: 'shipped' }),
    anOrder({ ...old, status: 'cancelled' }),
    anOrder({ ...fresh, status: 'pending' }),
    anOrder({ ...fresh, status: 'delivered' }),
  ]);
  expect(await today()).toEqual({ ...NOTHING, late: 2, toShip: 1 });
});

test('a promise decides what is late and what is due today', async () => {
  const promised = (days: number) => shopDay(daysAgo(days));
  await insertOrders(shop, [
    anOrder({ createdAt: daysAgo(0), shipBy: promised(1) }),
    anOrder({ createdAt: daysAgo(9), shipBy: promised(0) }),
    anOrder({ createdAt: daysAgo(9), shipBy: promised(-1), status: 'processing' }),
    anOrder({ createdAt: daysAgo(9), shipBy: promised(1), status: 'shipped' }),
  ]);
  expect(await today()).toEqual({ ...NOTHING, late: 1, due: 1, toShip: 1 });
});

test('an inquiry waits for its answer after 48 hours, while it is pending', async () => {
  const inquiry = anInquiry();
  await shop.deps.db.insert(wholesaleInquiries).values([
    { ...inquiry, createdAt: daysAgo(3) },
    { ...inquiry, createdAt: daysAgo(1) },
    { ...inquiry, createdAt: daysAgo(3), status: 'contacted' },
  ]);
  expect(await today()).toEqual({ ...NOTHING, toAnswer: 1 });
});

test('disputes that await an answer are counted and listed, others are not', async () => {
  const states = ['needs_response', 'warning_needs_response', 'under_review', 'won', 'lost', null];
  const shipped = { status: 'shipped', createdAt: daysAgo(9) };
  await insertOrders(
    shop,
    states.map((disputeStatus) => anOrder({ ...shipped, disputeStatus })),
  );
  expect(await today()).toEqual({ ...NOTHING, disputes: 2 });
  const listed = (await call('GET', '/api/admin/orders/disputes')).json<Order[]>();
  expect(listed.map(({ disputeStatus }) => disputeStatus).sort()).toEqual(states.slice(0, 2).sort());
});

test('a failed refund counts and is listed for 30 days', async () => {
  const shipped = { status: 'shipped', createdAt: daysAgo(90) };
  const [fresh, old, none] = [daysAgo(29), daysAgo(31), null].map((refundFailedAt) =>
    anOrder({ ...shipped, refundFailedAt }),
  );
  await insertOrders(
    shop,
    [fresh, old, none].flatMap((order) => order ?? []),
  );
  expect(await today()).toEqual({ ...NOTHING, failedRefunds: 1 });
  const listed = (await call('GET', '/api/admin/orders/failed-refunds')).json<Order[]>();
  expect(listed.map(({ id, refundFailedAt }) => [id, refundFailedAt])).toEqual([
    [fresh?.id, fresh?.refundFailedAt?.toISOString()],
  ]);
});

test('payments without a checkout count until they are resolved', async () => {
  const anomaly = { kind: 'amount_mismatch', detail: {} } as const;
  await shop.deps.db.insert(paymentAnomalies).values([
    { ...anomaly, paymentIntentId: 'pi_one' },
    { ...anomaly, paymentIntentId: 'pi_two', resolvedAt: daysAgo(0) },
  ] as never);
  expect(await today()).toEqual({ ...NOTHING, anomalies: 1 });
});

test('mails that were given up count for 30 days', async () => {
  const mail = {
    templateKey: 'order_confirmation',
    language: 'en',
    to: 'a@b.example',
    subject: 's',
    html: 'h',
    text: 't',
  };
  await shop.deps.db.insert(emails).values(
    [
      { status: 'failed', createdAt: daysAgo(29) },
      { status: 'failed', createdAt: daysAgo(31) },
      { status: 'queued', createdAt: daysAgo(1) },
    ].map((each, index) => ({ ...mail, ...each, messageId: `m${index}` })) as never,
  );
  expect(await today()).toEqual({ ...NOTHING, failedMails: 1 });
});

test('reading any of it needs a session', async () => {
  for (const url of ['/api/admin/summary/today', '/api/admin/orders/disputes', '/api/admin/orders/failed-refunds']) {
    expect((await shop.app.inject(url)).statusCode).toBe(401);
  }
});
