import { useEffect, useState } from 'react';
import * as m from '#messages';
import type { Order } from '#shared/orders/admin-orders.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import { Button } from '../../../../ui/button.tsx';
import { orderStatusLabels } from '../../kit/labels.ts';
import { type BulkResult, useBulkUndo, wasLeft } from '../api.ts';

const UNDO_MS = 10_000;

/** The results of a bulk change line by line, with a temporary undo. */
export default function BulkReport({ result, onClose }: { result: BulkResult; onClose: () => void }) {
  const [canUndo, setCanUndo] = useState(true);
  const [left, setLeft] = useState<Order[] | null>(null);
  const undo = useBulkUndo(setLeft);
  const canBeUndone = result.lines.some(
    ({ before, after }) => after && after.status !== before.status && !wasLeft(result, after.id),
  );
  useEffect(() => {
    const timer = setTimeout(() => setCanUndo(false), UNDO_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <section aria-label={m.admin_bulk_report()} className="mb-4 rounded-card bg-white px-5 py-4 shadow-card">
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="mr-auto font-sans font-bold">{left ? m.admin_bulk_undone() : m.admin_bulk_report()}</h3>
        {canUndo && !left && canBeUndone && (
          <Button size="small" variant="secondary" isPending={undo.isPending} onClick={() => undo.mutate(result)}>
            {m.admin_bulk_undo()}
          </Button>
        )}
        <Button size="small" variant="quiet" onClick={onClose}>
          {m.admin_close()}
        </Button>
      </div>
      <ul role="status" className="mt-3 max-h-56 overflow-y-auto text-[0.95rem] tabular-nums">
        {result.lines.map(({ before, after }) => (
          <li key={before.id}>
            <strong>{orderNumber(before.id)}</strong> {lineText(result, before, after, left)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function lineText(result: BulkResult, before: Order, after: Order | null, left: Order[] | null): string {
  if (!after) return m.admin_bulk_gone();
  const from = orderStatusLabels[before.status].label();
  const to = orderStatusLabels[after.status].label();
  if (wasLeft(result, after.id)) {
    return m.admin_bulk_stale({ seen: from, now: to, wanted: orderStatusLabels[result.status].label() });
  }
  if (before.status === after.status) return m.admin_bulk_same({ status: to });
  if (!left) return m.admin_history_status({ from, to });
  if (left.some(({ id }) => id === after.id)) return m.admin_bulk_left();
  return m.admin_history_status({ from: to, to: from });
}
