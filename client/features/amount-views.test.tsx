import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { brandContent } from '#shared/catalogue/brand-products.ts';
import { ADDITIONS, AMOUNTS, DEDUCTIONS, forEachAmount, forEachAmountCents } from '#shared/core/amounts.ts';
import { forEachLanguage, LANGUAGES } from '#shared/core/language.ts';
import { centsToText } from '#shared/core/money.ts';
import { orderTotals } from '#shared/core/totals.ts';
import type { OrderDetail } from '#shared/orders/admin-orders.ts';
import type { OrderStatusView } from '#shared/orders/status.ts';
import { startContent } from '../lib/catalogue.ts';
import { startLanguage } from '../lib/language.ts';
import { OrderLines } from './admin/orders/order-lines.tsx';
import { type Checkout, EMPTY_ADDRESS } from './checkout/checkout-machine.ts';
import { OrderSummary } from './checkout/order-summary.tsx';
import { OrderItems } from './order-status/order-items.tsx';

startContent(brandContent());

/** All sums differ: 1.01, 1.02, … */
const cents = forEachAmountCents(AMOUNTS, (name) => 101 + AMOUNTS.indexOf(name));
const amounts = forEachAmount(AMOUNTS, (name) => centsToText(cents[`${name}Cents`]));
const lines = [{ id: 'box40', quantity: 2, priceCents: 1999 }] as const;
const totals = orderTotals(lines, { ...cents, shippingCents: 935 });

const order = {
  ...amounts,
  lines: [{ id: 'box40', name: 'Box of 40', quantity: 2, unitPriceCents: 1999, components: null, paidBack: 0 }],
  discountCode: 'GUAVA10',
  taxLines: [{ name: 'TX', rate: '8.25', reason: 'by_table', amount: amounts.tax }],
  shippingCost: '9.35',
  shippingMethod: null,
  shippingCarrier: null,
  totalAmount: centsToText(totals.totalCents),
  difference: '0.00',
};

const quoted = {
  step: 'shipping',
  lines,
  address: EMPTY_ADDRESS,
  attempt: 'a1',
  discountCents: cents.discountCents,
  options: [{ serviceName: 'Fast', carrier: 'UPS', rateCents: 935, estimatedDays: 2, isFree: false, ...cents }],
  chosen: 0,
} as const satisfies Checkout;
const { subtotalCents: _, ...charged } = totals;
const started: Checkout = {
  ...quoted,
  step: 'payment',
  payment: {
    clientSecret: 'pi_1_secret',
    provider: 'sandbox',
    phase: 'open',
    notice: null,
    isEarlier: false,
    charge: { lines, ...charged },
  },
};

const views = {
  'the checkout with a quote': () => <OrderSummary checkout={quoted} />,
  'the checkout with a payment': () => <OrderSummary checkout={started} />,
  'the page of an order': () => pageOf(order),
  'an order of the admin': () => <OrderLines order={order as unknown as OrderDetail} />,
};

function pageOf(given: typeof order) {
  const items = [{ id: 'box40', name: 'Box of 40', quantity: 2, price: '19.99' }];
  const page = { ...given, items, taxReason: forEachLanguage(() => '') };
  return <OrderItems order={page as unknown as OrderStatusView} />;
}

test.each(Object.entries(views).flatMap(([name, view]) => LANGUAGES.map((language) => ({ name, view, language }))))(
  '$name in $language shows each amount: what is taken off, the shipping, what is added, the total',
  (given) => {
    startLanguage(given.language);
    const shown = renderToStaticMarkup(given.view()).match(/−?\$[\d.]+/g);
    const money = (name: (typeof AMOUNTS)[number]) => `$${amounts[name]}`;
    expect(shown?.slice(-(AMOUNTS.length + 2))).toEqual([
      ...DEDUCTIONS.map((name) => `−${money(name)}`),
      '$9.35',
      ...ADDITIONS.map(money),
      `$${order.totalAmount}`,
    ]);
  },
);

test.each(['19.99', '-19.99'])(
  'after a change of items the difference of %s stands before what was paid',
  (difference) => {
    const changed = { ...order, difference };
    for (const view of [pageOf(changed), <OrderLines key="admin" order={changed as unknown as OrderDetail} />]) {
      const shown = renderToStaticMarkup(view).match(/−?\$[\d.]+/g);
      expect(shown?.slice(-2)).toEqual([`${difference === '19.99' ? '' : '−'}$19.99`, `$${order.totalAmount}`]);
    }
  },
);
