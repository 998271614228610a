import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorText } from '#server/errors.ts';
import { emails } from '#server/features/emails/schema.ts';
import { orderEvents, orders } from '#server/features/orders/schema.ts';
import type { DisputeFile, EvidenceField, SentEvidence } from '#shared/orders/dispute-file.ts';
import { asAdmin } from '#test/admin.ts';
import { aNewYorkAddress, confirm, startedCheckout } from '#test/makers.ts';
import { type StripeShop, startStripeShop } from '#test/stripe-shop.ts';

let shop: StripeShop;
let call: Awaited<ReturnType<typeof asAdmin>>;
beforeAll(async () => {
  shop = await startStripeShop();
  call = await asAdmin(shop);
});
afterAll(() => shop.close());

/** An order that was paid by card. */
async function paidOrder(changes: Partial<typeof orders.$inferInsert> = {}) {
  const { paymentId } = await startedCheckout(shop, { address: aNewYorkAddress() });
  shop.stripe.confirm(paymentId);
  await confirm(shop, paymentId);
  const [order] = await shop.deps.db
    .update(orders)
    .set({ notes: '', ...changes })
    .where(eq(orders.stripePaymentIntentId, paymentId))
    .returning();
  if (!order) throw new Error('no order');
  const path = `/api/admin/orders/${order.id}/dispute-file`;
  return {
    order,
    paymentId,
    read: async (language = 'en') =>
      (await call('GET', path, undefined, { 'accept-language': language })).json<DisputeFile>(),
    send: () => call('POST', path),
    history: async () =>
      (await shop.deps.db.select().from(orderEvents).where(eq(orderEvents.orderId, order.id))).filter(
        ({ kind }) => kind === 'evidence',
      ),
    dispute: () => shop.stripe.disputeRecord(shop.stripe.dispute(paymentId).data.object.id),
  };
}

const textOf = ({ evidence }: DisputeFile, field: EvidenceField) => evidence.find((each) => each.field === field)?.text;

test('the order’s evidence is written to Stripe in English, and nothing is submitted', async () => {
  const { order, send, dispute: begin, paymentId } = await paidOrder({ preferredLanguage: 'es' });
  const at = '2036-11-24T15:00:00Z';
  await call('PATCH', `/api/admin/orders/${order.id}/tracking`, {
    trackingNumber: '9400111201080805483016; 9400111899223197428497',
    carrier: 'USPS',
  });
  await shop.deps.db.insert(orderEvents).values({
    orderId: order.id,
    kind: 'parcel',
    detail: { trackingNumber: '9400111899223197428497', state: 'transit', at, place: 'Miami, FL' },
  });
  await shop.deps.db
    .update(emails)
    .set({ sentAt: new Date(at) })
    .where(eq(emails.orderId, order.id));
  const dispute = begin();
  const answer = await send();
  expect(answer.statusCode).toBe(200);
  const { sent, dispute: seen } = answer.json<SentEvidence>();
  expect(dispute.evidence).toEqual(Object.fromEntries(sent.map(({ field, text }) => [field, text])));
  expect(dispute.evidence).toMatchObject({
    customer_name: order.customerName,
    customer_email_address: order.email,
    shipping_address: expect.stringContaining(`${order.addressLine1}\n`),
    shipping_carrier: 'USPS',
    shipping_tracking_number: '9400111201080805483016, 9400111899223197428497',
    shipping_date: 'November 24, 2036',
    product_description: expect.stringMatching(/^1 × Box of 40.+\$19\.99/),
  });
  const policy = dispute.evidence.refund_policy_disclosure ?? '';
  expect(policy).toContain(order.policies?.refundRule);
  expect(policy).toContain(`in ${order.policies?.language === 'es' ? 'Spanish' : 'English'}`);
  const story = dispute.evidence.uncategorized_text ?? '';
  expect(story).toContain(paymentId);
  expect(story).toContain('Carrier: on its way, Miami, FL');
  // The customer's mails, without the secret of the order's page, and no mails of the owner.
  expect(story).toContain(`to ${order.email}:`);
  expect(story).toContain('/order/…');
  expect(story).not.toContain(order.statusToken);
  expect(story.match(/^== /gm)).toHaveLength(2);
  expect([dispute.status, dispute.evidence_details.submission_count]).toEqual(['needs_response', 0]);
  expect(seen).toMatchObject({ id: dispute.id, isOpen: true, own: [], dueAt: expect.any(String) });
  expect(seen.prepared).toEqual(sent.map(({ field }) => field));
});

test('pressed again, also at once, it writes the same and the history has it once', async () => {
  const { send, history, dispute: begin } = await paidOrder();
  const dispute = begin();
  await send();
  const first = structuredClone(dispute);
  const answers = await Promise.all([send(), send(), send()]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect(dispute).toEqual(first);
  expect((await history()).map(({ detail }) => detail)).toEqual([
    { dispute: dispute.id, fields: expect.any(Number), characters: expect.any(Number) },
  ]);
});

test('other people’s text at Stripe stays, the shop’s own is updated or emptied', async () => {
  const { order, send, read, dispute: begin } = await paidOrder({ trackingNumber: '1Z1', trackingCarrier: 'UPS' });
  const dispute = begin();
  dispute.evidence.product_description = 'Written by hand.';
  await send();
  expect(dispute.evidence).toMatchObject({ product_description: 'Written by hand.', shipping_tracking_number: '1Z1' });
  // Stripe may return spaces and line breaks in another form.
  dispute.evidence.shipping_address = `${dispute.evidence.shipping_address?.replaceAll('\n', '\r\n')}\n`;
  dispute.evidence.customer_name = 'Corrected by hand';
  await shop.deps.db
    .update(orders)
    .set({ trackingNumber: null, addressLine1: '9 New Street' })
    .where(eq(orders.id, order.id));
  const { sent } = (await send()).json<SentEvidence>();
  expect(dispute.evidence).toMatchObject({
    customer_name: 'Corrected by hand',
    product_description: 'Written by hand.',
    shipping_address: expect.stringContaining('9 New Street'),
    shipping_tracking_number: null,
  });
  expect(sent.map(({ field }) => field)).not.toContain('customer_name');
  expect((await read()).dispute).toMatchObject({ own: ['customer_name', 'product_description'] });
});

test('a field that was emptied at Stripe is filled in again', async () => {
  const { send, dispute: begin } = await paidOrder();
  const dispute = begin();
  await send();
  const before = dispute.evidence.uncategorized_text;
  dispute.evidence.uncategorized_text = null;
  await send();
  expect([dispute.evidence.uncategorized_text, Boolean(before)]).toEqual([before, true]);
});

test('without a dispute, and with one that is answered or decided, nothing is sent', async () => {
  const none = await paidOrder();
  expect((await none.read()).dispute).toBeNull();
  const missing = await none.send();
  expect([missing.statusCode, missing.json().message]).toEqual([409, errorText('dispute_missing', 'en')]);
  const closed = await paidOrder();
  const dispute = closed.dispute();
  shop.stripe.closeDispute(dispute.id, 'lost');
  const answer = await closed.send();
  const words = errorText('dispute_closed', 'en');
  expect([answer.statusCode, answer.json().message, dispute.evidence]).toEqual([409, words, {}]);
  expect(await closed.history()).toEqual([]);
  expect((await closed.read()).dispute).toMatchObject({ isOpen: false, status: 'lost' });
  expect((await call('POST', `/api/admin/orders/${crypto.randomUUID()}/dispute-file`)).statusCode).toBe(404);
});

test('of two disputes of one payment the one that takes evidence is filled', async () => {
  const { send, dispute: begin } = await paidOrder();
  const open = begin();
  const later = begin();
  shop.stripe.closeDispute(later.id, 'won');
  expect((await send()).json<SentEvidence>().dispute.id).toBe(open.id);
  expect(later.evidence).toEqual({});
});

test('the file is in the reader’s language, and can be read while Stripe is silent', async () => {
  const { read, send, history, dispute: begin } = await paidOrder();
  const dispute = begin();
  expect(textOf(await read('es'), 'uncategorized_text')).toMatch(/^Pedido /);
  shop.stripe.answerNext({ method: 'GET', path: /disputes$/, status: 500, body: {} });
  shop.stripe.answerNext({ method: 'GET', path: /disputes$/, status: 500, body: {} });
  const file = await read();
  expect(file).toMatchObject({ isKnown: false, dispute: null });
  expect(textOf(file, 'uncategorized_text')).toMatch(/^Order /);
  // Refused halfway: nothing is recorded, and the next press repeats everything.
  const refusal = { error: { type: 'api_error', message: 'no' } };
  for (let i = 0; i < 2; i++)
    shop.stripe.answerNext({ method: 'POST', path: /disputes\//, status: 500, body: refusal });
  expect((await send()).statusCode).toBe(502);
  expect([await history(), dispute.evidence]).toEqual([[], {}]);
  expect((await send()).statusCode).toBe(200);
  expect(await history()).toHaveLength(1);
});

test('the refund policy is the one that the customer was shown, whatever was published since', async () => {
  const texts = (days: string) => {
    const text = { en: `Money back within ${days} days.`, es: `Devolvemos el dinero en ${days} días.` };
    return { summary: text, body: text, publish: true };
  };
  const publish = async (days: string, kind = 'refunds') => {
    const path = `/api/admin/policies/${kind}`;
    const { version } = (await call('GET', path)).json<{ version: number }>();
    const answer = await call('PUT', path, { ...texts(days), version });
    expect(answer.statusCode).toBe(200);
  };
  const starting = await paidOrder();
  await publish('11');
  const first = await paidOrder();
  await publish('22');
  await publish('99', 'terms');
  const second = await paidOrder();
  await call('DELETE', '/api/admin/policies/refunds');
  await publish('33');
  const policyOf = async ({ read }: typeof first) => textOf(await read(), 'refund_policy_disclosure') ?? '';
  const [none, eleven, twentyTwo] = [await policyOf(starting), await policyOf(first), await policyOf(second)];
  expect(none).not.toMatch(/within (11|22|33|99) days/);
  expect(eleven.match(/within \d+ days/g)).toEqual(Array(3).fill('within 11 days'));
  expect(twentyTwo.match(/within \d+ days/g)).toEqual(Array(3).fill('within 22 days'));
  expect(twentyTwo).toContain(`version ${second.order.policies?.revision}`);
  expect(second.order.policies?.revision).toBeGreaterThan(first.order.policies?.revision ?? 0);
});

test('of an erased customer the file has no name, no address and no mail', async () => {
  const { order, read } = await paidOrder();
  await shop.deps.db.update(orders).set({ status: 'delivered' }).where(eq(orders.id, order.id));
  const person = `erase-${order.id}@shopper.example`;
  await shop.deps.db.update(orders).set({ email: person }).where(eq(orders.id, order.id));
  expect((await call('POST', '/api/admin/people/erase', { person, confirm: person })).statusCode).toBe(200);
  const file = await read();
  expect(file.evidence.map(({ field }) => field)).toEqual([
    'product_description',
    'refund_policy_disclosure',
    'uncategorized_text',
  ]);
  expect(JSON.stringify(file)).not.toContain(order.addressLine1);
});

test('without a session there is no file', async () => {
  const { order } = await paidOrder();
  const url = `/api/admin/orders/${order.id}/dispute-file`;
  for (const method of ['GET', 'POST'] as const) {
    expect((await shop.app.inject({ method, url })).statusCode).toBe(401);
  }
});
