import { OpenOrders } from '../open-orders.tsx';

/** The newest first: behind the oldest ones there may be pages of late orders. */
export default function LaterOrders() {
  return <OpenOrders when="later" sort="newest" />;
}
