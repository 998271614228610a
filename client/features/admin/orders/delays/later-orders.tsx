import { OpenOrders } from '../open-orders.tsx';

/** Newest first, because the oldest may be pages of late orders. */
export default function LaterOrders() {
  return <OpenOrders when="later" sort="newest" />;
}
