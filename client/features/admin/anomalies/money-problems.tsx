import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { Anomaly, Order } from '#shared/admin-orders.ts';
import { ADMIN_SCREEN_PATHS } from '#shared/admin-paths.ts';
import { orderNumber } from '#shared/orders.ts';
import { formatAmount, formatDay } from '../format.ts';
import { adminKeys } from '../keys.ts';
import { wholeRead } from '../rows.ts';
import { RowStates } from '../table-frame.tsx';
import { TodayList } from '../today-list.tsx';
import AnomalyList from './anomaly-list.tsx';

/** Payments that match no checkout, and disputes that await an answer. */
export default function MoneyProblems() {
  const anomalies = wholeRead(useQuery<Anomaly[]>({ queryKey: adminKeys.anomalies }));
  const disputes = wholeRead(useQuery<Order[]>({ queryKey: adminKeys.disputes }));
  return (
    <>
      {/* One of the two may have none. */}
      {anomalies.rows?.length !== 0 && (
        <RowStates read={anomalies}>{(rows) => <AnomalyList anomalies={rows} />}</RowStates>
      )}
      {disputes.rows?.length !== 0 && (
        <RowStates read={disputes}>
          {(rows) => (
            <TodayList
              rows={rows}
              all={ADMIN_SCREEN_PATHS.orders}
              row={(order) => ({
                path: `${ADMIN_SCREEN_PATHS.orders}/${order.id}`,
                title: m.admin_today_dispute({ number: orderNumber(order.id) }),
                facts: `${order.customerName} · ${formatAmount(order.totalAmount)} · ${formatDay(order.createdAt)}`,
              })}
            />
          )}
        </RowStates>
      )}
    </>
  );
}
