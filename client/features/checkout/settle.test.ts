import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { brandContent } from '#shared/catalogue/brand-products.ts';
import type { OrderStatusView } from '#shared/orders/status.ts';
import { NO_ADDITIONS, NO_AMOUNT_CENTS } from '#test/amounts.ts';
import { startContent } from '../../lib/catalogue.ts';
import { EMPTY_ADDRESS, type Receipt } from './checkout-machine.ts';
import { dispatchCheckout, getCheckout } from './checkout-store.ts';
import { settlePaid } from './settle.ts';

startContent(brandContent());

const promised = { shipBy: '2026-11-30', arriveBy: '2026-12-02' };
const address = {
  ...EMPTY_ADDRESS,
  fullName: 'Yolanda Pérez ',
  email: ' y@example.com',
  addressLine1: '100 Biscayne Blvd',
  city: 'Miami',
  state: 'FL',
  zipCode: '33132',
};
const order: Partial<OrderStatusView> = {
  items: [{ id: 'gone', name: 'A box', names: { en: 'A box', es: 'Una caja' }, quantity: 3, price: '10.00' }],
  discount: '5.00',
  tax: '0.00',
  shippingCost: '7.00',
  totalAmount: '32.00',
  city: 'Austin',
  state: 'TX',
  shipBy: '2026-11-20',
  arriveBy: '2026-11-24',
};
const ofOrder: Receipt = {
  lines: [{ id: 'gone', names: { en: 'A box', es: 'Una caja' }, quantity: 3, priceCents: 1000 }],
  totals: { ...NO_AMOUNT_CENTS, subtotalCents: 3000, discountCents: 500, shippingCents: 700, totalCents: 3200 },
  shipTo: ['Austin, TX'],
  promised: { shipBy: '2026-11-20', arriveBy: '2026-11-24' },
};
const id = 'pi_12345678';
const answers: Record<string, object> = {
  '/api/confirm-order': { orderNumber: 'AB12CD34', statusUrl: '/order/token' },
  '/api/orders/token': order,
};
const asked: string[] = [];

beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return Response.json(answers[path]);
  });
  dispatchCheckout({ type: 'closed' });
});
afterEach(() => vi.unstubAllGlobals());

function startPayment(status: 'open' | 'succeeded') {
  dispatchCheckout({ type: 'start', lines: [{ id: 'box40', quantity: 2 }], attempt: 'a1' });
  dispatchCheckout({ type: 'typed', address });
  const rate = { serviceName: 'Fast', carrier: 'UPS', rateCents: 1250, ...NO_ADDITIONS, estimatedDays: 2 };
  dispatchCheckout({ type: 'quoted', options: [{ ...rate, isFree: false, promised }] });
  const lines = [{ id: 'box40', quantity: 2, priceCents: 1999 }];
  const charge = { lines, ...NO_AMOUNT_CENTS, shippingCents: 1250, totalCents: 5248 };
  const answer = { clientSecret: `${id}_secret_abc`, provider: 'sandbox', status, charge } as const;
  dispatchCheckout({ type: 'payment_opened', answer });
}

test('the receipt of a payment shows what this tab has paid, without another call', async () => {
  startPayment('open');
  await settlePaid(id);
  expect(asked).toEqual(['/api/confirm-order']);
  expect(getCheckout()).toEqual({
    step: 'done',
    orderNumber: 'AB12CD34',
    statusUrl: '/order/token',
    isEarlier: false,
    receipt: {
      lines: [{ id: 'box40', quantity: 2, priceCents: 1999, names: brandContent().products[0]?.name }],
      totals: { ...NO_AMOUNT_CENTS, subtotalCents: 3998, shippingCents: 1250, totalCents: 5248 },
      shipTo: ['Yolanda Pérez', '100 Biscayne Blvd', 'Miami, FL 33132'],
      promised,
      email: 'y@example.com',
    },
  });
  // Nothing personal stays after the shopper leaves the receipt.
  expect(JSON.stringify(dispatchCheckout({ type: 'closed' }))).not.toMatch(/Yolanda|Biscayne|y@example/);
});

test('an order paid on an earlier visit shows its own data, nothing of the current form', async () => {
  startPayment('succeeded');
  await settlePaid(id);
  expect(getCheckout()).toMatchObject({ step: 'done', isEarlier: true });
  expect(getCheckout()).toHaveProperty('receipt', ofOrder);
});

test('an order whose payment returned to another tab shows its own data too', async () => {
  startPayment('open');
  dispatchCheckout({ type: 'returned', paymentIntentId: 'pi_87654321', clientSecret: 'pi_87654321_secret_x' });
  await settlePaid('pi_87654321');
  expect(getCheckout()).toHaveProperty('receipt', ofOrder);
});

test('without the proof that this browser bought it, an order shows only its number', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ orderNumber: 'AB12CD34' }));
  dispatchCheckout({ type: 'returned', paymentIntentId: id });
  await settlePaid(id);
  expect(getCheckout()).toEqual({ step: 'done', orderNumber: 'AB12CD34', isEarlier: false });
});
