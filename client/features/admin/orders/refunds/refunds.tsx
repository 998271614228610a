import { useState } from 'react';
import * as m from '#messages';
import type { OrderDetail } from '#shared/orders/admin-orders.ts';
import { isToProcess } from '#shared/orders/orders.ts';
import type { Refund } from '#shared/orders/refunds.ts';
import { OPEN_DISPUTES } from '#shared/orders/refunds-and-disputes.ts';
import { promisedDay } from '#shared/shipping/promised-day.ts';
import { getLanguage } from '../../../../lib/language.ts';
import { Button } from '../../../../ui/button.tsx';
import { formatAmount, formatMoment } from '../../kit/format.ts';
import type { StatusLabels } from '../../kit/labels.ts';
import { lazyDialog } from '../../kit/lazy.tsx';
import { StatusBadge } from '../../kit/status.tsx';
import { hasUnusedLabel } from './api.ts';

const RefundDialog = lazyDialog(() => import('./refund-dialog.tsx'));
const DisputeDialog = lazyDialog(() => import('../disputes/dispute-dialog.tsx'));
const CancelDialog = lazyDialog(() => import('./cancel-dialog.tsx'));
const OtherWayDialog = lazyDialog(() => import('./other-way-dialog.tsx'));

const states: StatusLabels<Refund['state']> = {
  requested: { tone: 'yellow', label: m.admin_refund_requested },
  succeeded: { tone: 'green', label: m.admin_refund_succeeded },
  failed: { tone: 'red', label: m.admin_refund_failed },
  canceled: { tone: 'purple', label: m.admin_refund_canceled },
};

/** The refunds of an order, and actions to refund more or to cancel. */
export function Refunds({ order }: { order: OrderDetail }) {
  const [open, setOpen] = useState<'refund' | 'cancel' | 'dispute' | null>(null);
  const close = () => setOpen(null);
  const isHere = isToProcess(order) || hasUnusedLabel(order);
  const isDisputed = OPEN_DISPUTES.includes(order.disputeStatus ?? '');
  const isLeft = order.refundableAmount !== '0.00';
  const isWarned = isLeft && order.disputeStatus === 'fraud_warning';
  return (
    <div className="mt-4 grid gap-4">
      {order.refunds.length > 0 && (
        <ul className="grid gap-3">
          {order.refunds.map((refund) => (
            <RefundRow key={refund.id} orderId={order.id} refund={refund} />
          ))}
        </ul>
      )}
      {isWarned && <p className="font-semibold text-brand">{m.admin_refund_fraud_warning()}</p>}
      <div className="flex flex-wrap gap-3">
        {isLeft && (
          <Button size="small" variant={isWarned ? 'primary' : 'quiet'} onClick={() => setOpen('refund')}>
            {m.admin_refund_open()}
          </Button>
        )}
        {isHere && (
          <Button size="small" variant="quiet" onClick={() => setOpen('cancel')}>
            {m.admin_cancel_order_open()}
          </Button>
        )}
        <Button size="small" variant={isDisputed ? 'primary' : 'quiet'} onClick={() => setOpen('dispute')}>
          {m.admin_dispute_file_open()}
        </Button>
      </div>
      {open === 'refund' && <RefundDialog order={order} onClose={close} />}
      {open === 'cancel' && <CancelDialog order={order} onClose={close} />}
      {open === 'dispute' && <DisputeDialog order={order} onClose={close} />}
    </div>
  );
}

function RefundRow({ orderId, refund }: { orderId: string; refund: Refund }) {
  const { amount, state, reason, isOwn, otherWay, createdAt } = refund;
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <span className="font-semibold tabular-nums">{formatAmount(amount)}</span>
      <StatusBadge status={state} labels={states} />
      <time dateTime={createdAt} className="text-[0.92rem] text-ink-soft">
        {formatMoment(createdAt)}
      </time>
      <span className="basis-full text-[0.95rem] break-words empty:hidden">
        {isOwn ? reason : m.admin_refund_elsewhere()}
      </span>
      {state === 'requested' && <span className="basis-full text-[0.92rem]">{m.admin_refund_waiting()}</span>}
      {otherWay && (
        <span className="basis-full text-[0.92rem] break-words">
          {m.admin_history_refund_other_way({
            amount: formatAmount(amount),
            how: otherWay.how,
            day: promisedDay(otherWay.on, getLanguage()),
          })}
        </span>
      )}
      {state === 'failed' && (
        <Button size="small" variant="quiet" onClick={() => setOpen(true)}>
          {m.admin_refund_other_way_open()}
        </Button>
      )}
      {isOpen && <OtherWayDialog orderId={orderId} refund={refund} onClose={() => setOpen(false)} />}
    </li>
  );
}
