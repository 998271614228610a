import * as m from '#messages';
import type { Order } from '#shared/orders/admin-orders.ts';
import { spokenNumber } from '#shared/orders/numbers.ts';
import type { OrderStatus } from '#shared/orders/orders.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import { Button } from '../../../ui/button.tsx';
import { ChangeError } from '../kit/detail/change-error.tsx';
import { formatAmount, formatShortDay } from '../kit/format.ts';
import type { Column } from '../kit/list/data-table.tsx';
import { TextButton } from '../kit/row-buttons.tsx';
import { addressLines } from './address.ts';
import { MoneyMarks } from './money-marks.tsx';
import { OrderStatusSelect } from './order-status.tsx';
import { TrackingLink } from './ship/tracking-link.tsx';
import { Shipping } from './shipping.tsx';

type Actions = {
  failure: (order: Order) => unknown;
  onStatus: (order: Order, status: OrderStatus) => void;
  onOpen: (order: Order) => void;
  onTracking: (order: Order) => void;
};

/**
 * The columns of docs/specification.md#admin-tables: Order ID, Customer, Items, Shipping, Total, Date, Status (which its
 * selector shows) and Tracking.
 */
export function orderColumns(actions: Actions): Column<Order>[] {
  return [...boughtColumns(actions), ...handledColumns(actions)];
}

function boughtColumns({ onOpen }: Pick<Actions, 'onOpen'>): Column<Order>[] {
  return [
    {
      id: 'id',
      header: m.admin_col_order(),
      cell: (row) => (
        <>
          <OpenButton order={row} onOpen={() => onOpen(row)} />
          <span className="cell-line tabular-nums text-ink-soft">{spokenNumber(row.number)}</span>
        </>
      ),
    },
    {
      id: 'customer',
      header: m.admin_col_customer(),
      cell: (row) => <Customer order={row} />,
    },
    {
      id: 'items',
      needsRoom: true,
      header: m.admin_col_items(),
      className: 'min-w-32',
      cell: (row) => <Lines order={row} />,
    },
    {
      id: 'shipping',
      needsRoom: true,
      header: m.admin_col_shipping(),
      className: 'min-w-24',
      cell: (row) => <Shipping order={row} />,
    },
    {
      id: 'total',
      isOwners: true,
      header: m.admin_col_total(),
      sort: { ascending: 'lowest', descending: 'highest' },
      className: 'whitespace-nowrap tabular-nums',
      cell: (row) => <span className="font-semibold">{formatAmount(row.totalAmount)}</span>,
    },
    {
      id: 'date',
      header: m.admin_col_date(),
      sort: { ascending: 'oldest', descending: 'newest' },
      className: 'whitespace-nowrap',
      cell: (row) => formatShortDay(row.createdAt),
    },
  ];
}

function handledColumns({ failure, onStatus, onTracking }: Actions): Column<Order>[] {
  return [
    {
      id: 'status',
      header: m.admin_col_status(),
      cell: (row) => (
        <>
          <div className="flex flex-wrap items-center gap-1">
            <OrderStatusSelect hasTone order={row} onChange={(status) => onStatus(row, status)} />
            <MoneyMarks order={row} />
          </div>
          <ChangeError error={failure(row)} />
        </>
      ),
    },
    {
      id: 'tracking',
      needsRoom: true,
      header: m.admin_col_tracking(),
      cell: (row) => <Tracking order={row} onTracking={() => onTracking(row)} />,
    },
  ];
}

function OpenButton({ order, onOpen }: { order: Order; onOpen: () => void }) {
  const number = orderNumber(order.id);
  return (
    <TextButton className="cell-opener whitespace-nowrap" label={m.admin_order_open({ number })} onClick={onOpen}>
      {number}
    </TextButton>
  );
}

function Customer({ order }: { order: Order }) {
  const [name = '', ...address] = addressLines(order);
  return (
    <>
      <span className="cell-line font-semibold">{order.customerName}</span>
      <span className="cell-list cell-line text-ink-soft">
        {order.recipientName && <span>{m.admin_gift_for({ name })}</span>}
        {address.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </span>
    </>
  );
}

function Lines({ order }: { order: Order }) {
  return (
    <ul className="cell-list">
      {order.lines.map(({ id, quantity, name, paidBack }) => (
        <li key={id}>
          {[`${quantity} x ${name}`, paidBack > 0 && m.admin_line_paid_back({ count: paidBack })]
            .filter(Boolean)
            .join(' ')}
        </li>
      ))}
    </ul>
  );
}

function Tracking({ order, onTracking }: { order: Order; onTracking: () => void }) {
  if (order.trackingNumber) {
    return (
      <span className="cell-list">
        <TrackingLink order={order} />
        <span className="text-ink-soft">{order.trackingCarrier}</span>
      </span>
    );
  }
  return (
    <Button
      size="small"
      variant="quiet"
      className="px-3! whitespace-nowrap"
      aria-label={m.admin_tracking_add_to({ number: orderNumber(order.id) })}
      onClick={onTracking}
    >
      {m.admin_tracking_add()}
    </Button>
  );
}
