import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import * as m from '#messages';
import { adminPath } from '#shared/admin/paths.ts';
import { CUSTOMER_ORDERS_SHOWN, type CustomerDetail } from '#shared/orders/customers.ts';
import { adminKeys } from '../keys.ts';
import { Detail } from '../kit/detail/detail.tsx';
import { EmailText } from '../kit/detail/email-text.tsx';
import { DrawerSection, FactsList } from '../kit/detail/facts-list.tsx';
import { mailtoHref } from '../kit/detail/mailto.ts';
import { formatAmount, formatCount, formatDay } from '../kit/format.ts';
import { orderStatusLabels } from '../kit/labels.ts';
import { Loaded, Skeleton } from '../kit/load-states.tsx';
import { StatusBadge } from '../kit/status.tsx';
import { NewOrderLink } from '../written-orders/new-order-link.tsx';

/** One customer with the latest orders, each linked to its detail. */
export default function CustomerDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const read = useQuery<CustomerDetail>({ queryKey: [adminKeys.customers[0], id] });
  return (
    <Detail title={read.data?.name ?? m.admin_customer_title()} onClose={onClose}>
      <div className="mt-4">
        <Loaded read={read} waiting={<Skeleton rows={3} className="h-24" />}>
          {(customer) => <Body customer={customer} />}
        </Loaded>
      </div>
    </Detail>
  );
}

function Body({ customer }: { customer: CustomerDetail }) {
  const { email, orders, net, firstOrderAt, lastOrderAt, orderList } = customer;
  return (
    <>
      <DrawerSection title={m.admin_details()}>
        <FactsList
          facts={[
            [
              m.admin_fact_email(),
              <a key="email" className="link" href={mailtoHref(email)}>
                <EmailText address={email} />
              </a>,
            ],
            [m.admin_col_orders(), formatCount(orders)],
            [m.admin_col_net(), formatAmount(net)],
            [m.admin_col_first_order(), formatDay(firstOrderAt)],
            [m.admin_col_last_order(), formatDay(lastOrderAt)],
          ]}
        />
        <p className="mt-4">
          <NewOrderLink customer={email} />
        </p>
      </DrawerSection>
      <DrawerSection title={m.admin_customer_orders()}>
        <ul>
          {orderList.map((order) => (
            <OrderRow key={order.id} order={order} />
          ))}
        </ul>
        {orderList.length === CUSTOMER_ORDERS_SHOWN && (
          <p className="mt-4">
            {m.admin_customer_latest({ count: formatCount(CUSTOMER_ORDERS_SHOWN) })}{' '}
            <Link className="link" href={adminPath('orders', { q: email })}>
              {m.admin_customer_all()}
            </Link>
          </p>
        )}
      </DrawerSection>
    </>
  );
}

function OrderRow({ order }: { order: CustomerDetail['orderList'][number] }) {
  const { id, number, createdAt, status, totalAmount, returned } = order;
  return (
    <li className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 border-line border-b py-2.5 first:pt-0 last:border-0">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          className="link font-semibold tabular-nums"
          aria-label={m.admin_order_open({ number })}
          href={adminPath('orders', { open: id })}
        >
          {number}
        </Link>
        <StatusBadge status={status} labels={orderStatusLabels} />
      </span>
      <span className="text-right font-semibold tabular-nums">{formatAmount(totalAmount)}</span>
      <span className="text-[0.92rem] text-ink-soft">{formatDay(createdAt)}</span>
      {returned !== '0.00' && (
        <span className="text-right text-[0.92rem] text-ink-soft">
          {m.admin_customer_returned({ amount: formatAmount(returned) })}
        </span>
      )}
    </li>
  );
}
