import { keepPreviousData, useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { Order } from '#shared/orders/admin-orders.ts';
import { IDEMPOTENCY_KEY_HEADER } from '#shared/orders/refunds.ts';
import type {
  WrittenOrder,
  WrittenOrderInput,
  WrittenPreview,
  WrittenPreviewInput,
} from '#shared/written-orders/written-orders.ts';
import { callApi } from '../../../lib/api-client.ts';
import { toast } from '../../../ui/toast.ts';
import { adminKeys } from '../keys.ts';
import { toastFailed } from '../kit/detail/toast-failed.ts';
import { useAction } from '../kit/detail/use-action.ts';

const PATH = '/api/admin/written-orders';
/** Below the orders: a link that is paid becomes one. */
export const writtenKey = [adminKeys.orders[0], PATH];
const refresh = [adminKeys.orders, adminKeys.summary, adminKeys.stats, adminKeys.emails, adminKeys.products];

const TYPED = 2;
const SHOWN = 5;

export function useWritten() {
  return useQuery<WrittenOrder[]>({
    queryKey: writtenKey,
    queryFn: ({ signal }) => callApi<WrittenOrder[]>(PATH, { signal }),
  });
}

/** The sums of the server; `null` asks for nothing. */
export function useWrittenPreview(input: WrittenPreviewInput | null) {
  return useQuery<WrittenPreview>({
    queryKey: [`${PATH}/preview`, input],
    queryFn: ({ signal }) => callApi<WrittenPreview>(`${PATH}/preview`, { method: 'POST', payload: input, signal }),
    enabled: input !== null,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
}

/** The last order of each customer whose name, phone or mail address begins so. */
export function useKnownCustomers(typed: string) {
  const q = typed.trim();
  return useQuery<Order[]>({
    queryKey: [adminKeys.orders[0], { q, limit: 20, of: 'customers' }],
    queryFn: ({ signal }) => callApi<Order[]>(`${adminKeys.orders[0]}?limit=20&q=${encodeURIComponent(q)}`, { signal }),
    enabled: q.length >= TYPED,
    placeholderData: keepPreviousData,
    select: (rows) => {
      const first = new Map<string, Order>();
      for (const row of rows) if (!first.has(row.email)) first.set(row.email, row);
      return [...first.values()].slice(0, SHOWN);
    },
  });
}

/** Writes the order; the same key gives the same order. */
export function useWrite(onDone: (written: WrittenOrder) => void) {
  return useAction({
    call: ({ key, body }: { key: string; body: WrittenOrderInput }) =>
      callApi<WrittenOrder>(PATH, { method: 'POST', payload: body, headers: { [IDEMPOTENCY_KEY_HEADER]: key } }),
    done: onDone,
    refresh,
  });
}

/** Ends a link that is not paid. */
export function useEndLink(onDone: () => void) {
  return useAction({
    call: (id: string) => callApi<WrittenOrder>(`${PATH}/${id}/link`, { method: 'DELETE' }),
    done: () => {
      toast({ title: m.admin_written_ended_now() });
      onDone();
    },
    failed: (error) => {
      toastFailed(m.admin_written_end_failed(), error);
      onDone();
    },
    refresh,
  });
}
