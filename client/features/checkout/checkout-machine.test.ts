import { describe, expect, test } from 'vitest';
import { brandContent } from '#shared/catalogue/brand-products.ts';
import { paymentIntentIdOf } from '#shared/checkout/client-secret.ts';
import { NO_ADDITIONS, NO_AMOUNT_CENTS } from '#test/amounts.ts';
import { startContent } from '../../lib/catalogue.ts';
import type { Cart } from '../cart/cart.ts';
import {
  CHECKOUT_VERSION,
  type Checkout,
  type CheckoutEvent,
  CLOSED,
  depthOf,
  EMPTY_ADDRESS,
  moveCheckout,
  pricedLines,
  readCheckout,
  totalsOf,
} from './checkout-machine.ts';
import type { ShippingOption } from './shipping-option.ts';

const lines: Cart = [{ id: 'box40', quantity: 2 }];
const address = { ...EMPTY_ADDRESS, fullName: 'Yolanda', email: ' y@example.com ' };
const free: ShippingOption = {
  serviceName: 'Free',
  carrier: 'USPS',
  rateCents: 0,
  ...NO_ADDITIONS,
  estimatedDays: 5,
  isFree: true,
};
const fast: ShippingOption = {
  serviceName: 'Fast',
  carrier: 'UPS',
  rateCents: 1250,
  ...NO_ADDITIONS,
  estimatedDays: 2,
  isFree: false,
};
const charge = {
  lines: [{ id: 'box40', quantity: 2, priceCents: 1999 }],
  ...NO_AMOUNT_CENTS,
  shippingCents: 1250,
  totalCents: 5248,
} as const;
const payment = { clientSecret: 'pi_12345678_secret_abc', provider: 'sandbox', charge } as const;
const answer = { ...payment, status: 'open' } as const;

const toAddress: CheckoutEvent[] = [
  { type: 'start', lines, attempt: 'a1' },
  { type: 'typed', address },
];
const toShipping: CheckoutEvent[] = [...toAddress, { type: 'quoted', options: [free, fast] }];
const toPayment: CheckoutEvent[] = [...toShipping, { type: 'chose', index: 1 }, { type: 'payment_opened', answer }];
const walk = (...events: CheckoutEvent[]): Checkout => events.reduce(moveCheckout, CLOSED);

startContent(brandContent());

describe('a price that has changed', () => {
  const quoted = (priceCents: number): CheckoutEvent => {
    return { type: 'quoted', options: [free, fast], prices: { box40: priceCents } };
  };

  test('is shown in the summary from the quote on, and reported with both prices', () => {
    const checkout = walk(...toAddress, quoted(2199));
    expect(checkout).toMatchObject({
      step: 'shipping',
      repriced: [{ id: 'box40', beforeCents: 1999, afterCents: 2199 }],
    });
    expect(totalsOf(checkout)?.subtotalCents).toBe(lines.reduce((sum, { quantity }) => sum + 2199 * quantity, 0));
    expect(walk(...toAddress, quoted(1999))).toMatchObject({ repriced: [] });
  });

  test('is quoted again in place after a refusal; the chosen shipping stays selected', () => {
    const again = walk(...toAddress, quoted(1999), { type: 'chose', index: 1 }, quoted(2299));
    expect(again).toMatchObject({ step: 'shipping', chosen: 1, repriced: [{ beforeCents: 1999, afterCents: 2299 }] });
  });

  test('stays the displayed price after going back', () => {
    const back = walk(...toAddress, quoted(2199), { type: 'back', to: 'address' });
    expect(pricedLines(back)[0]?.priceCents).toBe(2199);
  });
});

describe('the steps', () => {
  test('cart, address, shipping, payment, order', () => {
    expect(walk(...toAddress)).toEqual({ step: 'address', lines, address, attempt: 'a1' });
    expect(walk(...toShipping)).toMatchObject({ step: 'shipping', options: [free, fast], chosen: 0 });
    expect(walk(...toPayment)).toMatchObject({
      step: 'payment',
      chosen: 1,
      attempt: 'a1',
      payment: { ...payment, phase: 'open', notice: null, isEarlier: false },
    });
    expect(
      walk(...toPayment, { type: 'submitted' }, { type: 'confirmed', orderNumber: 'AB12CD34', statusUrl: '/order/t' }),
    ).toEqual({
      step: 'done',
      statusUrl: '/order/t',
      orderNumber: 'AB12CD34',
      isEarlier: false,
    });
  });
  test('initially selects the cheapest rate, and the faster of two with the same price', () => {
    const quoted = (...options: ShippingOption[]) => walk(...toAddress, { type: 'quoted', options });
    expect(quoted(fast, free)).toMatchObject({ chosen: 1 });
    expect(quoted(fast, { ...fast, estimatedDays: 4 }, { ...fast, estimatedDays: 1 })).toMatchObject({ chosen: 2 });
    expect(quoted(free, free)).toMatchObject({ chosen: 0 });
  });
  test('neither a payment nor a shipping step exists without rates', () => {
    expect(walk(...toAddress, { type: 'payment_opened', answer })).toEqual(walk(...toAddress));
    expect(walk(...toShipping, { type: 'chose', index: 7 })).toEqual(walk(...toShipping));
    expect(walk(...toAddress, { type: 'quoted', options: [] })).toEqual(walk(...toAddress));
  });
  test('the copy of the cart does not change (P14)', () => {
    expect(walk(...toPayment, { type: 'start', lines: [], attempt: 'a2' })).toEqual(walk(...toPayment));
  });
});

describe('a price that differs from the page’s (P14)', () => {
  const dearer = {
    lines: [{ id: 'box40', quantity: 2, priceCents: 2199 }],
    ...NO_AMOUNT_CENTS,
    shippingCents: 1250,
    totalCents: 5648,
  } as const;
  const toDearer: CheckoutEvent[] = [
    ...toShipping,
    { type: 'chose', index: 1 },
    { type: 'payment_opened', answer: { ...answer, charge: dearer } },
  ];
  test('is shown as it will be charged, with a notice, which disappears when the shopper pays', () => {
    expect(totalsOf(walk(...toDearer))).toMatchObject({
      subtotalCents: 4398,
      shippingCents: 1250,
      taxCents: 0,
      totalCents: 5648,
    });
    expect(pricedLines(walk(...toDearer))).toEqual(dearer.lines);
    expect(walk(...toDearer)).toMatchObject({ payment: { notice: 'repriced' } });
    expect(walk(...toDearer, { type: 'submitted' })).toMatchObject({ payment: { notice: null } });
  });
  test('stays with its payment after a reload, even if the catalogue has changed', () => {
    const kept = JSON.stringify({ version: CHECKOUT_VERSION, checkout: walk(...toDearer) });
    expect(totalsOf(readCheckout(kept))?.totalCents).toBe(5648);
  });
  test('before there is a payment, the page’s catalogue applies', () => {
    expect(totalsOf(walk(...toShipping, { type: 'chose', index: 1 }))?.totalCents).toBe(5248);
    expect(totalsOf(walk(...toDearer, { type: 'back', to: 'shipping' }))?.totalCents).toBe(5248);
  });
});

describe('a discount code', () => {
  const start: CheckoutEvent = { type: 'start', lines, attempt: 'a1' };
  const checked: CheckoutEvent = { type: 'coded', code: 'GUAVA10', discountCents: 400 };
  const quoted: CheckoutEvent = { type: 'quoted', options: [free, fast], discountCents: 400 };
  test('is shown in every step, and kept when going back and forth', () => {
    expect(totalsOf(walk(start, checked))).toMatchObject({ subtotalCents: 3998, discountCents: 400, totalCents: 3598 });
    const shipping = walk(start, checked, { type: 'typed', address }, quoted);
    expect(totalsOf(shipping)).toMatchObject({ discountCents: 400, shippingCents: 0, taxCents: 0, totalCents: 3598 });
    const back = moveCheckout(shipping, { type: 'back', to: 'address' });
    expect(back).toMatchObject({ step: 'address', code: 'GUAVA10', discountCents: 400 });
  });
  test('deducts what the latest quote says, and in the payment what is charged (N15)', () => {
    const shipping = walk(start, checked, { type: 'typed', address }, { ...quoted, discountCents: 200 });
    expect(totalsOf(shipping)?.totalCents).toBe(3798);
    const less = {
      ...answer,
      charge: { ...charge, discountCents: 100, shippingCents: 0, taxCents: 0, totalCents: 3898 },
    };
    const paying = moveCheckout(shipping, { type: 'payment_opened', answer: less });
    expect(totalsOf(paying)).toMatchObject({ discountCents: 100, totalCents: 3898 });
    expect(paying).toMatchObject({ payment: { notice: 'repriced' } });
  });
});

describe('the text of a code', () => {
  const start: CheckoutEvent = { type: 'start', lines, attempt: 'a1' };
  test('belongs to the checkout before it is checked, and deducts nothing until then', () => {
    const typed = walk(
      start,
      { type: 'coded', code: 'GUAVA10', discountCents: 400 },
      { type: 'coded', code: 'GUAVA1' },
    );
    expect(typed).toMatchObject({ code: 'GUAVA1' });
    expect(totalsOf(typed)).toMatchObject({ discountCents: 0, totalCents: 3998 });
  });
  test('stays in its field with the reason if it cannot be used; the full price is due', () => {
    const refused = walk(start, { type: 'coded', code: 'OLD', codeError: 'It has ended.' });
    expect(refused).toMatchObject({ step: 'address', code: 'OLD', codeError: 'It has ended.' });
    expect(totalsOf(refused)).toMatchObject({ discountCents: 0, totalCents: 3998 });
  });
  test('keeps its reason when the rates are without it, also back in its field', () => {
    const quoted = { type: 'quoted' as const, options: [free], discountCents: 0, codeError: 'It has ended.' };
    const shipping = walk(start, { type: 'typed', address }, { type: 'coded', code: 'OLD' }, quoted);
    expect(shipping).toMatchObject({ step: 'shipping', code: 'OLD', codeError: 'It has ended.' });
    expect(moveCheckout(shipping, { type: 'back', to: 'address' })).toMatchObject({ codeError: 'It has ended.' });
    const { codeError } = moveCheckout(shipping, { type: 'quoted', options: [free] }) as { codeError?: unknown };
    expect(codeError).toBeUndefined();
  });
  test('can only be changed in the address step', () => {
    expect(moveCheckout(walk(...toPayment), { type: 'coded', code: 'LATE' })).toEqual(walk(...toPayment));
  });
});

describe('one attempt per checkout (P13)', () => {
  test('stays the same in every step, back and forth; the next checkout gets a new one', () => {
    const back = walk(...toPayment, { type: 'back', to: 'shipping' }, { type: 'chose', index: 0 });
    expect(back).toMatchObject({ step: 'shipping', chosen: 0, attempt: 'a1' });
    expect(moveCheckout(back, { type: 'back', to: 'address' })).toMatchObject({ step: 'address', attempt: 'a1' });
    expect(walk(...toPayment, { type: 'closed' }, { type: 'start', lines, attempt: 'a2' })).toMatchObject({
      step: 'address',
      attempt: 'a2',
    });
  });
});

describe('Back and Forward', () => {
  const back = (checkout: Checkout, to: 'closed' | 'address' | 'shipping') =>
    moveCheckout(checkout, { type: 'back', to });
  const forward = (checkout: Checkout) => moveCheckout(checkout, { type: 'forward' });
  test('lead from the payment to the shop, and to the same payment again', () => {
    const payment = walk(...toPayment);
    const shipping = back(payment, 'shipping');
    const address = back(shipping, 'address');
    const shop = back(address, 'closed');
    expect([shop, address, shipping, payment].map(depthOf)).toEqual([0, 1, 2, 3]);
    expect(forward(shop)).toBe(address);
    expect(forward(address)).toBe(shipping);
    expect(forward(shipping)).toBe(payment);
    expect(forward(payment)).toBe(payment);
    expect(back(payment, 'closed')).toEqual(shop);
  });
  test('lead to the same steps after a reload', () => {
    const shop = back(walk(...toPayment), 'closed');
    const read = readCheckout(JSON.stringify({ version: CHECKOUT_VERSION, checkout: shop }));
    expect(forward(forward(forward(read)))).toEqual(walk(...toPayment));
    const gone = JSON.stringify({ version: CHECKOUT_VERSION, checkout: shop }).replaceAll('box40', 'gone');
    expect(readCheckout(gone)).toEqual(CLOSED);
  });
  test('lead only up to the first step whose input has changed', () => {
    const shipping = back(walk(...toPayment), 'shipping');
    const dearer = moveCheckout(shipping, { type: 'chose', index: 0 });
    expect(forward(dearer)).toBe(dearer);
    for (const event of [
      { type: 'typed', address: { ...address, zipCode: '33132' } },
      { type: 'coded', code: 'GUAVA10' },
    ] as const) {
      const changed = moveCheckout(back(shipping, 'address'), event);
      expect(forward(changed)).toBe(changed);
    }
    expect(forward(walk(...toShipping, { type: 'failed', message: 'No rates' }))).toMatchObject({ step: 'closed' });
    expect(forward(CLOSED)).toBe(CLOSED);
  });
  test('the chosen shipping stays selected when the same address is submitted again', () => {
    const address = back(walk(...toShipping, { type: 'chose', index: 1 }), 'address');
    expect(moveCheckout(address, { type: 'quoted', options: [free, fast] })).toMatchObject({ chosen: 1 });
  });
  test('a new payment does not restore an abandoned one', () => {
    const again = moveCheckout(back(walk(...toPayment), 'shipping'), { type: 'payment_opened', answer });
    expect(again).toMatchObject({ step: 'payment' });
    expect(again).not.toHaveProperty('ahead');
  });
  test('the attempt stays the same in both directions', () => {
    let checkout = walk(...toPayment);
    for (const to of ['shipping', 'address', 'closed'] as const) checkout = back(checkout, to);
    for (let step = 1; step <= 3; step++) {
      checkout = forward(checkout);
      expect(checkout).toMatchObject({ attempt: 'a1' });
    }
  });
});

describe('payment', () => {
  test('a decline reopens the step with the same payment (P17)', () => {
    const state = walk(...toPayment, { type: 'submitted' }, { type: 'released', notice: null });
    expect(state).toMatchObject({ step: 'payment', payment: { ...payment, phase: 'open' } });
  });
  test('going back is impossible during a payment and after it', () => {
    for (const type of ['submitted', 'processing', 'paid'] as const) {
      const state = walk(...toPayment, { type });
      expect(moveCheckout(state, { type: 'back', to: 'shipping' })).toBe(state);
      expect(moveCheckout(state, { type: 'back', to: 'address' })).toBe(state);
      expect(moveCheckout(state, { type: 'back', to: 'closed' })).toBe(state);
    }
  });
  test('a completed payment never reopens', () => {
    const paid = walk(...toPayment, { type: 'submitted' }, { type: 'paid' });
    expect(moveCheckout(paid, { type: 'released', notice: null })).toBe(paid);
    expect(moveCheckout(paid, { type: 'submitted' })).toBe(paid);
  });
  test('a payment in process at the bank is neither repeated nor abandoned, until the bank decides (P18)', () => {
    const state = walk(...toPayment, { type: 'submitted' }, { type: 'processing' });
    const opened: CheckoutEvent = { type: 'payment_opened', answer: { ...answer, status: 'processing' } };
    const resumed = walk(...toShipping, { type: 'chose', index: 1 }, opened);
    for (const now of [state, resumed]) {
      expect(now).toMatchObject({ payment: { phase: 'processing' } });
      for (const event of [{ type: 'submitted' }, { type: 'unchecked' }] as const) {
        expect(moveCheckout(now, event)).toBe(now);
      }
      const refused = moveCheckout(now, { type: 'released', notice: 'not_completed' });
      expect(refused).toMatchObject({ payment: { phase: 'open', notice: 'not_completed' } });
      expect(moveCheckout(now, { type: 'paid' })).toMatchObject({ payment: { phase: 'paid' } });
    }
  });
  test('a payment completed by an earlier visit is never open, and its order says so (P3)', () => {
    const opened: CheckoutEvent = { type: 'payment_opened', answer: { ...answer, status: 'succeeded' } };
    const state = walk(...toShipping, { type: 'chose', index: 1 }, opened);
    expect(state).toMatchObject({ step: 'payment', payment: { phase: 'paid', isEarlier: true } });
    for (const event of [{ type: 'submitted' }, { type: 'back', to: 'shipping' }] as const) {
      expect(moveCheckout(state, event)).toBe(state);
    }
    const confirmed: CheckoutEvent = { type: 'confirmed', orderNumber: 'X', statusUrl: '/order/x' };
    expect(moveCheckout(state, confirmed)).toMatchObject({ step: 'done', isEarlier: true });
  });
  test('a return with this tab’s payment has to be checked; with another it is a separate step (P15)', () => {
    expect(walk(...toPayment, { type: 'returned', paymentIntentId: 'pi_12345678' })).toMatchObject({
      step: 'payment',
      payment: { phase: 'submitted' },
    });
    expect(walk({ type: 'returned', paymentIntentId: 'pi_87654321' })).toMatchObject({
      step: 'returned',
      paymentIntentId: 'pi_87654321',
    });
  });
  test("the payment's id is the part of the client secret before `_secret`", () => {
    expect(paymentIntentIdOf('pi_12345678_secret_abc_def')).toBe('pi_12345678');
  });
});

describe('errors and leaving', () => {
  test('an error closes the checkout with its message and keeps the input', () => {
    const closed = walk(...toShipping, { type: 'failed', message: 'No rates' });
    expect(closed).toEqual({ step: 'closed', address, error: 'No rates' });
    expect(moveCheckout(closed, { type: 'start', lines, attempt: 'a2' })).toEqual({
      step: 'address',
      lines,
      address,
      attempt: 'a2',
    });
  });
  test('after an order the next checkout starts with an empty form', () => {
    const done = walk(...toPayment, { type: 'confirmed', orderNumber: 'X', statusUrl: '/order/x' });
    expect(moveCheckout(done, { type: 'start', lines, attempt: 'a2' })).toMatchObject({
      step: 'address',
      address: EMPTY_ADDRESS,
    });
  });
});

describe('totals', () => {
  test('are the items, later with the chosen rate', () => {
    expect(totalsOf(walk(...toAddress))).toMatchObject({ subtotalCents: 3998, shippingCents: null, totalCents: 3998 });
    expect(totalsOf(walk(...toShipping))).toMatchObject({
      subtotalCents: 3998,
      shippingCents: 0,
      taxCents: 0,
      totalCents: 3998,
    });
    expect(totalsOf(walk(...toPayment))).toEqual({
      subtotalCents: 3998,
      ...NO_AMOUNT_CENTS,
      shippingCents: 1250,
      totalCents: 5248,
    });
    expect(totalsOf(CLOSED)).toBeNull();
  });
  test('include the tax of the chosen rate, as does the payment', () => {
    const taxed = [free, { ...fast, taxCents: 437 }];
    const quoted: CheckoutEvent[] = [...toAddress, { type: 'quoted', options: taxed }, { type: 'chose', index: 1 }];
    expect(totalsOf(walk(...quoted))).toMatchObject({ taxCents: 437, totalCents: 5685 });
    const charged = { ...answer, charge: { ...charge, taxCents: 437, totalCents: 5685 } };
    const paying = walk(...quoted, { type: 'payment_opened', answer: charged });
    expect(paying).toMatchObject({ payment: { notice: null } });
    expect(totalsOf(paying)).toMatchObject({ taxCents: 437, totalCents: 5685 });
  });
});

describe('reload (P15)', () => {
  test('restores the same payment', () => {
    const checkout = walk(...toPayment);
    expect(readCheckout(JSON.stringify({ version: CHECKOUT_VERSION, checkout }))).toEqual(checkout);
  });
  test.each([null, '', '{', '3', '{"version":0,"checkout":{"step":"address"}}', `{"version":${CHECKOUT_VERSION}}`])(
    '%s is a closed checkout',
    (text) => {
      expect(readCheckout(text)).toEqual(CLOSED);
    },
  );
  test('a checkout with a product that is no longer sold is closed', () => {
    const checkout = { ...walk(...toPayment), lines: [{ id: 'gone', quantity: 1 }] };
    expect(readCheckout(JSON.stringify({ version: CHECKOUT_VERSION, checkout }))).toEqual(CLOSED);
  });
});
