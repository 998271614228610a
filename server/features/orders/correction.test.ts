import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { errorText } from '#server/errors.ts';
import { emails } from '#server/features/emails/schema.ts';
import type { Order, OrderDetail } from '#shared/orders/admin-orders.ts';
import { signIn } from '#test/admin.ts';
import { anOrder, insertOrders } from '#test/orders.ts';
import { adminOf, shopForAll } from '#test/shop.ts';

const PATH = '/api/admin/orders';

const shop = shopForAll();
const call = adminOf(shop);

async function made(changes: Parameters<typeof anOrder>[0] = {}) {
  const order = anOrder(changes);
  await insertOrders(shop, [order]);
  return order;
}
const read = async (id: string) => (await call('GET', `${PATH}/${id}`)).json<OrderDetail>();

describe('address and contact', () => {
  test('are corrected until the order has been shipped, with the history of both', async () => {
    const { id } = await made({ addressLine2: 'Apt 4' });
    const answer = await call('PATCH', `${PATH}/${id}`, {
      customerName: ' María Núñez Peña ',
      addressLine1: '21 Palm Avenue',
      addressLine2: '',
      zipCode: '33012',
      version: 1,
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      customerName: 'María Núñez Peña',
      email: 'maria@shopper.example',
      addressLine1: '21 Palm Avenue',
      addressLine2: null,
      city: 'Hialeah',
      zipCode: '33012',
      version: 2,
    });
    expect((await read(id)).events.map(({ kind, detail }) => [kind, detail])).toEqual([
      ['address', { from: '12 Palm Avenue, Apt 4, Hialeah, FL 33010', to: '21 Palm Avenue, Hialeah, FL 33012' }],
      [
        'contact',
        {
          from: 'María Núñez, maria@shopper.example, +1 305-555-0111',
          to: 'María Núñez Peña, maria@shopper.example, +1 305-555-0111',
        },
      ],
    ]);
    // The same call again changes nothing and leaves no trace.
    const again = await call('PATCH', `${PATH}/${id}`, { zipCode: '33012', version: 2 });
    expect(again.json()).toMatchObject({ version: 2 });
    expect((await read(id)).events).toHaveLength(2);
  });

  test.each(['shipped', 'delivered', 'cancelled'])('stay as they are in an order that is %s', async (status) => {
    const { id } = await made({ status });
    const answer = await call('PATCH', `${PATH}/${id}`, { city: 'Doral', version: 1 });
    expect([answer.statusCode, answer.json().message]).toEqual([409, errorText('order_closed', 'en')]);
    const notes = await call('PATCH', `${PATH}/${id}`, { notes: 'Came back', city: 'Hialeah', version: 1 });
    expect(notes.json()).toMatchObject({ notes: 'Came back', city: 'Hialeah' });
  });

  test.each([
    ['no version', { city: 'Doral' }, 400],
    ['a blank city', { city: ' ', version: 1 }, 400],
    ['two mailboxes', { email: 'a@b.example, c@d.example', version: 1 }, 400],
    ['a short phone', { phone: '305', version: 1 }, 400],
    ['a ZIP of no post office', { zipCode: 'ABCDE', version: 1 }, 400],
    ['notes that are too long', { notes: 'x'.repeat(2_001), version: 1 }, 400],
    ['a switch that is text', { notesOnSlip: 'yes', version: 1 }, 400],
    ['a stale version, before any other rule', { zipCode: '10118', version: 0 }, 409],
    ['a ZIP of another state than the order has', { zipCode: '10118', version: 1 }, 400],
    ['a state that the ZIP of the order is not in', { state: 'GA', version: 1 }, 400],
  ])('%s is refused', async (_, body, status) => {
    const { id } = await made();
    const answer = await call('PATCH', `${PATH}/${id}`, body);
    expect(answer.statusCode).toBe(status);
    expect(await read(id)).toMatchObject({ city: 'Hialeah', email: 'maria@shopper.example', version: 1, events: [] });
  });

  test('of two corrections of one version, the second gets the stored state', async () => {
    const { id } = await made();
    const answers = await Promise.all(
      ['Doral', 'Miami'].map((city) => call('PATCH', `${PATH}/${id}`, { city, version: 1 })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const late = answers.find(({ statusCode }) => statusCode === 409)?.json();
    expect(late).toMatchObject({ code: 'stale_version', current: { version: 2 } });
    expect((await read(id)).events).toHaveLength(1);
  });

  test('no other field of an order can be set', async () => {
    const { id } = await made();
    const body = { totalAmount: '0.01', status: 'cancelled', refundedAmount: '19.99', items: '[]', version: 1 };
    expect((await call('PATCH', `${PATH}/${id}`, body)).json()).toMatchObject({
      totalAmount: '19.99',
      status: 'pending',
      refundedAmount: '0.00',
      version: 1,
    });
  });

  test('the shipping mail goes to the corrected address and names it', async () => {
    const { id } = await made();
    await call('PATCH', `${PATH}/${id}`, { email: 'right@shopper.example', addressLine1: '21 Right St', version: 1 });
    await call('PATCH', `${PATH}/${id}/tracking`, { trackingNumber: '9400111201080805483016', carrier: 'USPS' });
    const [mail] = await shop.deps.db.select().from(emails).where(eq(emails.orderId, id));
    expect(mail).toMatchObject({ to: 'right@shopper.example', text: expect.stringContaining('21 Right St') });
  });

  test('E17 a number saved during a correction mails the address of the order', async () => {
    const { id } = await made();
    const [tracking, correction] = await Promise.all([
      call('PATCH', `${PATH}/${id}/tracking`, { trackingNumber: '9400111201080805483016', carrier: 'USPS' }),
      call('PATCH', `${PATH}/${id}`, { email: 'right@shopper.example', version: 1 }),
    ]);
    expect(tracking.statusCode).toBe(200);
    const order = await read(id);
    expect(order.email).toBe(correction.statusCode === 200 ? 'right@shopper.example' : 'maria@shopper.example');
    expect(order.emails.map(({ to }) => to)).toEqual([order.email]);
  });
});

describe('the price of another address', () => {
  const prices = async (id: string, address: object) => {
    const whole = { addressLine1: '1 Main St', addressLine2: null, city: 'Hialeah', state: 'FL', zipCode: '33010' };
    return call('POST', `${PATH}/${id}/shipping-price`, { ...whole, ...address });
  };

  test('is the price of the bought service, next to what was paid, and changes nothing', async () => {
    const { id } = await made({ shippingMethod: 'Ground Advantage', shippingCost: '5.00' });
    const near = (await prices(id, { zipCode: '33012' })).json();
    expect(near).toMatchObject({ paid: '5.00', corrected: near.present });
    const far = (await prices(id, { city: 'Seattle', state: 'WA', zipCode: '98101' })).json();
    expect(Number(far.corrected)).toBeGreaterThan(Number(far.present));
    expect(await read(id)).toMatchObject({ version: 1, city: 'Hialeah', totalAmount: '19.99' });
  });

  test('is unknown for a product that is gone, and refused for an address outside the country', async () => {
    const gone = await made({ items: JSON.stringify([{ id: 'gone', name: 'Gone', quantity: 1, price: '1.00' }]) });
    expect((await prices(gone.id, {})).json()).toEqual({ paid: '0.00', present: null, corrected: null, tax: null });
    const { id } = await made();
    const abroad = await prices(id, { zipCode: 'SW1A 1AA' });
    expect([abroad.statusCode, abroad.json().message]).toEqual([400, errorText('address_unserved', 'en')]);
  });
});

describe('a mail to the customer', () => {
  const write = async (id: string, payload: object, key = 'press-1') => {
    const headers = { ...(await signIn(shop)), 'idempotency-key': key };
    return shop.app.inject({ method: 'POST', url: `${PATH}/${id}/messages`, headers, payload });
  };
  const words = { subject: 'About your order', body: 'Hola, **two** boxes.\n\n{{customerName}} <b>x</b>' };

  test('is sent once per key, in the layout of the order’s language, and listed with its mails', async () => {
    const { id } = await made({ preferredLanguage: 'es' });
    const answers = await Promise.all([write(id, words), write(id, words)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    expect(answers[0]?.json()).toEqual({ mail: 'stored' });
    const { emails: mails } = await read(id);
    expect(mails).toMatchObject([
      { templateKey: 'customer_message', language: 'es', to: 'maria@shopper.example', subject: 'About your order' },
    ]);
    const [mail] = await shop.deps.db.select().from(emails).where(eq(emails.orderId, id));
    expect(mail?.html).toContain('<strong>two</strong>');
    expect(mail?.html).toContain('lang="es"');
    expect(mail?.html).not.toContain('<b>x</b>');
    // Other words, or another key, make another mail.
    await write(id, { ...words, body: 'Once more' });
    await write(id, words, 'press-2');
    expect((await read(id)).emails).toHaveLength(3);
  });

  test.each([
    ['no subject', { ...words, subject: ' ' }],
    ['no words', { ...words, body: '' }],
    ['a second header', { ...words, subject: 'x\r\nBcc: a@b.example' }],
  ])('with %s is refused', async (_, body) => {
    const { id } = await made();
    expect((await write(id, body)).statusCode).toBe(400);
    expect((await read(id)).emails).toEqual([]);
  });

  test('is only for the customer of an existing order', async () => {
    expect((await write('3f2a9b10-7a0e-4c62-8d7c-1f6b3a6de999', words)).statusCode).toBe(404);
    const { id } = await made();
    const headers = await signIn(shop);
    const keyless = await shop.app.inject({ method: 'POST', url: `${PATH}/${id}/messages`, headers, payload: words });
    expect(keyless.statusCode).toBe(400);
  });
});

test('the owner’s notes are kept as they are typed, and the customer’s page does not have them', async () => {
  const { id, statusToken } = await made();
  const notes = 'Llamar antes.\nDoor code 12 <b>';
  const answer = await call('PATCH', `${PATH}/${id}`, { notes, notesOnSlip: true, version: 1 });
  expect(answer.json<Order>()).toMatchObject({ notes, notesOnSlip: true, version: 2 });
  const page = await shop.app.inject(`/api/orders/${statusToken}`);
  expect(page.statusCode).toBe(200);
  expect(page.body).not.toContain('Door code');
});
