import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type { Order, OrderDetail, TrackingAnswer, TrackingInput } from '#shared/orders/admin-orders.ts';
import type { OrderStatus } from '#shared/orders/orders.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import { callApi } from '../../../lib/api-client.ts';
import { toast } from '../../../ui/toast.ts';
import { adminKeys } from '../keys.ts';
import { toastFailed } from '../kit/detail/toast-failed.ts';
import { useAction } from '../kit/detail/use-action.ts';
import { formatCount } from '../kit/format.ts';
import { orderStatusLabels, staleStatus } from '../kit/labels.ts';
import { refreshRows, rowKeys, useRowChange } from '../kit/list/rows.ts';
import { currentOf, type SaveFrom, saveFrom } from '../kit/stale.ts';
import { offerUndo } from '../kit/undo/undo.ts';
import { trackingToast } from './mail-toasts.ts';

const [path] = adminKeys.orders;

export function useOrder(id: string) {
  return useQuery<OrderDetail>({ queryKey: [path, id] });
}

const statusOf = ({ status }: Order) => ({ status });

export function useOrderStatus() {
  const client = useQueryClient();
  return useRowChange<Order, { id: string; status: OrderStatus; from: Order }, Order>({
    key: adminKeys.orders,
    call: ({ id, status, from }, versionOf) =>
      saveFrom({ seen: { status: from.status }, version: versionOf(from) }, statusOf, (version) =>
        callApi<Order>(`${path}/${id}/status`, { method: 'PATCH', payload: { status, version } }),
      ).catch((error) => {
        throw staleStatus(orderStatusLabels, error, status);
      }),
    change: (row, { id, status }) => (row.id === id ? { ...row, status } : row),
    onSuccess: ({ id, status, from }, { version }) => {
      toast({ title: m.admin_updated_title(), description: m.admin_updated_order() });
      if (from.status === status) return;
      offerUndo(
        () =>
          m.admin_undo_status({
            name: orderNumber(id),
            from: orderStatusLabels[from.status].label(),
            to: orderStatusLabels[status].label(),
          }),
        () =>
          callApi(`${path}/${id}/status`, { method: 'PATCH', payload: { status: from.status, version } }).finally(() =>
            refreshRows(client, adminKeys.orders),
          ),
      );
    },
  });
}

/** A bulk change: each order before and after it; `null` for an order that no longer exists. */
export type BulkResult = { status: OrderStatus; lines: { before: Order; after: Order | null }[] };

/** Sets one status for many orders. @param onDone the result for each */
export function useBulkStatus(onDone: (result: BulkResult) => void) {
  return useRowChange<Order, { rows: Order[]; status: OrderStatus }, void>({
    key: adminKeys.orders,
    call: async ({ rows, status }) => {
      const kept = await setStatuses(rows, status);
      const count = kept.filter((order) => order.status === status).length;
      if (count > 0) {
        toast({
          title: m.admin_updated_title(),
          description:
            count === 1 ? m.admin_updated_orders_one() : m.admin_updated_orders({ count: formatCount(count) }),
        });
      }
      onDone({
        status,
        lines: rows.map((before) => ({ before, after: kept.find(({ id }) => id === before.id) ?? null })),
      });
    },
    change: (row, { rows, status }) => (rows.some(({ id }) => id === row.id) ? { ...row, status } : row),
  });
}

/** Changes the orders that still have the displayed status. @returns all that exist, as they are now */
async function setStatuses(rows: readonly Order[], status: OrderStatus): Promise<Order[]> {
  const send = (from: readonly Order[]) => {
    const versions = Object.fromEntries(from.map(({ id, version }) => [id, version]));
    const payload = { ids: Object.keys(versions), status, versions };
    return callApi<Order[]>(`${path}/status`, { method: 'PATCH', payload });
  };
  const kept = await send(rows);
  const wasSeenAs = new Map(rows.map((order) => [order.id, order.status]));
  // Another field of these has changed meanwhile, such as the tracking number.
  const again = kept.filter((order) => order.status !== status && order.status === wasSeenAs.get(order.id));
  if (again.length === 0) return kept;
  const keptThen = new Map((await send(again)).map((order) => [order.id, order]));
  return kept.map((order) => keptThen.get(order.id) ?? order);
}

/** Whether the order's status differed from the displayed one, so that it was not changed. */
export function wasLeft({ status, lines }: BulkResult, id: string): boolean {
  const after = lines.find(({ before }) => before.id === id)?.after;
  return after !== null && after !== undefined && after.status !== status;
}

/**
 * Restores each order's earlier status, unless it was changed since. @param onDone the orders that were not restored
 */
export function useBulkUndo(onDone: (left: Order[]) => void) {
  return useAction({
    call: async (result: BulkResult) => {
      const left: Order[] = [];
      for (const { before, after } of result.lines) {
        if (!after || after.status === before.status || wasLeft(result, after.id)) continue;
        const payload = { status: before.status, version: after.version };
        await callApi(`${path}/${after.id}/status`, { method: 'PATCH', payload }).catch(() => left.push(after));
      }
      return left;
    },
    done: onDone,
    refresh: rowKeys(adminKeys.orders),
  });
}

/** What shows a tracking number or its mail. */
const trackingKeys = [adminKeys.orders, adminKeys.seen, adminKeys.summary, adminKeys.emails];

export function useTracking(id: string, onDone: () => void) {
  return useAction({
    call: async ({ input, save }: { input: TrackingInput; save: SaveFrom<Order> }) => {
      const send = (version: number) =>
        callApi<TrackingAnswer>(`${path}/${id}/tracking`, { method: 'PATCH', payload: { ...input, version } });
      try {
        return (await save(send)) as TrackingAnswer;
      } catch (error) {
        const current = currentOf<Order>(error);
        const isSame = current?.trackingNumber === input.trackingNumber && current.trackingCarrier === input.carrier;
        // Another tab has saved the same values: no conflict, and no second mail.
        if (current && isSame && current.status !== 'cancelled') return send(current.version);
        throw error;
      }
    },
    done: (answer) => {
      toast(trackingToast(answer));
      onDone();
    },
    failed: failTracking,
    refresh: trackingKeys,
    isForm: true,
  });
}

/** Removes the tracking number of an order. */
export function useRemoveTracking(order: Order, onDone: () => void) {
  return useAction({
    call: () => callApi(`${path}/${order.id}/tracking?version=${order.version}`, { method: 'DELETE' }),
    done: () => {
      toast({
        title: m.admin_tracking_removed_title(),
        description: m.admin_tracking_removed_text({
          number: order.trackingNumber ?? '',
          carrier: order.trackingCarrier ?? '',
        }),
      });
      onDone();
    },
    failed: (error) => {
      if (!currentOf(error)) return failTracking();
      toastFailed(m.admin_tracking_failed_title(), error);
      onDone();
    },
    refresh: trackingKeys,
  });
}

const failTracking = () =>
  toast({
    title: m.admin_tracking_failed_title(),
    description: m.admin_tracking_failed_text(),
    variant: 'destructive',
  });
