import { useRef } from 'react';
import * as m from '#messages';
import type { Order, OrderDetail } from '#shared/orders/admin-orders.ts';
import { IDEMPOTENCY_KEY_HEADER, type OtherWayInput, type Refund, type RefundInput } from '#shared/orders/refunds.ts';
import { unusedLabels } from '#shared/shipping/labels.ts';
import { callApi } from '../../../../lib/api-client.ts';
import { randomUuid } from '../../../../lib/random-uuid.ts';
import { toast } from '../../../../ui/toast.ts';
import { adminKeys } from '../../keys.ts';
import { useAction } from '../../kit/detail/use-action.ts';
import { formatAmount } from '../../kit/format.ts';
import { cancelToast } from '../mail-toasts.ts';

const { orders, summary, stats, emails } = adminKeys;
const [path] = orders;
/** What shows money. */
const refresh = [orders, summary, stats, emails];

/** Refunds a part of an order. The same input keeps its idempotency key, also after a lost answer. */
export function useRefund(order: Order, onDone: () => void) {
  const press = useRef<{ body: string; key: string } | null>(null);
  return useAction({
    call: (input: RefundInput) => {
      const body = JSON.stringify(input);
      if (press.current?.body !== body) press.current = { body, key: randomUuid() };
      return callApi<Refund>(`${path}/${order.id}/refunds`, {
        method: 'POST',
        payload: input,
        headers: { [IDEMPOTENCY_KEY_HEADER]: press.current.key },
      });
    },
    done: (refund) => {
      toast(refundToast(refund));
      onDone();
    },
    refresh,
  });
}

/** Closes a failed refund that was paid another way. */
export function useOtherWay(orderId: string, refundId: string, onDone: () => void) {
  return useAction({
    call: (payload: OtherWayInput) =>
      callApi<Refund>(`${path}/${orderId}/refunds/${refundId}/other-way`, { method: 'POST', payload }),
    done: () => {
      toast({ title: m.admin_refund_other_way_done() });
      onDone();
    },
    refresh,
  });
}

/** Cancels an order and refunds the rest. */
export function useCancelOrder(order: Order, onDone: () => void) {
  return useAction({
    call: () =>
      callApi<OrderDetail>(`${path}/${order.id}/cancel`, { method: 'POST', payload: { version: order.version } }),
    done: (canceled) => {
      const last = canceled.refunds.at(-1);
      if (last && last.state !== 'succeeded') toast(refundToast(last));
      else toast(cancelToast(order, canceled));
      onDone();
    },
    refresh,
  });
}

export function refundToast({ amount: text, state }: Refund) {
  const amount = formatAmount(text);
  if (state === 'succeeded') return { title: m.admin_refund_done(), description: m.admin_refund_done_text({ amount }) };
  if (state === 'requested') {
    return { title: m.admin_refund_requested(), description: m.admin_refund_waiting() };
  }
  return {
    title: m.admin_refund_failed(),
    description: m.admin_refund_failed_text({ amount }),
    variant: 'destructive' as const,
  };
}

/**
 * Whether an order has a label that no carrier has scanned, so that the order can be cancelled and the label voided.
 */
export function hasUnusedLabel({ status, labels, trackingNumber, events }: OrderDetail): boolean {
  if (status === 'delivered' || status === 'cancelled') return false;
  return unusedLabels(labels, trackingNumber, events).length > 0;
}
