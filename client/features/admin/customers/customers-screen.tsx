import * as m from '#messages';
import type { Customer, CustomerSort } from '#shared/orders/customers.ts';
import { adminKeys } from '../keys.ts';
import { EmailText } from '../kit/detail/email-text.tsx';
import { formatAmount, formatCount, formatShortDay } from '../kit/format.ts';
import { lazyDialog } from '../kit/lazy.tsx';
import { RowCard } from '../kit/list/data-table.tsx';
import { ListFrame } from '../kit/list/list-frame.tsx';
import { useEvent, useStableMemo } from '../kit/list/stable.ts';
import { type ListKind, useList } from '../kit/list/use-list.ts';
import { customerColumns } from './customer-columns.tsx';

const CustomerDrawer = lazyDialog(() => import('./customer-drawer.tsx'));

const customersList: ListKind = {
  key: adminKeys.customers,
  title: m.admin_screen_customers,
  hint: m.admin_customers_search,
  sorts: {
    newest: m.admin_sort_last_order,
    oldest: m.admin_sort_longest_ago,
    highest: m.admin_sort_highest,
    most: m.admin_sort_most,
  } satisfies Record<CustomerSort, () => string>,
  empty: [m.admin_customers_empty, m.admin_customers_empty_hint],
  downloads: [{ label: m.admin_xlsx, ending: 'xlsx' }, { label: m.admin_csv }],
};

/** The customers, derived from the orders. */
export default function CustomersScreen() {
  const list = useList<Customer>(customersList);
  const { rows, opened, close } = list;
  const open = useEvent((row: Customer) => list.open(row.id));
  const columns = useStableMemo(() => customerColumns(open), [open]);
  const card = useStableMemo(() => (row: Customer) => <CustomerCard row={row} onOpen={() => open(row)} />, [open]);
  return (
    <>
      <ListFrame list={list} rows={rows} columns={columns} card={card} />
      <p className="mt-5 max-w-[70ch] text-[0.88rem] text-ink-soft">{m.admin_customers_rule()}</p>
      {opened && <CustomerDrawer id={opened} onClose={close} />}
    </>
  );
}

function CustomerCard({ row, onOpen }: { row: Customer; onOpen: () => void }) {
  return (
    <RowCard
      title={<span className="line-clamp-2">{row.name}</span>}
      openLabel={m.admin_customer_open({ name: row.name })}
      onOpen={onOpen}
      aside={<span className="font-semibold tabular-nums">{formatAmount(row.net)}</span>}
      text={[<EmailText key="email" address={row.email} />]}
      facts={
        <>
          <span>
            {m.admin_col_orders()}: {formatCount(row.orders)}
          </span>
          <span>{formatShortDay(row.lastOrderAt)}</span>
        </>
      }
    />
  );
}
