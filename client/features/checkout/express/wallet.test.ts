import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { brandContent } from '#shared/catalogue/brand-products.ts';
import { startContent } from '../../../lib/catalogue.ts';
import type { KeptText } from '../../../lib/text.ts';
import { dispatchCheckout, getCheckout } from '../checkout-store.ts';
import { takeOutcome } from './outcome.ts';
import type { WalletBuyer } from './port.ts';
import { createWallet } from './wallet.ts';

startContent(brandContent());

const MIAMI = { city: 'Miami', state: 'Florida', zipCode: '33132', country: 'US' };
const BUYER: WalletBuyer = {
  ...MIAMI,
  fullName: 'Yolanda Pérez',
  email: 'yolanda@example.com',
  phone: '+13055550100',
  addressLine1: '100 Biscayne Blvd',
  addressLine2: '',
};
type Call = { path: string; body: Record<string, { addressLine1?: string | null; state?: string }> };

/** The amounts that the shop answers; `whole` is the rate for an address with its street. */
let sums: { place: string; whole: string; total: string };
let calls: Call[];
let refusals: (KeptText | null)[];

beforeEach(() => {
  sums = { place: '8.45', whole: '8.45', total: '28.44' };
  calls = [];
  refusals = [];
  vi.stubGlobal('fetch', async (path: string, init: { body: string }) => {
    const body = JSON.parse(init.body) as Call['body'];
    calls.push({ path, body });
    if (path.endsWith('shipping-rates')) {
      const amount = body.shippingAddress?.addressLine1 === null ? sums.place : sums.whole;
      const rate = { rateId: '0', servicelevel: { name: 'Ground' }, carrier: 'USPS', amount, estimated_days: 3 };
      return Response.json({ quoteId: 'q', rates: [rate], lines: [{ id: 'box40', quantity: 1, price: '19.99' }] });
    }
    const lines = [{ id: 'box40', quantity: 1, price: '19.99' }];
    const charge = { lines, shippingCost: sums.whole, totalAmount: sums.total };
    return Response.json({ clientSecret: 'pi_1_secret_2', status: 'open', provider: 'sandbox', charge });
  });
  dispatchCheckout({ type: 'closed' });
  dispatchCheckout({ type: 'start', lines: [{ id: 'box40', quantity: 1 }], attempt: 'attempt' });
});
afterEach(() => vi.unstubAllGlobals());

/** What the payment step receives when it opens. */
function outcomeInStep() {
  const checkout = getCheckout();
  return checkout.step === 'payment' ? takeOutcome(checkout.payment) : null;
}

function openedWallet() {
  const wallet = createWallet({ begin: getCheckout, enter: () => {} }, (why) => refusals.push(why));
  expect(wallet.open()).toMatchObject({ totalCents: 1999, rates: [] });
  return wallet;
}

test('the sheet’s address is quoted without changing the checkout; paying submits exactly its total', async () => {
  const wallet = openedWallet();
  const before = getCheckout();
  expect(await wallet.changePlace(MIAMI)).toMatchObject({ totalCents: 2844, rates: [{ id: 'USPS Ground' }] });
  expect(calls[0]?.body.shippingAddress).toMatchObject({ addressLine1: null, state: 'FL' });
  expect(getCheckout()).toBe(before);

  const confirm = vi.fn(async () => {
    // A reload at this moment would follow the payment.
    expect(getCheckout()).toMatchObject({ step: 'payment', payment: { phase: 'submitted' } });
    return { type: 'succeeded' } as const;
  });
  expect(await Promise.all([wallet.pay(BUYER, confirm), wallet.pay(BUYER, confirm)])).toEqual([null, null]);
  expect(confirm).toHaveBeenCalledOnce();
  expect(outcomeInStep()).toEqual({ type: 'succeeded' });
  expect(getCheckout()).toMatchObject({ address: { fullName: 'Yolanda Pérez', state: 'FL' } });
});

test.for([
  ['the rates of the whole address', { whole: '9.45', total: '29.44' }, 'shipping'],
  ['the payment', { total: '29.44' }, 'payment'],
] as const)('a total changed by %s is shown by the page and not confirmed (N15, N22)', async ([, changed, step]) => {
  const wallet = openedWallet();
  await wallet.changePlace(MIAMI);
  Object.assign(sums, changed);
  const confirm = vi.fn();
  expect(await wallet.pay(BUYER, confirm)).toBe('fail');
  expect(confirm).not.toHaveBeenCalled();
  expect([getCheckout().step, outcomeInStep()]).toEqual([step, null]);
});

test('a place abroad is refused without a call; a territory with its own country code is accepted', async () => {
  const wallet = openedWallet();
  expect(await wallet.changePlace({ ...MIAMI, country: 'CA' })).toBeNull();
  expect([calls, refusals.at(-1)]).toEqual([[], expect.objectContaining({ en: expect.any(String) })]);
  const sanJuan = { city: 'San Juan', state: '', zipCode: '00907', country: 'PR' };
  expect(await wallet.changePlace(sanJuan)).not.toBeNull();
  expect(calls[0]?.body.shippingAddress).toMatchObject({ state: 'PR' });
  expect(refusals.at(-1)).toBeNull();
});

test('a wallet’s address that the form would refuse is not paid, and is shown in the form', async () => {
  const wallet = openedWallet();
  await wallet.changePlace(MIAMI);
  expect(await wallet.pay({ ...BUYER, phone: '' }, vi.fn())).toBe('invalid_shipping_address');
  expect(getCheckout()).toMatchObject({ step: 'address', address: { fullName: 'Yolanda Pérez', phone: '' } });
});

test('a confirmation without an answer counts as lost, so the payment’s state is asked for', async () => {
  const wallet = openedWallet();
  await wallet.changePlace(MIAMI);
  await wallet.pay(BUYER, () => Promise.reject(new Error('lost')));
  expect(outcomeInStep()).toEqual({ type: 'lost' });
});
