import { useQuery } from '@tanstack/react-query';
import { ADMIN_SCREEN_PATHS } from '#shared/admin/paths.ts';
import type { Order } from '#shared/orders/admin-orders.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import { formatAmount, formatDay } from '../kit/format.ts';
import { wholeRead } from '../kit/list/rows.ts';
import { RowStates } from '../kit/list/table-frame.tsx';
import { TodayList } from '../kit/list/today-list.tsx';

type Props = {
  /** The query of these orders. */
  queryKey: readonly string[];
  title: (order: { number: string }) => string;
};

/** Orders with a refund or dispute problem, each linked to its detail. */
export function MoneyOrders({ queryKey, title }: Props) {
  const read = wholeRead(useQuery<Order[]>({ queryKey: [...queryKey] }));
  return (
    <RowStates read={read}>
      {(rows) => (
        <TodayList
          rows={rows}
          all={ADMIN_SCREEN_PATHS.orders}
          row={(order) => ({
            path: `${ADMIN_SCREEN_PATHS.orders}/${order.id}`,
            title: title({ number: orderNumber(order.id) }),
            facts: `${order.customerName} · ${formatAmount(order.totalAmount)} · ${formatDay(order.createdAt)}`,
          })}
        />
      )}
    </RowStates>
  );
}
