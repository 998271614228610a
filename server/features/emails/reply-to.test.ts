import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orders } from '#server/features/orders/schema.ts';
import { findBuyerMailbox } from '#server/features/orders/service.ts';
import { tellOfDeclines } from '#server/features/settlement/declines/alerts.ts';
import { findInquirerMailbox } from '#server/features/wholesale/service.ts';
import { erasedEmail } from '#shared/checkout/person.ts';
import { asAdmin } from '#test/admin.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { anInquiry, confirm, paidSandbox, post } from '#test/makers.ts';
import { startSmtp, type TestSmtp } from '#test/smtp.ts';
import { replyToOf } from './reply-to.ts';
import { emails } from './schema.ts';
import { startSender } from './sender.ts';
import { createSmtpTransport } from './smtp-sender.ts';

const OWNER = 'owner@shop.example';
let shop: TestApp;
let smtp: TestSmtp;
let sender: ReturnType<typeof startSender>;
beforeAll(async () => {
  smtp = await startSmtp();
  shop = await startTestApp({
    env: { SMTP_URL: smtp.url, MAIL_FROM: 'Shop <hola@shop.example>', OWNER_EMAIL: OWNER },
  });
  sender = startSender(deps(), createSmtpTransport({ ...shop.config, smtp: { url: smtp.url } }));
});
afterAll(async () => {
  await sender.stop();
  await smtp.close();
  await shop.close();
});

function deps() {
  const { db } = shop.deps;
  return {
    ...shop.deps,
    findBuyer: (id: string) => findBuyerMailbox(db, id),
    findInquirer: (id: string) => findInquirerMailbox(db, id),
  };
}

/** The Reply-To of the only mail to a mailbox with this subject. */
async function replyTo(to: string, subject: RegExp): Promise<string | undefined> {
  const found = () => smtp.received.filter((mail) => mail.recipients[0] === to && subject.test(mail.subject ?? ''));
  await expect.poll(found).toHaveLength(1);
  return found()[0]?.replyTo?.text;
}

async function aPaidOrder() {
  const { paymentId } = await paidSandbox(shop);
  await confirm(shop, paymentId);
  const [order] = await shop.deps.db.select().from(orders).where(eq(orders.stripePaymentIntentId, paymentId));
  if (!order) throw new Error('no order');
  return order;
}

test('a reply reaches the owner from a customer’s mail, and the customer or inquirer from the owner’s', async () => {
  const order = await aPaidOrder();
  expect(await replyTo(OWNER, /New order/)).toBe(order.email);
  expect(await replyTo(order.email, /./)).toBe(OWNER);
  await shop.app.inject({ method: 'POST', url: `/api/orders/${order.statusToken}/cancel`, payload: {} });
  expect(await replyTo(OWNER, /cancel/i)).toBe(order.email);
  await post(shop, '/api/wholesale-inquiries', anInquiry());
  expect(await replyTo(OWNER, /Bodega La Esquina/)).toBe('rosa@laesquina.example');
  expect(await replyTo('rosa@laesquina.example', /./)).toBe(OWNER);
});

test('a mail that concerns nobody has no Reply-To', async () => {
  await tellOfDeclines(shop.deps, 'overall', 50);
  expect(await replyTo(OWNER, /declined/i)).toBeUndefined();
  const call = await asAdmin(shop);
  const sample = { templateKey: 'admin_order_notification', language: 'en', subject: 'A sample', body: 'x' };
  expect((await call('POST', '/api/admin/email-templates/test', sample)).statusCode).toBe(201);
  expect(await replyTo(OWNER, /A sample/)).toBeUndefined();
});

test('a corrected mailbox gets the replies, an erased or deleted one none', async () => {
  const order = await aPaidOrder();
  const [mail] = await shop.deps.db
    .select()
    .from(emails)
    .where(eq(emails.dedupeKey, `admin_order_notification:${order.stripePaymentIntentId}`));
  if (!mail) throw new Error('no mail');
  const setMailbox = (email: string) => shop.deps.db.update(orders).set({ email }).where(eq(orders.id, order.id));
  await setMailbox('corrected@shopper.example');
  expect(await replyToOf(mail, deps())).toBe('corrected@shopper.example');
  await setMailbox(erasedEmail('x'));
  expect(await replyToOf(mail, deps())).toBeNull();
  expect(await replyToOf({ ...mail, orderId: null, inquiryId: crypto.randomUUID() }, deps())).toBeNull();
});
