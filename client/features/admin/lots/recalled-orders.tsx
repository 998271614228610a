import * as m from '#messages';
import { adminPath } from '#shared/admin/paths.ts';
import type { RecalledOrder, RecallOutcome } from '#shared/lots/recalls.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import { languageName } from '../../../lib/display-names.ts';
import { formatDay } from '../kit/format.ts';
import { StatusBadge } from '../kit/status.tsx';
import { outcomeLabels } from './words.ts';

/** Orders with their customers; with what became of the mail, once it is written. */
export function RecalledOrders({ orders }: { orders: readonly (RecalledOrder & { outcome?: RecallOutcome })[] }) {
  return (
    <ul className="mt-2 max-h-96 overflow-y-auto text-[0.95rem]">
      {orders.map((order) => (
        <li
          key={order.orderId}
          className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 border-line border-b py-2.5"
        >
          <span className="min-w-0 wrap-anywhere">
            <a className="link tabular-nums" href={adminPath('orders', { open: order.orderId })}>
              {orderNumber(order.orderId)}
            </a>{' '}
            <strong>{order.customerName}</strong>
            <span className="block text-[0.88rem] text-ink-soft">
              {[order.email, order.phone, languageName(order.language)].filter(Boolean).join(' · ')}
            </span>
            <span className="block text-[0.88rem] text-ink-soft">{factsOf(order)}</span>
          </span>
          {order.outcome && <StatusBadge status={order.outcome} labels={outcomeLabels} />}
        </li>
      ))}
    </ul>
  );
}

const factsOf = ({ quantity, createdAt, isSure, hasLeft }: RecalledOrder) =>
  [
    formatDay(createdAt),
    m.admin_recall_units({ count: quantity }),
    isSure ? '' : m.admin_recall_may_have(),
    hasLeft ? '' : m.admin_recall_not_left(),
  ]
    .filter(Boolean)
    .join(' · ');
