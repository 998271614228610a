import type { emails } from '#server/features/emails/schema.ts';
import type { orderEvents, orders } from '#server/features/orders/schema.ts';
import type { checkouts, paymentAnomalies } from '#server/features/settlement/schema.ts';

/** What a shopper was promised, stored outside the shop. Amounts in US cents. */
export type Told = {
  email: string;
  /** Their last started payment; `null` before an answer. */
  paymentId: string | null;
  /** The catalogue's price plus the offered shipping. */
  agreedCents: number;
  orderNumber: string | null;
};

type Row<T extends { $inferSelect: unknown }> = T['$inferSelect'];

/**
 * The evidence for the invariants N1 to N6: what shoppers, the payment provider and the mail server know, and the
 * tables.
 */
export type Evidence = {
  told: Told[];
  /** The provider's own record. */
  payments: { id: string; status: string; amountCents: number; currency: string }[];
  /** Message-IDs of every mail that the mail server has accepted. */
  delivered: string[];
  checkouts: Pick<Row<typeof checkouts>, 'id' | 'paymentIntentId'>[];
  orders: Pick<Row<typeof orders>, 'id' | 'email' | 'stripePaymentIntentId' | 'totalAmount' | 'currency'>[];
  events: Pick<Row<typeof orderEvents>, 'orderId' | 'kind'>[];
  emails: Pick<
    Row<typeof emails>,
    'id' | 'orderId' | 'templateKey' | 'messageId' | 'status' | 'attempts' | 'lastError'
  >[];
  anomalies: Pick<Row<typeof paymentAnomalies>, 'paymentIntentId'>[];
};

/** Counts, and one sentence for each breach; a run is good when `breaches` is empty. */
export type Verdict = {
  /** Payments that the provider reports as succeeded. */
  paid: number;
  /** Payments with neither order nor anomaly. */
  lost: number;
  /** Payments with more than one order, and shoppers who paid more than once. */
  doubled: number;
  /** Mails of orders that were never written, or never accepted. */
  mailsLost: number;
  /** Copies of the same Message-ID: allowed if an answer was lost (N5). */
  mailsTwice: number;
  breaches: string[];
};

const ORDER_MAILS = ['admin_order_notification', 'order_confirmation'];

/** Judges the state after a fault, a restart and one pass of the reconciliation. */
export function judge(evidence: Evidence): Verdict {
  const { told, payments, orders, anomalies } = evidence;
  const breaches: string[] = [];
  const paid = payments.filter((payment) => payment.status === 'succeeded');
  const ordersOf = Map.groupBy(orders, (order) => order.stripePaymentIntentId);
  const inAnomalies = new Set(anomalies.map((anomaly) => anomaly.paymentIntentId));

  const lost = paid.filter(({ id }) => !ordersOf.has(id) && !inAnomalies.has(id));
  breaches.push(...lost.map(({ id }) => `N1: ${id} is paid and has neither order nor anomaly`));

  const twice = [...ordersOf].filter(([, found]) => found.length > 1).map(([id]) => id);
  breaches.push(...twice.map((id) => `N1: ${id} has more than one order`));
  const ordersByShopper = Map.groupBy(orders, (order) => order.email);
  const paidTwice = told.filter(({ email }) => {
    const ids = new Set(ordersByShopper.get(email)?.map((order) => order.stripePaymentIntentId));
    return ids.size > 1;
  });
  breaches.push(...paidTwice.map(({ email }) => `N1: ${email} bought once and paid more than once`));

  breaches.push(...foundedOnPayment(evidence), ...agreed(evidence), ...remembered(evidence));
  const mails = judgeMails(evidence);
  breaches.push(...mails.breaches);
  return {
    paid: paid.length,
    lost: lost.length,
    doubled: twice.length + paidTwice.length,
    mailsLost: mails.lost,
    mailsTwice: mails.twice,
    breaches,
  };
}

/** N2: no order without a succeeded payment of the same amount and currency. */
function foundedOnPayment({ orders, payments }: Evidence): string[] {
  const byId = new Map(payments.map((payment) => [payment.id, payment]));
  return orders.flatMap(({ id, stripePaymentIntentId, totalAmount, currency }) => {
    const payment = byId.get(stripePaymentIntentId);
    if (payment?.status !== 'succeeded') return [`N2: order ${id} has no succeeded payment`];
    const isSame = payment.amountCents === toCents(totalAmount) && payment.currency === currency;
    return isSame ? [] : [`N2: order ${id} says ${totalAmount} ${currency}, its payment ${payment.amountCents} cents`];
  });
}

/** N3: the charge is what was displayed: catalogue prices and the quoted shipping. */
function agreed({ told, payments }: Evidence): string[] {
  const byId = new Map(payments.map((payment) => [payment.id, payment]));
  return told.flatMap(({ email, paymentId, agreedCents }) => {
    const payment = paymentId === null ? undefined : byId.get(paymentId);
    return payment === undefined || payment.amountCents === agreedCents
      ? []
      : [`N3: ${email} agreed to ${agreedCents} cents and is charged ${payment.amountCents}`];
  });
}

/** N6: answered data exists: the checkout of each secret, the order of each number. */
function remembered({ told, checkouts, orders }: Evidence): string[] {
  const known = new Set(checkouts.map((checkout) => checkout.paymentIntentId));
  return told.flatMap(({ email, paymentId, orderNumber }) => {
    if (paymentId !== null && !known.has(paymentId)) return [`N6: the checkout of ${email} was answered and is gone`];
    if (orderNumber === null) return [];
    const isThere = orders.some(
      (order) =>
        order.email === email &&
        order.stripePaymentIntentId === paymentId &&
        order.id.startsWith(orderNumber.toLowerCase()),
    );
    return isThere ? [] : [`N6: order ${orderNumber} of ${email} was answered and is gone`];
  });
}

/**
 * N4: each order has its event and its two mails, and no such mail exists without it. N5: each mail is accepted, copies
 * have the same Message-ID.
 */
function judgeMails({ orders, events, emails, delivered }: Evidence) {
  const breaches: string[] = [];
  let lost = 0;
  const mailsOf = Map.groupBy(emails, (mail) => mail.orderId);
  for (const { id } of orders) {
    const its = (mailsOf.get(id) ?? []).map((mail) => mail.templateKey);
    const keys = its.filter((key) => ORDER_MAILS.includes(key)).sort();
    if (keys.join() !== ORDER_MAILS.join()) breaches.push(`N4: order ${id} has the mails [${keys.join(', ')}]`);
    lost += ORDER_MAILS.filter((key) => !keys.includes(key)).length;
    if (events.filter((event) => event.orderId === id && event.kind === 'created').length !== 1) {
      breaches.push(`N4: order ${id} has not exactly one event of its creation`);
    }
  }
  const orderIds = new Set<string | null>(orders.map((order) => order.id));
  for (const { id, orderId, templateKey } of emails) {
    if (ORDER_MAILS.includes(templateKey) && !orderIds.has(orderId)) breaches.push(`N4: mail ${id} has no order`);
  }
  const accepted = new Set(delivered);
  for (const { id, messageId, templateKey, status, attempts, lastError } of emails) {
    if (accepted.has(messageId)) continue;
    lost += 1;
    const tries = `${status} after ${attempts} tries: ${lastError ?? 'no error'}`;
    breaches.push(`N5: mail ${id} (${templateKey}, ${tries}) was never accepted`);
  }
  const written = new Set(emails.map((mail) => mail.messageId));
  const unknown = [...accepted].filter((messageId) => !written.has(messageId));
  breaches.push(...unknown.map((messageId) => `N5: ${messageId} was sent and stands in no outbox`));
  return { breaches, lost, twice: delivered.length - accepted.size };
}

function toCents(text: string): number {
  return Math.round(Number(text) * 100);
}

/** The sum of several worlds. */
export function addUp(verdicts: Verdict[]): Verdict {
  const sum = { paid: 0, lost: 0, doubled: 0, mailsLost: 0, mailsTwice: 0, breaches: [] as string[] };
  for (const { breaches, ...counts } of verdicts) {
    for (const key of Object.keys(counts) as (keyof typeof counts)[]) sum[key] += counts[key];
    sum.breaches.push(...breaches);
  }
  return sum;
}
