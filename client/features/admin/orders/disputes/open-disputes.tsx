import * as m from '#messages';
import { adminKeys } from '../../keys.ts';
import { MoneyOrders } from '../money-orders.tsx';

/** Disputes that await the shop's answer. */
export default function OpenDisputes() {
  return <MoneyOrders queryKey={adminKeys.disputes} title={m.admin_today_dispute} />;
}
