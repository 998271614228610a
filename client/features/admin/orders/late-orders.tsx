import { OpenOrders } from './open-orders.tsx';

/** The longest wait first. */
export default function LateOrders() {
  return <OpenOrders when="late" sort="oldest" />;
}
