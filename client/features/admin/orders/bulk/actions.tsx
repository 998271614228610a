import { useLayoutEffect, useState } from 'react';
import * as m from '#messages';
import type { Order } from '#shared/orders/admin-orders.ts';
import { isToProcess, type OrderStatus } from '#shared/orders/orders.ts';
import { Button } from '../../../../ui/button.tsx';
import { AdminIcon } from '../../kit/admin-icons.tsx';
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx';
import { ChangeError } from '../../kit/detail/change-error.tsx';
import { formatCount } from '../../kit/format.ts';
import { orderStatusLabels } from '../../kit/labels.ts';
import { lazyPanel } from '../../kit/lazy.tsx';
import { type BulkResult, useBulkStatus, wasLeft } from '../api.ts';
import { useOrderStatuses } from '../order-status.tsx';
import type { useSelection } from '../use-selection.ts';

const BulkReport = lazyPanel(() => import('./report.tsx'));

type Props = {
  rows: readonly Order[];
  selection: ReturnType<typeof useSelection>;
  onPrint: (orders: Order[]) => void;
  onShip: (orders: Order[]) => void;
  onPick: (orders: Order[]) => void;
};

/** Actions for the selected orders, and the result of the last change. */
export function BulkActions({ rows, selection, ...actions }: Props) {
  const [report, setReport] = useState<BulkResult | null>(null);
  const bulk = useBulkStatus((result) => {
    setReport(result);
    selection.keep(rows.map(({ id }) => id).filter((id) => wasLeft(result, id)));
  });
  const selected = rows.filter((row) => selection.selected.has(row.id));
  return (
    <>
      {report && <BulkReport key={report.lines[0]?.after?.version} result={report} onClose={() => setReport(null)} />}
      {selected.length > 0 && <BulkBar orders={selected} bulk={bulk} {...actions} onClear={selection.clear} />}
    </>
  );
}

/** Hints about what a status does not do, against common assumptions. */
const asks: Partial<Record<OrderStatus, () => string>> = {
  shipped: m.admin_bulk_ask_shipped,
  cancelled: m.admin_bulk_ask_cancelled,
};

const askTitle = (count: number, status: string) =>
  count === 1 ? m.admin_bulk_ask_title_one({ status }) : m.admin_bulk_ask_title({ count: formatCount(count), status });

/** Replaces `:has`, which would make browsers check every change of the page's elements. */
function useRoomForBar() {
  useLayoutEffect(() => {
    const { classList } = document.documentElement;
    classList.add('has-bulk-bar');
    return () => classList.remove('has-bulk-bar');
  }, []);
}

type BarProps = Pick<Props, 'onPrint' | 'onShip' | 'onPick'> & {
  orders: Order[];
  bulk: ReturnType<typeof useBulkStatus>;
  onClear: () => void;
};

function BulkBar({ orders, bulk: { isPending, error, mutate }, onPrint, onShip, onPick, onClear }: BarProps) {
  const waiting = orders.filter(isToProcess);
  const [status, setStatus] = useState<OrderStatus | ''>('');
  const [isAsking, setIsAsking] = useState(false);
  useRoomForBar();
  return (
    <section
      aria-label={m.admin_bulk_label()}
      className="bulk-bar z-10 mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card bg-second-light px-4 py-3 shadow-card sm:px-5"
    >
      <p role="status" className="font-semibold">
        {m.admin_bulk_selected({ count: formatCount(orders.length) })}
      </p>
      <button type="button" className="text-button mr-auto" onClick={onClear}>
        {m.admin_bulk_clear()}
      </button>
      <select
        aria-label={m.admin_bulk_status()}
        value={status}
        onChange={(event) => setStatus(event.target.value as OrderStatus | '')}
        className="control select small-select max-sm:w-full!"
      >
        <option value="">{m.admin_bulk_choose()}</option>
        {useOrderStatuses().map((option) => (
          <option key={option} value={option}>
            {orderStatusLabels[option].label()}
          </option>
        ))}
      </select>
      <Button size="small" isBusy={isPending} disabled={isPending || status === ''} onClick={() => setIsAsking(true)}>
        {m.admin_bulk_apply()}
      </Button>
      <Button size="small" variant="quiet" onClick={() => onPrint(orders)}>
        <AdminIcon name="print" />
        {m.admin_bulk_print()}
      </Button>
      {waiting.length > 0 && (
        <>
          <Button size="small" variant="quiet" onClick={() => onPick(waiting)}>
            <AdminIcon name="checklist" />
            {m.admin_pick_title()}
          </Button>
          <Button size="small" variant="quiet" data-ship aria-keyshortcuts="s" onClick={() => onShip(waiting)}>
            <AdminIcon name="truck" />
            {m.admin_ship_open()}
          </Button>
        </>
      )}
      <ChangeError error={error} />
      {isAsking && status !== '' && (
        <ConfirmDialog
          title={askTitle(orders.length, orderStatusLabels[status].label())}
          text={asks[status]?.() ?? m.admin_bulk_ask_text()}
          confirm={m.admin_bulk_apply()}
          onConfirm={() => {
            setIsAsking(false);
            mutate({ rows: orders, status });
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </section>
  );
}
