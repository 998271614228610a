import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { adminPath } from '#shared/admin/paths.ts';
import type { Order } from '#shared/orders/admin-orders.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import { adminKeys } from '../../keys.ts';
import { formatAmount, formatDay } from '../../kit/format.ts';
import { wholeRead } from '../../kit/list/rows.ts';
import { TodayList } from '../../kit/list/today-list.tsx';

/** Disputes that await the shop's answer, and refunds that came back or were refused. */
const KINDS = {
  disputes: { queryKey: adminKeys.disputes, title: m.admin_today_dispute },
  refunds: { queryKey: adminKeys.failedRefunds, title: m.admin_today_refund },
} as const;

/** Orders with such a problem, each linked to its detail. */
export default function MoneyOrders({ kind }: { kind: keyof typeof KINDS }) {
  const { queryKey, title } = KINDS[kind];
  return (
    <TodayList
      read={wholeRead(useQuery<Order[]>({ queryKey }))}
      all={adminPath('orders')}
      row={(order) => ({
        path: adminPath('orders', { open: order.id }),
        title: title({ number: orderNumber(order.id) }),
        facts: [order.customerName, formatAmount(order.totalAmount), formatDay(order.createdAt)],
      })}
    />
  );
}
