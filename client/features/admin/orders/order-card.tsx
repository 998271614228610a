import * as m from '#messages';
import type { Order } from '#shared/orders/admin-orders.ts';
import { spokenNumber } from '#shared/orders/numbers.ts';
import type { OrderStatus } from '#shared/orders/orders.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import { ChangeError } from '../kit/detail/change-error.tsx';
import { formatAmount, formatShortDay } from '../kit/format.ts';
import { RowCard } from '../kit/list/data-table.tsx';
import { OwnerOnly } from '../kit/role.tsx';
import { MoneyMarks } from './money-marks.tsx';
import { OrderStatusSelect } from './order-status.tsx';

type Props = {
  order: Order;
  /** Why the last change of its status was refused. */
  failure: unknown;
  onStatus: (status: OrderStatus) => void;
  onOpen: () => void;
};

/** An order on a phone. Address, items, shipping and tracking are in its detail. */
export function OrderCard({ order, failure, onStatus, onOpen }: Props) {
  const number = orderNumber(order.id);
  return (
    <>
      <RowCard
        title={
          <>
            {number} <span className="font-normal text-ink-soft">{spokenNumber(order.number)}</span>
          </>
        }
        titleClass="whitespace-nowrap tabular-nums"
        openLabel={m.admin_order_open({ number: `${number} ${spokenNumber(order.number)}` })}
        onOpen={onOpen}
        aside={
          <OwnerOnly>
            <span className="font-semibold tabular-nums">{formatAmount(order.totalAmount)}</span>
          </OwnerOnly>
        }
        text={[order.customerName]}
        facts={
          <>
            <MoneyMarks order={order} />
            <span>{formatShortDay(order.createdAt)}</span>
          </>
        }
        action={<OrderStatusSelect hasTone order={order} onChange={onStatus} />}
      />
      <ChangeError error={failure} />
    </>
  );
}
