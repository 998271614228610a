import { expect, test } from 'vitest';
import { emails } from '#server/features/emails/schema.ts';
import { anInquiry } from '#test/makers.ts';
import { startTestApp } from './app.ts';
import { post } from './makers.ts';
import { anOrder, insertOrders, type MadeOrder } from './orders.ts';
import { routesOf } from './routes.ts';
import { shopForAll } from './shop.ts';
import { ShippoStandIn } from './stand-ins/shippo.ts';
import { StripeStandIn } from './stand-ins/stripe.ts';

/**
 * Whom a call without login can send mail to. `nobody`. `share`: others, within the share of the caller's network.
 * `paid`: the buyer of a paid order, once per order. `signed`: the person in a provider's signed event.
 */
type Mails = 'nobody' | 'share' | 'paid' | 'signed';
const CALLS: Readonly<Record<string, Mails>> = {
  'POST /api/codes/check': 'nobody',
  'POST /api/confirm-order': 'paid',
  'POST /api/create-payment-intent': 'nobody',
  'POST /api/csp-reports': 'nobody',
  'POST /api/orders/find': 'share',
  'POST /api/orders/:token/address': 'share',
  'POST /api/orders/:token/cancel': 'paid',
  'POST /api/orders/:token/owed/confirm': 'paid',
  'POST /api/orders/:token/owed/pay': 'nobody',
  'POST /api/orders/:token/wait': 'nobody',
  'POST /api/page-errors': 'nobody',
  'POST /api/pay-links/:token/owed/confirm': 'paid',
  'POST /api/pay-links/:token/owed/pay': 'nobody',
  'POST /api/sandbox-payments/:paymentIntentId/authenticate': 'paid',
  'POST /api/sandbox-payments/:paymentIntentId/confirm': 'paid',
  'POST /api/shipping-rates': 'nobody',
  'POST /api/shippo/webhook': 'signed',
  'POST /api/stripe/webhook': 'signed',
  'POST /api/wholesale-inquiries': 'share',
};

const CROWD = 30;
const ENV = { TRUST_PROXY: 'true', LIMIT_INQUIRIES: '1000', LIMIT_INQUIRIES_OVERALL: '1000' };
const shop = shopForAll({ env: ENV });

test('every public call that may write declares whom it mails', async () => {
  const [stripe, shippo] = await Promise.all([StripeStandIn.start(), ShippoStandIn.start()]);
  const outside = await startTestApp({ env: { ...stripe.env(), ...shippo.env() } });
  try {
    const calls = [shop, outside]
      .flatMap(routesOf)
      .filter(({ method, url }) => !['GET', 'HEAD'].includes(method) && !url.startsWith('/api/admin'));
    expect(new Set(calls.map(({ method, url }) => `${method} ${url}`))).toEqual(new Set(Object.keys(CALLS)));
  } finally {
    await Promise.all([outside.close(), stripe.close(), shippo.close()]);
  }
});

test('S30 one network that calls without pause mails ten strangers a day; others’ mails still go out', async () => {
  const made = Array.from({ length: CROWD + 2 }, (_, i) =>
    anOrder({ email: `buyer${i}@shopper.example`, shippingMethod: 'Ground Advantage' }),
  );
  await insertOrders(shop, made);
  const [found, moved, ...crowd] = made as [MadeOrder, MadeOrder, ...MadeOrder[]];
  const flood = '192.0.2.1';
  for (const [i, order] of crowd.entries()) {
    expect((await inquire(`stranger${i}@x.example`, flood)).statusCode).toBe(201);
    expect((await find(order, flood)).statusCode).toBe(202);
    expect([200, 429]).toContain((await move(order, flood)).statusCode);
  }
  const strangers = () => mailed((to) => /^(?:stranger|buyer)\d/.test(to));
  await expect.poll(strangers).toHaveLength(10);
  const [floodNotice] = await mailed((_, subject) => /one place/.test(subject));
  expect(floodNotice).toBe(shop.config.ownerEmail);

  const other = '198.51.100.7';
  await inquire('honest@x.example', other);
  await find(found, other);
  expect((await move(moved, other)).statusCode).toBe(200);
  await expect.poll(() => mailed((to) => ['honest@x.example', found.email, moved.email].includes(to))).toHaveLength(3);
  shop.clock.advance(24 * 3_600_000);
  await inquire('tomorrow@x.example', flood);
  expect(await mailed((to) => to === 'tomorrow@x.example')).toHaveLength(1);
});

const from = (address: string) => ({ 'x-forwarded-for': address });
const inquire = (email: string, address: string) =>
  post(shop, '/api/wholesale-inquiries', anInquiry({ email }), from(address));
const find = ({ id, email }: MadeOrder, address: string) =>
  post(shop, '/api/orders/find', { orderNumber: id.slice(0, 8), email }, from(address));
const move = ({ statusToken }: MadeOrder, address: string) => {
  const to = { addressLine1: '14 Palm Avenue', city: 'Hialeah', state: 'FL', zipCode: '33010' };
  return post(shop, `/api/orders/${statusToken}/address`, to, from(address));
};

async function mailed(fits: (to: string, subject: string) => boolean): Promise<string[]> {
  const rows = await shop.deps.db.select().from(emails);
  return rows.filter(({ to, subject }) => fits(to, subject)).map(({ to }) => to);
}
