import { useState } from 'react';
import * as m from '#messages';
import { adminPath } from '#shared/admin/paths.ts';
import { centsOf } from '#shared/core/money.ts';
import type { Order } from '#shared/orders/admin-orders.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import { shipsWhen } from '#shared/shipping/ship-days.ts';
import { useLanguage } from '../../../../lib/language.ts';
import { Button } from '../../../../ui/button.tsx';
import { adminKeys } from '../../keys.ts';
import { AdminIcon } from '../../kit/admin-icons.tsx';
import { SaveError } from '../../kit/detail/change-error.tsx';
import { formatAmount, formatCents, formatCount, formatDay } from '../../kit/format.ts';
import { TO_PROCESS } from '../../kit/labels.ts';
import { lazyDialog } from '../../kit/lazy.tsx';
import { pagedRead, useRows } from '../../kit/list/rows.ts';
import { TodayList } from '../../kit/list/today-list.tsx';
import { useIsOwner } from '../../kit/role.tsx';
import { delayText, isToPayBack } from '../delays/delay-state.ts';
import { useCancelOrder } from '../refunds/api.ts';

const TrackingDialog = lazyDialog(() => import('../ship/tracking-dialog.tsx'));
const DelayDialog = lazyDialog(() => import('../delays/delay-dialog.tsx'));
const PickList = lazyDialog(() => import('../pick-list.tsx'));

/** The longest wait first; but the oldest of the later orders may be pages of late ones. */
const SORTS = { late: 'oldest', due: 'oldest', later: 'newest' } as const;

/**
 * Unshipped orders of one line of Today, each with a field for its tracking number. Customers of late ones get a notice
 * with a later day; those who did not agree get a refund.
 */
export default function OpenOrders({ when }: { when: keyof typeof SORTS }) {
  const language = useLanguage();
  const isOwner = useIsOwner();
  const sort = SORTS[when];
  const isLate = when === 'late';
  const read = pagedRead(useRows<Order>(adminKeys.orders, { q: '', status: TO_PROCESS, sort }));
  const [tracked, setTracked] = useState<Order | null>(null);
  const [written, setWritten] = useState<Order | 'late' | null>(null);
  const [isPicking, setIsPicking] = useState(false);
  const rows = read.rows?.filter((row) => shipsWhen(row) === when);
  return (
    <>
      {rows && rows.length > 0 && (
        <div className="flex flex-wrap gap-3">
          <Button size="small" variant="quiet" onClick={() => setIsPicking(true)}>
            <AdminIcon name="checklist" />
            {m.admin_pick_title()}
          </Button>
          {isLate && isOwner && (
            <WriteAll rows={rows} isWhole={!read.more?.isThere} onWrite={() => setWritten('late')} />
          )}
        </div>
      )}
      <TodayList
        read={{ ...read, rows }}
        all={adminPath('orders', { status: TO_PROCESS, sort })}
        row={(order) => ({
          path: adminPath('orders', { open: order.id }),
          title: orderNumber(order.id),
          facts: [
            isLate && delayText(order, language),
            order.customerName,
            `${order.city}, ${order.state}`,
            isOwner && formatAmount(order.totalAmount),
            formatDay(order.createdAt),
          ],
          action: (
            <>
              {isLate && isOwner && <LateAction order={order} onWrite={() => setWritten(order)} />}
              <Button
                size="small"
                variant="quiet"
                aria-label={m.admin_today_tracking({ number: orderNumber(order.id) })}
                onClick={() => setTracked(order)}
              >
                {m.admin_tracking_add_long()}
              </Button>
            </>
          ),
        })}
      />
      {tracked && <TrackingDialog order={tracked} onClose={() => setTracked(null)} />}
      {isPicking && <PickList orders={[]} onClose={() => setIsPicking(false)} />}
      {written && <DelayDialog {...(written !== 'late' && { order: written })} onClose={() => setWritten(null)} />}
    </>
  );
}

/** One notice for all late orders. `isWhole`: all of them are displayed. */
function WriteAll({ rows, isWhole, onWrite }: { rows: readonly Order[]; isWhole: boolean; onWrite: () => void }) {
  const unwritten = rows.filter((order) => !isToPayBack(order)).length;
  if (isWhole && unwritten < 2) return null;
  return (
    <Button size="small" variant="secondary" onClick={onWrite}>
      {isWhole ? m.admin_delay_open_all({ count: formatCount(unwritten) }) : m.admin_delay_open_everyone()}
    </Button>
  );
}

/** A notice; once the customer did not agree in time, the cancellation and refund of the rest, in one press. */
function LateAction({ order, onWrite }: { order: Order; onWrite: () => void }) {
  const cancel = useCancelOrder(order, () => undefined);
  if (!isToPayBack(order)) {
    return (
      <Button
        size="small"
        variant="quiet"
        aria-label={m.admin_delay_open_of({ number: orderNumber(order.id) })}
        onClick={onWrite}
      >
        {m.admin_delay_open()}
      </Button>
    );
  }
  const left = centsOf(order.totalAmount) - centsOf(order.refundedAmount);
  return (
    <>
      <Button size="small" variant="danger" isPending={cancel.isPending} onClick={() => cancel.mutate()}>
        {m.admin_cancel_order_press({ amount: formatCents(left) })}
      </Button>
      <SaveError error={cancel.error} />
    </>
  );
}
