import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { emails } from '#server/features/emails/schema.ts';
import { checkouts } from '#server/features/settlement/schema.ts';
import type { OrderDetail } from '#shared/orders/admin-orders.ts';
import type { OrderStatusView } from '#shared/orders/status.ts';
import { aNewYorkAddress, confirm, paidSandbox, startedCheckout } from '#test/makers.ts';
import { adminOf, shopForAll } from '#test/shop.ts';
import { addressOf } from './parcel-events.ts';
import { orders } from './schema.ts';

const shop = shopForAll();
const call = adminOf(shop);

const GIFT = { recipientName: 'Ana López', giftNote: 'Feliz cumpleaños, abuela.\nWith love' };

async function buy(gift: object) {
  const checkout = await paidSandbox(shop, { address: aNewYorkAddress(gift) });
  const { statusUrl } = (await confirm(shop, checkout.paymentId, checkout)).json();
  const [order] = await shop.deps.db.select().from(orders).where(eq(orders.stripePaymentIntentId, checkout.paymentId));
  if (!order) throw new Error('no order');
  const mails = await shop.deps.db.select().from(emails).where(eq(emails.orderId, order.id));
  const page = (await shop.app.inject(`/api${statusUrl.replace('/order/', '/orders/')}`)).json<OrderStatusView>();
  const mail = (key: string) => {
    const found = mails.find(({ templateKey }) => templateKey === key);
    if (!found) throw new Error(key);
    return found;
  };
  return { order, page, mail };
}
const read = async (id: string) => (await call('GET', `/api/admin/orders/${id}`)).json<OrderDetail>();

test('a gift goes to its recipient; the buyer gets the mails; its page has no names', async () => {
  const { order, page, mail } = await buy(GIFT);
  expect(order).toMatchObject({ customerName: 'María Núñez', ...GIFT });
  expect(addressOf(order)[0]).toBe('Ana López');
  expect(await read(order.id)).toMatchObject({ customerName: 'María Núñez', ...GIFT });
  expect(page.gift).toEqual({ hasNote: true });
  expect(JSON.stringify(page)).not.toMatch(/Ana|abuela/);
  const said = 'A gift: the packing slip shows no prices, and says: “Feliz cumpleaños, abuela.\nWith love”';
  for (const key of ['order_confirmation', 'admin_order_notification']) {
    const { text, html } = mail(key);
    expect(text).toContain(said);
    expect(text).toContain('Ana López\n350 5th Avenue');
    expect(html).toContain('Feliz cumpleaños, abuela.<br>With love');
  }
  expect(mail('order_confirmation')).toMatchObject({ to: 'maria@shopper.example' });
  expect(mail('order_confirmation').text).toContain('Thank you, María Núñez');
});

test('an order that is not a gift has no line in its mails, and nothing on its page', async () => {
  const { order, page, mail } = await buy({ recipientName: ' ', giftNote: null });
  expect([order.recipientName, order.giftNote, page.gift]).toEqual([null, null, null]);
  for (const key of ['order_confirmation', 'admin_order_notification']) {
    expect(mail(key).text).not.toMatch(/gift|\n\n\n/i);
    expect(mail(key).html).not.toMatch(/gift|<p[^>]*><\/p>/i);
  }
  expect(mail('order_confirmation').text).toContain('María Núñez\n350 5th Avenue');
});

test('a hostile note stays text: in mails, in their headers and in the CSV', async () => {
  const giftNote =
    '=HYPERLINK("http://evil.example","x")\n<b>bold</b> <script>x()</script>\n{{orderUrl}} [a](http://evil.example)';
  const recipientName = '@SUM(1+1)';
  await call('POST', '/api/admin/email-templates', {
    templateKey: 'admin_order_notification',
    language: 'en',
    subject: 'New: {{gift}}',
    body: '{{gift}}',
  });
  const { mail, order } = await buy({ recipientName, giftNote });
  const { subject, html } = mail('admin_order_notification');
  expect(subject).not.toMatch(/[\r\n]/);
  expect(html).not.toMatch(/<b>|<script|href="http:\/\/evil/);
  expect(html).toContain('{{orderUrl}}');
  const csv = (await call('GET', `/api/admin/orders.csv?q=${order.id}`)).body;
  const fields = [...csv.matchAll(/"((?:[^"]|"")*)"/g)].map(([, field]) => field);
  expect(fields).toContain(`'${recipientName}`);
  expect(fields).toContain(`'${giftNote.replaceAll('"', '""')}`);
});

test.each([
  ['a name over two lines', { recipientName: 'Ana\r\nBcc: all@shop.example' }, 'addressData.recipientName'],
  ['10,000 characters', { giftNote: 'x'.repeat(10_000) }, 'addressData.giftNote'],
])('%s is refused at its field', async (_name, gift, path) => {
  await expect(startedCheckout(shop, { address: aNewYorkAddress(gift) })).rejects.toThrow(path);
});

test('a checkout without a gift has the content that it had before there were gifts', async () => {
  const { paymentId } = await startedCheckout(shop, { address: aNewYorkAddress({ recipientName: '', giftNote: '' }) });
  const [checkout] = await shop.deps.db.select().from(checkouts).where(eq(checkouts.paymentIntentId, paymentId));
  expect(checkout?.address).toEqual(aNewYorkAddress());
});

test('the owner corrects a gift until the order has left, and the history says it', async () => {
  const { order } = await buy(GIFT);
  const change = { recipientName: 'Ana L. Pérez', giftNote: '', version: order.version };
  expect((await call('PATCH', `/api/admin/orders/${order.id}`, change)).json()).toMatchObject({
    recipientName: 'Ana L. Pérez',
    giftNote: null,
    customerName: 'María Núñez',
  });
  const { events, version } = await read(order.id);
  expect(events.at(-1)).toMatchObject({
    kind: 'gift',
    detail: { from: 'Ana López: Feliz cumpleaños, abuela.\nWith love', to: 'Ana L. Pérez' },
  });
  await call('PATCH', `/api/admin/orders/${order.id}/status`, { status: 'shipped' });
  const late = await call('PATCH', `/api/admin/orders/${order.id}`, { recipientName: null, version: version + 1 });
  expect([late.statusCode, late.json().current]).toEqual([409, undefined]);
  expect((await read(order.id)).recipientName).toBe('Ana L. Pérez');
});
