import { OpenOrders } from '../open-orders.tsx';

/** Orders promised to leave today. */
export default function DueOrders() {
  return <OpenOrders when="due" sort="oldest" />;
}
