import { afterEach, expect, test, vi } from 'vitest';
import { products } from '#brand/catalogue.ts';
import { ApiError } from '../../lib/api-client.ts';
import { openPayment } from './api.ts';
import { EMPTY_ADDRESS } from './checkout-machine.ts';

afterEach(() => vi.unstubAllGlobals());

const [product] = products;
const option = { serviceName: 'Ground', carrier: 'USPS', rateCents: 895, estimatedDays: 3, isFree: false };
const charge = {
  lines: [{ id: product.id, quantity: 1, price: '19.99' }],
  shippingCost: '8.95',
  totalAmount: '28.94',
};

function open(answered: typeof charge) {
  vi.stubGlobal('fetch', async () => Response.json({ clientSecret: 'pi_1_secret', status: 'open', charge: answered }));
  return openPayment([{ id: product.id, quantity: 1 }], EMPTY_ADDRESS, option, 'attempt');
}

test('a payment is opened with the amounts that it charges, in cents', async () => {
  const payment = await open(charge);
  expect(payment.charge).toEqual({
    lines: [{ id: product.id, quantity: 1, priceCents: 1999 }],
    shippingCents: 895,
    totalCents: 2894,
  });
});

test.each([
  { ...charge, shippingCost: '1e-9' },
  { ...charge, totalAmount: 'NaN' },
  { ...charge, lines: [{ id: product.id, quantity: 1, price: '' }] },
])('an amount that cannot be read is no payment, and never one of $0 (%#)', async (answered) => {
  await expect(open(answered)).rejects.toBeInstanceOf(ApiError);
});
