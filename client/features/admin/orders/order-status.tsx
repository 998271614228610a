import type { Order } from '#shared/orders/admin-orders.ts';
import { ORDER_STATUSES, type OrderStatus, orderNumber } from '#shared/orders/orders.ts';
import { orderStatusLabels } from '../kit/labels.ts';
import { useIsOwner } from '../kit/role.tsx';
import { StatusBadge, StatusSelect } from '../kit/status.tsx';

const WITHOUT_CANCELLED = ORDER_STATUSES.filter((status) => status !== 'cancelled');

/** The statuses that whoever is signed in may set. */
export const useOrderStatuses = (): readonly OrderStatus[] => (useIsOwner() ? ORDER_STATUSES : WITHOUT_CANCELLED);

type Props = { order: Order; hasTone?: boolean; onChange: (status: OrderStatus) => void };

/** Only the owner cancels an order, or takes that back. */
export function OrderStatusSelect({ order: { id, status }, ...select }: Props) {
  const statuses = useOrderStatuses();
  if (!statuses.includes(status)) return <StatusBadge status={status} labels={orderStatusLabels} />;
  return (
    <StatusSelect status={status} labels={orderStatusLabels} options={statuses} name={orderNumber(id)} {...select} />
  );
}
