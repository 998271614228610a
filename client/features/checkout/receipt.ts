import { AMOUNTS, forEachAmountCents } from '#shared/core/amounts.ts';
import { forEachLanguage } from '#shared/core/language.ts';
import { centsOf } from '#shared/core/money.ts';
import { orderTotals } from '#shared/core/totals.ts';
import type { OrderStatusView } from '#shared/orders/status.ts';
import { getProduct } from '../cart/cart-prices.ts';
import { type AtPayment, pricedLines, type Receipt, totalsOf } from './checkout-machine.ts';

/** The receipt of a payment made in this tab. */
export function receiptOfPayment(checkout: AtPayment): Receipt {
  const { fullName, recipientName, addressLine1, addressLine2, city, state, zipCode, email } = checkout.address;
  const shipTo = [recipientName.trim() || fullName, addressLine1, addressLine2, `${city.trim()}, ${state} ${zipCode}`];
  return {
    lines: pricedLines(checkout).map((line) => ({ ...line, names: getProduct(line.id).name })),
    totals: totalsOf(checkout),
    shipTo: shipTo.map((line) => line.trim()).filter(Boolean),
    promised: checkout.options[checkout.chosen]?.promised,
    email: email.trim(),
  };
}

/** The receipt of an order paid elsewhere, from its status page. */
export function receiptOfOrder(order: OrderStatusView): Receipt {
  const lines = order.items.map(({ id, name, names, quantity, price }) => {
    return { id, names: names ?? forEachLanguage(() => name), quantity, priceCents: centsOf(price) };
  });
  const amounts = forEachAmountCents(AMOUNTS, (name) => centsOf(order[name]));
  const { shipBy, arriveBy } = order;
  return {
    lines,
    totals: {
      ...orderTotals(lines, { ...amounts, shippingCents: centsOf(order.shippingCost ?? '0.00') }),
      discountName: order.discountName,
    },
    shipTo: [`${order.city}, ${order.state}`],
    promised: shipBy && arriveBy ? { shipBy, arriveBy } : undefined,
  };
}
