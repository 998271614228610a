import * as m from '#messages';
import type { Customer } from '#shared/orders/customers.ts';
import { EmailText } from '../kit/detail/email-text.tsx';
import { formatAmount, formatCount, formatDay } from '../kit/format.ts';
import type { Column } from '../kit/list/data-table.tsx';
import { TextButton } from '../kit/row-buttons.tsx';

export function customerColumns(onOpen: (customer: Customer) => void): Column<Customer>[] {
  return [
    {
      id: 'name',
      header: m.admin_col_customer(),
      className: 'min-w-40',
      cell: (row) => (
        <TextButton label={m.admin_customer_open({ name: row.name })} onClick={() => onOpen(row)}>
          {row.name}
        </TextButton>
      ),
    },
    { id: 'email', needsRoom: true, header: m.admin_fact_email(), cell: (row) => <EmailText address={row.email} /> },
    {
      id: 'orders',
      header: m.admin_col_orders(),
      sort: { descending: 'most' },
      className: 'tabular-nums',
      cell: (row) => formatCount(row.orders),
    },
    {
      id: 'net',
      header: m.admin_col_net(),
      sort: { descending: 'highest' },
      className: 'tabular-nums',
      cell: (row) => formatAmount(row.net),
    },
    {
      id: 'first',
      needsRoom: true,
      header: m.admin_col_first_order(),
      className: 'whitespace-nowrap',
      cell: (row) => formatDay(row.firstOrderAt),
    },
    {
      id: 'last',
      header: m.admin_col_last_order(),
      sort: { ascending: 'oldest', descending: 'newest' },
      className: 'whitespace-nowrap',
      cell: (row) => formatDay(row.lastOrderAt),
    },
  ];
}
