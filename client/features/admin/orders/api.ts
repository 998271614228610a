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

/** A change of many orders: each as it was and as it is now, `null` where it was not there any more. */
export type BulkResult = { status: OrderStatus; lines: { before: Order; after: Order | null }[] };

/** Sets one status for many orders. @param onDone what became of each */
export function useBulkStatus(onDone: (result: BulkResult) => void) {
  return useRowChange<Order, { rows: Order[]; status: OrderStatus }>({
    key: adminKeys.orders,
    call: async ({ rows, status }) => {
      const payload = { ids: rows.map(({ id }) => id), status };
      const kept = await callApi<Order[]>(`${path}/status`, { method: 'PATCH', payload });
      toast({
        title: m.admin_updated_title(),
        description: m.admin_updated_orders({ count: formatCount(kept.length) }),
      });
      onDone({
        status,
        lines: rows.map((before) => ({ before, after: kept.find(({ id }) => id === before.id) ?? null })),
      });
    },
    change: (row, { rows, status }) => (rows.some(({ id }) => id === row.id) ? { ...row, status } : row),
  });
}

/** Gives each order its earlier status back, unless it was changed since. @param onDone the orders that stay as they are */
export function useBulkUndo(onDone: (left: Order[]) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ lines }: BulkResult) => {
      const left: Order[] = [];
      for (const { before, after } of lines) {
        if (!after || after.status === before.status) continue;
        const payload = { status: before.status, version: after.version };
        await callApi(`${path}/${after.id}/status`, { method: 'PATCH', payload }).catch(() => left.push(after));
      }
      return left;
    },
    onSuccess: onDone,
    onSettled: () =>
      Promise.all(
        [adminKeys.orders, adminKeys.summary, adminKeys.stats].map((queryKey) =>
          client.invalidateQueries({ queryKey: [...queryKey] }),
        ),
      ),
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
