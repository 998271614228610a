import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { emails } from '#server/features/emails/schema.ts';
import type { EmailTemplate } from '#shared/emails/emails.ts';
import type { Order, OrderDetail } from '#shared/orders/admin-orders.ts';
import type { StoreLocation } from '#shared/stores/stores.ts';
import type { Inquiry } from '#shared/wholesale/admin-wholesale.ts';
import { anInquiry } from '#test/makers.ts';
import { anOrder, insertOrders } from '#test/orders.ts';
import { adminOf, shopForAll } from '#test/shop.ts';

const shop = shopForAll();
const call = adminOf(shop);

const STORE = { name: 'Bodega', address: '1 Calle Ocho', storeType: 'grocery', latitude: 25.77, longitude: -80.2 };
const TEMPLATE = { templateKey: 'order_confirmation', language: 'en', subject: 'Thanks', body: 'Thank you.' };

async function anOrderRow(changes: Parameters<typeof anOrder>[0] = {}): Promise<Order> {
  const order = anOrder(changes);
  await insertOrders(shop, [order]);
  return (await call('GET', `/api/admin/orders/${order.id}`)).json();
}
async function anInquiryRow(): Promise<Inquiry> {
  const { id } = (
    await shop.app.inject({ method: 'POST', url: '/api/wholesale-inquiries', payload: anInquiry() })
  ).json<Inquiry>();
  return (await call('GET', `/api/admin/wholesalers/${id}`)).json();
}
const aStore = async (): Promise<StoreLocation> => (await call('POST', '/api/admin/store-locations', STORE)).json();
const shippingMails = async (orderId: string) =>
  (await shop.database.connection.db.select().from(emails).where(eq(emails.orderId, orderId))).filter(
    ({ templateKey }) => templateKey === 'shipping_confirmation',
  );

describe('a save that names the version it changes', () => {
  const cases = {
    'the status of an order': {
      make: anOrderRow,
      change: (id: string) => ['PATCH', `/api/admin/orders/${id}/status`, { status: 'processing' }],
      other: { status: 'cancelled' },
    },
    'the tracking number of an order': {
      make: anOrderRow,
      change: (id: string) => [
        'PATCH',
        `/api/admin/orders/${id}/tracking`,
        { trackingNumber: '9400111', carrier: 'USPS' },
      ],
      other: { trackingNumber: '1Z999', carrier: 'UPS' },
    },
    'the status of an inquiry': {
      make: anInquiryRow,
      change: (id: string) => ['PATCH', `/api/admin/wholesalers/${id}/status`, { status: 'contacted' }],
      other: { status: 'approved' },
    },
    'the notes of an inquiry': {
      make: anInquiryRow,
      change: (id: string) => ['PATCH', `/api/admin/wholesalers/${id}/notes`, { notes: 'Call on Monday' }],
      other: { notes: 'Called' },
    },
    'a store': {
      make: aStore,
      change: (id: string) => ['PATCH', `/api/admin/store-locations/${id}`, STORE],
      other: { ...STORE, name: 'Bodega Nueva' },
    },
  } as const;

  for (const [name, { make, change, other }] of Object.entries(cases)) {
    test(`${name}: of two changes of one version the second is refused, with the stored state`, async () => {
      const { id, version } = await make();
      const [method, path, first] = change(id) as ['PATCH', string, object];
      const saved = await call(method, path, { ...first, version });
      expect(saved.statusCode).toBe(200);
      expect(saved.json()).toMatchObject({ version: version + 1 });

      const stale = await call(method, path, { ...other, version });
      expect(stale.statusCode).toBe(409);
      const { message, code, current } = stale.json();
      expect(code).toBe('stale_version');
      expect(message).toBe('This was changed in the meantime. Nothing was saved over it.');
      // The answer to a tracking number also has the state of its mail.
      expect(saved.json()).toMatchObject(current);

      // Based on the stored version, or on any if none is given.
      expect((await call(method, path, { ...other, version: current.version })).statusCode).toBe(200);
      expect((await call(method, path, first)).statusCode).toBe(200);
    });

    test(`${name}: of ten at once from the same version one is kept; without versions all ten pass`, async () => {
      const { id, version } = await make();
      const [method, path, body] = change(id) as ['PATCH', string, object];
      const together = async (payload: object) =>
        (await Promise.all(Array.from({ length: 10 }, () => call(method, path, payload)))).map((a) => a.statusCode);
      const named = await together({ ...body, version });
      expect(named.filter((status) => status === 200)).toHaveLength(1);
      expect(named.filter((status) => status === 409)).toHaveLength(9);
      expect(await together(body)).toEqual(Array.from({ length: 10 }, () => 200));
    });

    test(`${name}: an invalid version is refused`, async () => {
      const { id } = await make();
      const [method, path, body] = change(id) as ['PATCH', string, object];
      for (const version of ['1', 1.5, -1, null]) {
        expect((await call(method, path, { ...body, version })).statusCode).toBe(400);
      }
    });
  }

  test('a template: version 0 is the default, and a stale save answers the saved one or the default', async () => {
    const path = '/api/admin/email-templates';
    const first = await call('POST', path, { ...TEMPLATE, version: 0 });
    expect(first.statusCode).toBe(201);
    const { id, version } = first.json<EmailTemplate>();
    const stale = await call('POST', path, { ...TEMPLATE, subject: 'Gracias', version: 0 });
    expect(stale.statusCode).toBe(409);
    expect(stale.json().current).toEqual(first.json());
    const second = await call('POST', path, { ...TEMPLATE, subject: 'Gracias', version });
    expect(second.json()).toMatchObject({ subject: 'Gracias', version: version + 1 });
    expect((await call('POST', path, TEMPLATE)).statusCode).toBe(200);

    expect((await call('DELETE', `${path}/${id}`)).statusCode).toBe(204);
    const gone = await call('POST', path, { ...TEMPLATE, version: version + 2 });
    expect(gone.statusCode).toBe(409);
    expect(gone.json().current).toMatchObject({ templateKey: 'order_confirmation', language: 'en', version: 0 });
    expect(gone.json().current.body).toContain('{{orderItems}}');
  });

  test('of ten templates at once from the default one is kept', async () => {
    const payload = { ...TEMPLATE, language: 'es', version: 0 };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => call('POST', '/api/admin/email-templates', payload)),
    );
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
  });
});

describe('the status of many orders', () => {
  const path = '/api/admin/orders/status';
  const states = (orders: Order[]) => Object.fromEntries(orders.map(({ id, status }) => [id, status]));

  test('an order that was changed meanwhile stays unchanged and is reported; the others are set', async () => {
    const [fresh, stale, unnamed] = [await anOrderRow(), await anOrderRow(), await anOrderRow()];
    for (const { id } of [stale, unnamed])
      await call('PATCH', `/api/admin/orders/${id}/status`, { status: 'cancelled' });
    const ids = [fresh.id, stale.id, unnamed.id];
    const versions = { [fresh.id]: fresh.version, [stale.id.toUpperCase()]: stale.version };
    const answer = await call('PATCH', path, { ids, status: 'shipped', versions });
    expect(answer.statusCode).toBe(200);
    expect(states(answer.json())).toEqual({ [fresh.id]: 'shipped', [stale.id]: 'cancelled', [unnamed.id]: 'shipped' });
    const kept = (await call('GET', `/api/admin/orders/${stale.id}`)).json<OrderDetail>();
    expect([kept.status, kept.events.length]).toEqual(['cancelled', 1]);

    const again = await call('PATCH', path, {
      ids: [stale.id],
      status: 'shipped',
      versions: { [stale.id]: kept.version },
    });
    expect(states(again.json())).toEqual({ [stale.id]: 'shipped' });
  });

  test('of ten at once from the same versions one is kept; without versions the last of ten', async () => {
    const order = await anOrderRow();
    const together = (payload: object) =>
      Promise.all(
        Array.from({ length: 10 }, (_, i) =>
          call('PATCH', path, { ids: [order.id], status: i % 2 ? 'shipped' : 'cancelled', ...payload }),
        ),
      );
    const changes = async () => (await call('GET', `/api/admin/orders/${order.id}`)).json<OrderDetail>().events.length;
    await together({ versions: { [order.id]: order.version } });
    expect(await changes()).toBe(1);
    await together({});
    expect(await changes()).toBeGreaterThan(2);
  });

  test('an invalid version is refused', async () => {
    const { id } = await anOrderRow();
    for (const versions of [{ [id]: '1' }, { [id]: -1 }, { [id]: 1.5 }, { x: 1 }, [], 'x', null]) {
      const answer = await call('PATCH', path, { ids: [id], status: 'shipped', versions });
      expect([versions, answer.statusCode]).toEqual([versions, 400]);
    }
  });
});

describe('deletes based on an older version', () => {
  test('a tracking number that another tab has corrected stays', async () => {
    const { id, version } = await anOrderRow({ trackingNumber: '9400111', trackingCarrier: 'USPS' });
    const path = `/api/admin/orders/${id}/tracking`;
    const corrected = await call('PATCH', path, { trackingNumber: '1Z999', carrier: 'UPS' });
    const stale = await call('DELETE', `${path}?version=${version}`);
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'stale_version']);
    expect(stale.json().current).toMatchObject({ trackingNumber: '1Z999' });
    expect((await call('DELETE', `${path}?version=${corrected.json().version}`)).statusCode).toBe(204);
    expect((await call('DELETE', `${path}?version=-1`)).statusCode).toBe(400);
  });

  test('a template that another tab has saved stays', async () => {
    const path = '/api/admin/email-templates';
    const template = { ...TEMPLATE, templateKey: 'shipping_confirmation' };
    const { id, version } = (await call('POST', path, template)).json<EmailTemplate>();
    await call('POST', path, { ...template, subject: 'On its way' });
    const stale = await call('DELETE', `${path}/${id}?version=${version}`);
    expect([stale.statusCode, stale.json().current.subject]).toEqual([409, 'On its way']);
    const saved = (await call('GET', path)).json<EmailTemplate[]>().find((each) => each.id === id);
    expect(saved).toMatchObject({ subject: 'On its way', version: version + 1 });
    expect((await call('DELETE', `${path}/${id}?version=${version + 1}`)).statusCode).toBe(204);
  });
});

describe('a cancelled order', () => {
  const TRACKING = { trackingNumber: '9400111', carrier: 'USPS' };

  test('is reported to a stale tab, which saves nothing and sends no mail', async () => {
    const { id, version } = await anOrderRow();
    await call('PATCH', `/api/admin/orders/${id}/status`, { status: 'cancelled' });
    const stale = await call('PATCH', `/api/admin/orders/${id}/tracking`, { ...TRACKING, version });
    expect(stale.statusCode).toBe(409);
    expect(stale.json().current).toMatchObject({ id, status: 'cancelled', trackingNumber: null });
    expect(await shippingMails(id)).toEqual([]);
  });

  test('accepts a number without a version, stays cancelled, and sends no mail, even a waiting one', async () => {
    const { id } = await anOrderRow({ status: 'cancelled' });
    const saved = await call('PATCH', `/api/admin/orders/${id}/tracking`, TRACKING);
    expect(saved.json()).toMatchObject({ status: 'cancelled', trackingNumber: '9400111' });
    expect(await shippingMails(id)).toEqual([]);
    const waiting = await anOrderRow();
    await call('PATCH', `/api/admin/orders/${waiting.id}/tracking`, TRACKING);
    expect(await shippingMails(waiting.id)).toHaveLength(1);
  });
});

test('the database increments a version, whoever changes the row', async () => {
  const { id, version } = await anOrderRow();
  await shop.database.connection.db.execute(`update orders set city = 'Miami' where id = '${id}'`);
  expect((await call('GET', `/api/admin/orders/${id}`)).json<Order>().version).toBe(version + 1);
});

describe('a deletion that names the version it deletes', () => {
  const cases = {
    'an inquiry': {
      make: anInquiryRow,
      path: '/api/admin/wholesalers',
      part: '/notes',
      change: { notes: 'Wants two' },
    },
    'a store': { make: aStore, path: '/api/admin/store-locations', part: '', change: { ...STORE, name: 'Nueva' } },
  } as const;
  for (const [name, { make, path, part, change }] of Object.entries(cases)) {
    test(`${name} that was changed since stays, and the answer has it as it is now`, async () => {
      const { id, version } = await make();
      const changed = (await call('PATCH', `${path}/${id}${part}`, change)).json();
      const stale = await call('DELETE', `${path}/${id}?version=${version}`);
      expect([stale.statusCode, stale.json().code, stale.json().current]).toEqual([409, 'stale_version', changed]);
      expect((await call('DELETE', `${path}/${id}?version=${changed.version}`)).statusCode).toBe(204);
      expect((await call('DELETE', `${path}/${id}?version=${changed.version}`)).statusCode).toBe(404);
      // Like the specification.
      expect((await call('DELETE', `${path}/${(await make()).id}`)).statusCode).toBe(204);
    });
  }
});
