import { OpenOrders } from './open-orders.tsx';

/** The newest first: behind the oldest ones there may be pages of late orders. */
export default function DueOrders() {
  return <OpenOrders isLate={false} sort="newest" />;
}
