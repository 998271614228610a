import { useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import * as m from '#messages';
import { adminPath } from '#shared/admin/paths.ts';
import type { WrittenOrder } from '#shared/written-orders/written-orders.ts';
import { Button } from '../../../ui/button.tsx';
import { adminKeys } from '../keys.ts';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { formatCents, formatDay, formatMoment } from '../kit/format.ts';
import type { StatusLabels } from '../kit/labels.ts';
import { lazyDialog } from '../kit/lazy.tsx';
import { type Column, RowCard } from '../kit/list/data-table.tsx';
import { ListFrame } from '../kit/list/list-frame.tsx';
import { wholeRead } from '../kit/list/rows.ts';
import { type ListKind, useWholeList } from '../kit/list/use-list.ts';
import { TextButton } from '../kit/row-buttons.tsx';
import { StatusBadge } from '../kit/status.tsx';
import { useEndLink, useWritten } from './api.ts';
import { LinkButtons } from './link-buttons.tsx';
import { LinkMade } from './link-made.tsx';

const NewOrder = lazyDialog(() => import('./new-order.tsx'));

const writtenList: ListKind = {
  key: adminKeys.orders,
  title: m.admin_screen_written,
  empty: [m.admin_written_empty, m.admin_written_empty_hint],
};

const labels: StatusLabels<WrittenOrder['state']> = {
  open: { tone: 'yellow', label: m.admin_written_open },
  paid: { tone: 'green', label: m.admin_written_paid },
  ended: { tone: 'red', label: m.admin_written_ended },
};

/** Links to pay that the owner has made, and the form of a new order. */
export default function WrittenScreen() {
  const read = useWritten();
  const list = useWholeList(writtenList, wholeRead(read));
  const [ending, setEnding] = useState<WrittenOrder | null>(null);
  const end = useEndLink(() => setEnding(null));
  const query = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  const open = ({ id, orderId }: WrittenOrder) =>
    orderId ? navigate(adminPath('orders', { open: orderId })) : list.open(id);
  const opened = list.rows.find(({ id }) => id === list.opened);
  const actionsOf = (row: WrittenOrder) => <Actions row={row} onEnd={() => setEnding(row)} />;
  return (
    <>
      <ListFrame
        list={list}
        rows={list.rows}
        actions={
          // Without the order or the customer of the one before.
          <Button size="small" onClick={() => navigate(adminPath('written', { open: 'new' }))}>
            {m.admin_written_new()}
          </Button>
        }
        columns={columnsOf(actionsOf)}
        card={(row) => (
          <RowCard
            title={row.customerName}
            titleClass="font-semibold"
            openLabel={m.admin_written_open_of({ name: row.customerName })}
            onOpen={() => open(row)}
            aside={<StatusBadge status={row.state} labels={labels} />}
            text={[row.items, `${formatCents(row.totalCents)}, ${untilText(row)}`]}
            action={actionsOf(row)}
            isStacked
          />
        )}
      />
      {list.opened === 'new' && (
        <NewOrder again={query.get('again') ?? ''} customer={query.get('customer') ?? ''} onClose={list.close} />
      )}
      {opened && <LinkMade written={opened} onClose={list.close} />}
      {ending && (
        <ConfirmDialog
          title={m.admin_written_end_title({ amount: formatCents(ending.totalCents) })}
          text={m.admin_written_end_text()}
          confirm={m.admin_written_end()}
          isPending={end.isPending}
          onConfirm={() => end.mutate(ending.id)}
          onClose={() => setEnding(null)}
        />
      )}
    </>
  );
}

function untilText({ state, endedBy, expiresAt }: WrittenOrder): string {
  if (state === 'paid') return m.admin_written_paid();
  if (state === 'ended') return endedBy === 'owner' ? m.admin_written_ended_by_you() : m.admin_written_ended_by_time();
  return m.admin_written_until({ until: formatMoment(expiresAt ?? '') });
}

/** What can be done with a link: sent again, ended, or its order opened. */
function Actions({ row, onEnd }: { row: WrittenOrder; onEnd: () => void }) {
  if (row.orderId) {
    return (
      <Link className="link inline-flex min-h-11 items-center" href={adminPath('orders', { open: row.orderId })}>
        {m.admin_written_see_order()}
      </Link>
    );
  }
  if (!row.payUrl) return null;
  return (
    <span className="flex flex-wrap items-center gap-x-4">
      <LinkButtons written={row} payUrl={row.payUrl} />
      <TextButton label={m.admin_written_end_of({ name: row.customerName })} onClick={onEnd}>
        {m.admin_written_end()}
      </TextButton>
    </span>
  );
}

const columnsOf = (actionsOf: (row: WrittenOrder) => React.ReactNode): Column<WrittenOrder>[] => [
  {
    id: 'customer',
    header: m.admin_col_customer(),
    cell: (row) => <span className="row-name">{row.customerName}</span>,
  },
  { id: 'items', header: m.admin_col_items(), cell: (row) => row.items },
  {
    id: 'total',
    header: m.admin_col_total(),
    className: 'text-right tabular-nums',
    cell: (row) => formatCents(row.totalCents),
  },
  { id: 'made', header: m.admin_col_date(), cell: (row) => formatDay(row.createdAt) },
  {
    id: 'state',
    header: m.admin_col_status(),
    cell: (row) => (
      <>
        <StatusBadge status={row.state} labels={labels} />
        {row.state !== 'paid' && <span className="block text-sm text-ink-soft">{untilText(row)}</span>}
      </>
    ),
  },
  { id: 'actions', header: m.admin_col_actions(), cell: actionsOf },
];
