import { type ReactNode, useState } from 'react';
import * as m from '#messages';
import { ADMIN_SCREEN_PATHS } from '#shared/admin/paths.ts';
import type { Order, OrderSort } from '#shared/orders/admin-orders.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import { shipsWhen } from '#shared/shipping/ship-days.ts';
import { Button } from '../../../ui/button.tsx';
import { adminKeys } from '../keys.ts';
import { formatAmount, formatDay } from '../kit/format.ts';
import { TO_PROCESS } from '../kit/labels.ts';
import { lazyDialog } from '../kit/lazy.tsx';
import { pagedRead, useRows } from '../kit/list/rows.ts';
import { RowStates } from '../kit/list/table-frame.tsx';
import { TodayList } from '../kit/list/today-list.tsx';

const TrackingDialog = lazyDialog(() => import('./ship/tracking-dialog.tsx'));

type Props = {
  when: 'late' | 'due' | 'later';
  sort: OrderSort;
  /** An extra fact about an order, before the others. */
  fact?: (order: Order) => string;
  /** Before its tracking number. */
  action?: (order: Order) => ReactNode;
  /** Actions for all of them. `isWhole`: all such orders are displayed. */
  actions?: (orders: readonly Order[], isWhole: boolean) => ReactNode;
};

/** Unshipped orders of one line of Today, each with a field for its tracking number. */
export function OpenOrders({ when, sort, fact, action, actions }: Props) {
  const read = pagedRead(useRows<Order>(adminKeys.orders, { q: '', status: TO_PROCESS, sort }));
  const [tracked, setTracked] = useState<Order | null>(null);
  return (
    <>
      <RowStates read={{ ...read, more: undefined, rows: read.rows?.filter((row) => shipsWhen(row) === when) }}>
        {(rows) => (
          <>
            {actions?.(rows, !read.more?.isThere)}
            <TodayList
              rows={rows}
              all={`${ADMIN_SCREEN_PATHS.orders}?status=${TO_PROCESS}&sort=${sort}`}
              row={(order) => ({
                path: `${ADMIN_SCREEN_PATHS.orders}/${order.id}`,
                title: orderNumber(order.id),
                facts: [
                  fact?.(order),
                  order.customerName,
                  `${order.city}, ${order.state}`,
                  formatAmount(order.totalAmount),
                  formatDay(order.createdAt),
                ]
                  .filter(Boolean)
                  .join(' · '),
                action: (
                  <>
                    {action?.(order)}
                    <Button
                      size="small"
                      variant="quiet"
                      aria-label={m.admin_today_tracking({ number: orderNumber(order.id) })}
                      onClick={() => setTracked(order)}
                    >
                      {m.admin_tracking_add_long()}
                    </Button>
                  </>
                ),
              })}
            />
          </>
        )}
      </RowStates>
      {tracked && <TrackingDialog order={tracked} onClose={() => setTracked(null)} />}
    </>
  );
}
