import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { brandContent } from '#shared/catalogue/brand-products.ts';
import { NO_ADDITIONS, NO_AMOUNT_CENTS } from '#test/amounts.ts';
import { ApiError } from '../../lib/api-client.ts';
import { startContent } from '../../lib/catalogue.ts';
import { fetchRates, openPayment } from './api.ts';
import { EMPTY_ADDRESS } from './checkout-machine.ts';

afterEach(() => vi.unstubAllGlobals());

startContent(brandContent());
const product = { id: 'box40' };
const option = {
  serviceName: 'Ground',
  carrier: 'USPS',
  rateCents: 895,
  ...NO_ADDITIONS,
  estimatedDays: 3,
  isFree: false,
};
const charge = {
  lines: [{ id: product.id, quantity: 1, price: '19.99' }],
  shippingCost: '8.95',
  totalAmount: '28.94',
};

function open(answered: typeof charge) {
  vi.stubGlobal('fetch', async () => Response.json({ clientSecret: 'pi_1_secret', status: 'open', charge: answered }));
  return openPayment([{ id: product.id, quantity: 1 }], EMPTY_ADDRESS, option, { attempt: 'attempt' });
}

test('a payment is opened with the amounts that it charges, in cents', async () => {
  const payment = await open(charge);
  expect(payment.charge).toEqual({
    lines: [{ id: product.id, quantity: 1, priceCents: 1999 }],
    ...NO_AMOUNT_CENTS,
    shippingCents: 895,
    totalCents: 2894,
  });
});

describe('a shop that requires a proof of work first', () => {
  const challenge = { parameters: { nonce: '00' }, signature: 'ff' };
  const refusal = { message: 'Reload the page.', code: 'proof_required', challenge };
  const answers: Response[] = [];
  const proofs: (string | undefined)[] = [];
  let solution: object | null;

  beforeEach(() => {
    proofs.length = 0;
    answers.splice(0, answers.length, Response.json(refusal, { status: 428 }));
    vi.stubGlobal('fetch', async (_path: string, { headers }: { headers: Record<string, string> }) => {
      proofs.push(headers['payment-proof']);
      return answers.shift() ?? Response.json({ clientSecret: 'pi_1_secret', status: 'open', charge });
    });
    vi.stubGlobal(
      'Worker',
      class {
        onmessage?: (message: object) => void;
        postMessage = () => queueMicrotask(() => this.onmessage?.({ data: solution }));
        terminate() {}
      },
    );
  });
  const ask = () => openPayment([{ id: product.id, quantity: 1 }], EMPTY_ADDRESS, option, { attempt: 'attempt' });

  test('repeats the call once, with the solution', async () => {
    solution = { counter: 7, derivedKey: 'aa' };
    expect((await ask()).clientSecret).toBe('pi_1_secret');
    expect(proofs).toEqual([undefined, btoa(JSON.stringify({ challenge, solution }))]);
  });

  test('does not retry without a solution, or when it is refused: the server’s message is shown', async () => {
    solution = null;
    await expect(ask()).rejects.toMatchObject({ status: 428, told: 'Reload the page.' });
    expect(proofs).toHaveLength(1);
    solution = { counter: 7, derivedKey: 'aa' };
    answers.push(Response.json(refusal, { status: 428 }), Response.json(refusal, { status: 428 }));
    await expect(ask()).rejects.toMatchObject({ status: 428, told: 'Reload the page.' });
    expect(proofs).toHaveLength(3);
  });
});

test.each([
  { ...charge, shippingCost: '1e-9' },
  { ...charge, totalAmount: 'NaN' },
  { ...charge, lines: [{ id: product.id, quantity: 1, price: '' }] },
])('an amount that cannot be read is no payment, and never one of $0 (%#)', async (answered) => {
  await expect(open(answered)).rejects.toBeInstanceOf(ApiError);
});

test('rates come with the prices that they are based on; a price that cannot be parsed is left out', async () => {
  const rates = [{ amount: '8.95', servicelevel: { name: 'Ground' }, carrier: 'USPS', estimated_days: 3 }];
  const lines = [
    { id: 'box40', quantity: 1, price: '21.99' },
    { id: 'box20double', quantity: 1, price: 'x' },
  ];
  vi.stubGlobal('fetch', async () => Response.json({ rates, lines }));
  expect(await fetchRates([{ id: 'box40', quantity: 1 }], EMPTY_ADDRESS, { attempt: 'attempt' })).toEqual({
    options: [option],
    heat: null,
    discountName: null,
    prices: { box40: 2199 },
    discountCents: 0,
  });
});

test('a rate that costs more and is not sooner is not offered', async () => {
  const rates = [
    { amount: '9.95', servicelevel: 'Slow', estimated_days: 4 },
    { amount: '8.95', servicelevel: 'Ground', estimated_days: 3 },
  ];
  vi.stubGlobal('fetch', async () => Response.json({ rates }));
  const { options } = await fetchRates([{ id: 'box40', quantity: 1 }], EMPTY_ADDRESS, { attempt: 'attempt' });
  expect(options.map(({ serviceName }) => serviceName)).toEqual(['Ground']);
});

test('the shopper’s code is sent for rates and payment, and its deduction is returned', async () => {
  const bodies: string[] = [];
  const discounted = { ...charge, discount: '2.00', totalAmount: '26.94' };
  const rates = [{ amount: '8.95', servicelevel: { name: 'Ground' }, carrier: 'USPS', estimated_days: 3 }];
  vi.stubGlobal('fetch', async (_path: string, { body }: { body: string }) => {
    bodies.push(JSON.parse(body).code);
    return Response.json({ rates, discount: '2.00', clientSecret: 'pi_1_secret', status: 'open', charge: discounted });
  });
  const purchase = { attempt: 'attempt', code: 'GUAVA10' };
  const lines = [{ id: product.id, quantity: 1 }];
  expect((await fetchRates(lines, EMPTY_ADDRESS, purchase)).discountCents).toBe(200);
  expect((await openPayment(lines, EMPTY_ADDRESS, option, purchase)).charge.discountCents).toBe(200);
  expect(bodies).toEqual(['GUAVA10', 'GUAVA10']);
});

test('a refused code is left out of rates and payment, and the reason comes with the rates', async () => {
  const bodies: string[] = [];
  const rates = [{ amount: '8.95', servicelevel: { name: 'Ground' }, carrier: 'USPS', estimated_days: 3 }];
  const refusal = { message: 'It has ended.', messages: { en: 'It has ended.', es: 'Ya pasó.' }, code: 'code_unknown' };
  vi.stubGlobal('fetch', async (_path: string, { body }: { body: string }) => {
    const { code } = JSON.parse(body);
    bodies.push(code);
    if (code !== undefined) return Response.json(refusal, { status: 400 });
    return Response.json({ rates, clientSecret: 'pi_1_secret', status: 'open', charge });
  });
  const purchase = { attempt: 'attempt', code: 'OLD' };
  const lines = [{ id: product.id, quantity: 1 }];
  const quoted = await fetchRates(lines, EMPTY_ADDRESS, purchase);
  expect(quoted).toMatchObject({ discountCents: 0, codeError: refusal.messages });
  await openPayment(lines, EMPTY_ADDRESS, option, { ...purchase, ...quoted });
  expect(bodies).toEqual(['OLD', undefined, undefined]);
  // The reason is known, so the code is not sent again.
  expect(await fetchRates(lines, EMPTY_ADDRESS, { ...purchase, codeError: 'Used.' })).toMatchObject({
    discountCents: 0,
    codeError: 'Used.',
  });
  expect(bodies.slice(3)).toEqual([undefined]);
  vi.stubGlobal('fetch', async () => Response.json({ message: 'Sold out.', code: 'sold_out' }, { status: 409 }));
  await expect(fetchRates(lines, EMPTY_ADDRESS, purchase)).rejects.toThrow(/Sold out/);
});
