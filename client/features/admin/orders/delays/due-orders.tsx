import { OpenOrders } from '../open-orders.tsx';

/** Those that were promised to leave today. */
export default function DueOrders() {
  return <OpenOrders when="due" sort="oldest" />;
}
