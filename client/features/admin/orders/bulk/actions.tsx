import { useState } from 'react';
import type { Order } from '#shared/orders/admin-orders.ts';
import { isToProcess } from '#shared/orders/orders.ts';
import { lazyPanel } from '../../kit/lazy.tsx';
import { type BulkResult, useBulkStatus, wasLeft } from '../api.ts';
import type { useSelection } from '../use-selection.ts';
import { BulkBar } from './bar.tsx';

const BulkReport = lazyPanel(() => import('./report.tsx'));

type Props = {
  rows: readonly Order[];
  selection: ReturnType<typeof useSelection>;
  onPrint: (orders: Order[]) => void;
  onShip: (orders: Order[]) => void;
};

/** Actions for the selected orders, and the result of the last change. */
export function BulkActions({ rows, selection, onPrint, onShip }: Props) {
  const [report, setReport] = useState<BulkResult | null>(null);
  const bulk = useBulkStatus((result) => {
    setReport(result);
    selection.keep(rows.map(({ id }) => id).filter((id) => wasLeft(result, id)));
  });
  const selected = rows.filter((row) => selection.selected.has(row.id));
  const waiting = selected.filter(isToProcess);
  return (
    <>
      {report && <BulkReport key={report.lines[0]?.after?.version} result={report} onClose={() => setReport(null)} />}
      {selection.ids.length > 0 && (
        <BulkBar
          count={selection.ids.length}
          isPending={bulk.isPending}
          error={bulk.error}
          onApply={(status) => bulk.mutate({ rows: selected, status })}
          onPrint={() => onPrint(selected)}
          onShip={waiting.length > 0 ? () => onShip(waiting) : undefined}
          onClear={selection.clear}
        />
      )}
    </>
  );
}
