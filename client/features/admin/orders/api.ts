import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type { Order, OrderDetail, OrderStatus, TrackingInput } from '#shared/admin-orders.ts';
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
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: TrackingInput) => callApi(`${path}/${id}/tracking`, { method: 'PATCH', payload: input }),
    onSuccess: () => {
      toast({ title: m.admin_tracking_added_title(), description: m.admin_tracking_added_text() });
      onDone();
      return Promise.all(
        [adminKeys.orders, adminKeys.summary, adminKeys.emails].map((queryKey) =>
          client.invalidateQueries({ queryKey: [...queryKey] }),
        ),
      );
    },
    onError: () =>
      toast({
        title: m.admin_tracking_failed_title(),
        description: m.admin_tracking_failed_text(),
        variant: 'destructive',
      }),
  });
}
