import * as m from '#messages';
import type { Order } from '#shared/orders/admin-orders.ts';
import type { OrderStatus } from '#shared/orders/orders.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import { Button } from '../../../ui/button.tsx';
import { ChangeError } from '../kit/detail/change-error.tsx';
import { formatAmount, formatDay, formatShortDay } from '../kit/format.ts';
import { orderStatusLabels } from '../kit/labels.ts';
import type { Column } from '../kit/list/data-table.tsx';
import { StatusBadge, StatusSelect } from '../kit/status.tsx';
import { addressLines } from './address.ts';
import { MoneyMarks } from './money-marks.tsx';
import { TrackingLink } from './ship/tracking-link.tsx';
import { Shipping } from './shipping.tsx';

type Actions = {
  /** In short rows a day of this year is shown without the year. */
  isShort: boolean;
  failure: (order: Order) => unknown;
  onStatus: (order: Order, status: OrderStatus) => void;
  onOpen: (order: Order) => void;
  onTracking: (order: Order) => void;
};

/**
 * The columns of docs/specification.md#admin-tables: Order ID, Customer, Items, Shipping, Total, Date, Status, Tracking
 * and the status selector.
 */
export function orderColumns({ isShort, failure, onStatus, onOpen, onTracking }: Actions): Column<Order>[] {
  return [
    {
      id: 'id',
      header: m.admin_col_order(),
      cell: (row) => (
        <button
          type="button"
          className="text-button whitespace-nowrap"
          aria-label={m.admin_order_open({ number: orderNumber(row.id) })}
          onClick={() => onOpen(row)}
        >
          {orderNumber(row.id)}
        </button>
      ),
    },
    {
      id: 'customer',
      header: m.admin_col_customer(),
      // A short row has its own measure, in admin.css.
      className: isShort ? undefined : 'min-w-36',
      cell: (row) => {
        const [name = '', ...address] = addressLines(row);
        return (
          <>
            <span className="cell-line font-semibold">{row.customerName}</span>
            <span className="cell-list last-line text-ink-soft">
              {row.recipientName && <span>{m.admin_gift_for({ name })}</span>}
              {address.map((line) => (
                <span key={line}>{line}</span>
              ))}
            </span>
          </>
        );
      },
    },
    {
      id: 'items',
      needsRoom: true,
      header: m.admin_col_items(),
      className: 'min-w-32',
      cell: (row) => (
        <ul className="cell-list">
          {row.lines.map(({ id, quantity, name, paidBack }) => (
            <li key={id}>
              {quantity} x {name} {paidBack > 0 && m.admin_line_paid_back({ count: paidBack })}
            </li>
          ))}
        </ul>
      ),
    },
    {
      id: 'shipping',
      needsRoom: true,
      header: m.admin_col_shipping(),
      className: 'min-w-24',
      isExtra: true,
      cell: (row) => <Shipping order={row} />,
    },
    {
      id: 'total',
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
      cell: (row) => (isShort ? formatShortDay : formatDay)(row.createdAt),
    },
    {
      id: 'status',
      header: m.admin_col_status(),
      cell: (row) => (
        <div className="flex flex-wrap gap-1">
          <StatusBadge status={row.status} labels={orderStatusLabels} />
          <MoneyMarks order={row} />
        </div>
      ),
    },
    {
      id: 'tracking',
      needsRoom: true,
      header: m.admin_col_tracking(),
      cell: (row) =>
        row.trackingNumber ? (
          <span className="cell-list">
            <TrackingLink order={row} />
            <span className="text-ink-soft">{row.trackingCarrier}</span>
          </span>
        ) : (
          <Button
            size="small"
            variant="quiet"
            className="px-3! whitespace-nowrap"
            aria-label={m.admin_tracking_add_to({ number: orderNumber(row.id) })}
            onClick={() => onTracking(row)}
          >
            {m.admin_tracking_add()}
          </Button>
        ),
    },
    {
      id: 'actions',
      needsRoom: true,
      header: m.admin_col_actions(),
      cell: (row) => (
        <>
          <StatusSelect
            status={row.status}
            labels={orderStatusLabels}
            name={orderNumber(row.id)}
            onChange={(status) => onStatus(row, status)}
          />
          <ChangeError error={failure(row)} />
        </>
      ),
    },
  ];
}
