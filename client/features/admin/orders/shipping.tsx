import * as m from '#messages';
import type { Order } from '#shared/orders/admin-orders.ts';
import { formatAmount } from '../kit/format.ts';

/** Method, carrier and cost; FREE when it costs nothing; a dash when there is none. */
export function Shipping({ order }: { order: Pick<Order, 'shippingMethod' | 'shippingCarrier' | 'shippingCost'> }) {
  const { shippingMethod, shippingCarrier, shippingCost } = order;
  if (!shippingMethod && !shippingCarrier && shippingCost === null) {
    return (
      <>
        <span aria-hidden="true">-</span>
        <span className="sr-only">{m.admin_dash()}</span>
      </>
    );
  }
  return (
    <span className="cell-list">
      {shippingMethod && <span>{shippingMethod}</span>}
      {shippingCarrier && <span className="text-ink-soft">{shippingCarrier}</span>}
      {shippingCost !== null && <span className="font-semibold">{shippingPrice(shippingCost)}</span>}
    </span>
  );
}

export function shippingPrice(cost: string): string {
  return cost === '0.00' ? m.admin_free() : formatAmount(cost);
}
