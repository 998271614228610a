import { eq, inArray } from 'drizzle-orm';
import { emails } from '#server/features/emails/schema.ts';
import { orderEvents, orders } from '#server/features/orders/schema.ts';
import { paymentAnomalies } from '#server/features/settlement/schema.ts';
import { startTestApp, type TestApp } from './app.ts';
import type { TestDatabase } from './database.ts';
import { StripeStandIn } from './stand-ins/stripe.ts';
import type { EventRecord } from './stand-ins/stripe-records.ts';

export type StripeShop = TestApp & { stripe: StripeStandIn };

/** The whole server with Stripe's keys, talking to the stand-in; `close` ends both. */
export async function startStripeShop(
  options: { env?: Record<string, string>; stripe?: StripeStandIn; database?: TestDatabase } = {},
): Promise<StripeShop> {
  const stripe = options.stripe ?? (await StripeStandIn.start());
  const env = {
    LIMIT_PAYMENT_STARTS: '100000',
    LIMIT_PAYMENT_STARTS_OVERALL: '100000',
    LIMIT_RATES: '100000',
    LIMIT_CONFIRMATIONS: '100000',
    LIMIT_CHECKOUTS_AT_ONCE: '100000',
  };
  const shop = await startTestApp({
    env: { ...env, ...stripe.env(), ...options.env },
    ...(options.database && { database: options.database }),
  });
  return {
    ...shop,
    stripe,
    close: async () => {
      await shop.close();
      if (!options.stripe) await stripe.close();
    },
  };
}

/** Stripe's call, signed by its SDK. */
export function webhook(shop: StripeShop, event: EventRecord, sign: Parameters<StripeStandIn['signed']>[1] = {}) {
  const { payload, headers } = shop.stripe.signed(event, sign);
  return shop.app.inject({ method: 'POST', url: '/api/stripe/webhook', payload, headers });
}

export function lastEvent(shop: StripeShop, paymentId: string, type?: string): EventRecord {
  const event = shop.stripe.eventsOf(paymentId).findLast((e) => type === undefined || e.type === type);
  if (!event) throw new Error(`No such event of ${paymentId}`);
  return event;
}

export function ordersOf(shop: TestApp, paymentId: string) {
  return shop.deps.db.select().from(orders).where(eq(orders.stripePaymentIntentId, paymentId));
}

/** The results of payments, as totals for whole runs. */
export async function count(shop: TestApp, paymentIds: string[]) {
  const { db } = shop.deps;
  const found = await db.select().from(orders).where(inArray(orders.stripePaymentIntentId, paymentIds));
  const orderIds = found.map((order) => order.id);
  const mails = orderIds.length ? await db.select().from(emails).where(inArray(emails.orderId, orderIds)) : [];
  const anomalies = await db
    .select()
    .from(paymentAnomalies)
    .where(inArray(paymentAnomalies.paymentIntentId, paymentIds));
  const perPayment = Map.groupBy(found, (order) => order.stripePaymentIntentId);
  return {
    orders: found.length,
    mails: mails.length,
    anomalies: anomalies.length,
    double: [...perPayment.values()].filter((rows) => rows.length > 1).length,
    lost: paymentIds.filter((id) => !perPayment.has(id)).length,
  };
}

export function eventsOf(shop: TestApp, orderId: string) {
  return shop.deps.db.select().from(orderEvents).where(eq(orderEvents.orderId, orderId)).orderBy(orderEvents.id);
}

export function mailsOf(shop: TestApp, orderId: string) {
  return shop.deps.db.select().from(emails).where(eq(emails.orderId, orderId));
}
