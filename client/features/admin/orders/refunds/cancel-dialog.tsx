import * as m from '#messages';
import type { OrderDetail } from '#shared/orders/admin-orders.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx';
import { SaveError } from '../../kit/detail/change-error.tsx';
import { formatAmount } from '../../kit/format.ts';
import { hasUnusedLabel, useCancelOrder } from './api.ts';

/** Asks before an order is canceled, which refunds the money and mails the customer. */
export default function CancelDialog({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const cancel = useCancelOrder(order, onClose);
  const amount = formatAmount(order.refundableAmount);
  const isLeft = order.refundableAmount !== '0.00';
  return (
    <ConfirmDialog
      title={m.admin_cancel_order_title({ number: orderNumber(order.id) })}
      text={
        <>
          {isLeft ? m.admin_cancel_order_text({ amount }) : m.admin_cancel_order_text_paid()}
          {hasUnusedLabel(order) && ` ${m.admin_cancel_order_label()}`}
          <SaveError error={cancel.error} />
        </>
      }
      confirm={isLeft ? m.admin_cancel_order_press({ amount }) : m.admin_cancel_order_press_paid()}
      pending={m.admin_cancel_order_pending()}
      cancel={m.admin_cancel_order_keep()}
      isPending={cancel.isPending}
      onConfirm={() => cancel.mutate()}
      onClose={onClose}
    />
  );
}
