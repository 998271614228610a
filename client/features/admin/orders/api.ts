import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type { Order, OrderDetail, OrderStatus, TrackingAnswer, TrackingInput } from '#shared/admin-orders.ts';
import { callApi } from '../../../lib/api-client.ts';
import { toast } from '../../../ui/toast.ts';
import { formatCount } from '../format.ts';
import { adminKeys } from '../keys.ts';
import { useRowChange } from '../rows.ts';

const [path] = adminKeys.orders;

export function useOrder(id: string) {
  return useQuery<OrderDetail>({ queryKey: [path, id] });
}

export function useOrderStatus() {
  return useRowChange<Order, { id: string; status: OrderStatus }>({
    key: adminKeys.orders,
    call: ({ id, status }) => callApi(`${path}/${id}/status`, { method: 'PATCH', payload: { status } }),
    change: (row, { id, status }) => (row.id === id ? { ...row, status } : row),
    onSuccess: () => toast({ title: m.admin_updated_title(), description: m.admin_updated_order() }),
  });
}

export function useBulkStatus(onDone: () => void) {
  return useRowChange<Order, { ids: string[]; status: OrderStatus }>({
    key: adminKeys.orders,
    call: (input) => callApi(`${path}/status`, { method: 'PATCH', payload: input }),
    change: (row, { ids, status }) => (ids.includes(row.id) ? { ...row, status } : row),
    onSuccess: ({ ids }) => {
      toast({
        title: m.admin_updated_title(),
        description: m.admin_updated_orders({ count: formatCount(ids.length) }),
      });
      onDone();
    },
  });
}

export function useTracking(id: string, onDone: () => void) {
  const refresh = useTrackingRefresh();
  return useMutation({
    mutationFn: (input: TrackingInput) =>
      callApi<TrackingAnswer>(`${path}/${id}/tracking`, { method: 'PATCH', payload: input }),
    onSuccess: (answer) => {
      toast(trackingToast(answer));
      onDone();
      return refresh();
    },
    onError: failTracking,
  });
}

/** What was saved, and what became of the mail. */
function trackingToast({ mail, status }: TrackingAnswer) {
  if (mail === 'queued') return { title: m.admin_tracking_added_title(), description: m.admin_tracking_added_text() };
  const description =
    mail === 'stored'
      ? m.admin_tracking_stored_text()
      : status === 'cancelled'
        ? m.admin_tracking_cancelled_text()
        : m.admin_tracking_told_text();
  return { title: m.admin_tracking_saved_title(), description };
}

/** Takes the number off an order. */
export function useRemoveTracking(order: Pick<Order, 'id' | 'trackingNumber' | 'trackingCarrier'>, onDone: () => void) {
  const refresh = useTrackingRefresh();
  return useMutation({
    mutationFn: () => callApi(`${path}/${order.id}/tracking`, { method: 'DELETE' }),
    onSuccess: () => {
      toast({
        title: m.admin_tracking_removed_title(),
        description: m.admin_tracking_removed_text({
          number: order.trackingNumber ?? '',
          carrier: order.trackingCarrier ?? '',
        }),
      });
      onDone();
      return refresh();
    },
    onError: failTracking,
  });
}

const failTracking = () =>
  toast({
    title: m.admin_tracking_failed_title(),
    description: m.admin_tracking_failed_text(),
    variant: 'destructive',
  });

function useTrackingRefresh() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [adminKeys.orders, adminKeys.summary, adminKeys.emails].map((queryKey) =>
        client.invalidateQueries({ queryKey: [...queryKey] }),
      ),
    );
}
