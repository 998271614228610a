import * as m from '#messages';
import { adminKeys } from '../../keys.ts';
import { MoneyOrders } from '../money-orders.tsx';

/** Orders whose refund came back or was refused. */
export default function FailedRefunds() {
  return <MoneyOrders queryKey={adminKeys.failedRefunds} title={m.admin_today_refund} />;
}
