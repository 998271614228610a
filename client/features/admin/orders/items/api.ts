import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import * as m from '#messages';
import type { Order, OrderDetail } from '#shared/orders/admin-orders.ts';
import type { ItemsChangeInput, ItemsPreview, ItemsPreviewInput } from '#shared/orders/items.ts';
import { IDEMPOTENCY_KEY_HEADER } from '#shared/orders/refunds.ts';
import { callApi } from '../../../../lib/api-client.ts';
import { randomUuid } from '../../../../lib/random-uuid.ts';
import { toast } from '../../../../ui/toast.ts';
import { adminKeys } from '../../keys.ts';
import { useAction } from '../../kit/detail/use-action.ts';
import { showRow } from '../../kit/list/rows.ts';
import type { SaveFrom } from '../../kit/stale.ts';
import { refundToast } from '../refunds/api.ts';

const { orders, summary, stats, emails, products } = adminKeys;
const [path] = orders;

/**
 * The sums of an order with other items; `null` asks for nothing. Its key is not below that of the orders: a change
 * refreshes those, and the preview of the version before it would be refused.
 */
export function useItemsPreview(id: string, input: ItemsPreviewInput | null) {
  return useQuery<ItemsPreview>({
    queryKey: [`${path}/${id}/items/preview`, input],
    queryFn: ({ signal }) =>
      callApi<ItemsPreview>(`${path}/${id}/items/preview`, { method: 'POST', payload: input, signal }),
    enabled: input !== null,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
}

type Change = Omit<ItemsChangeInput, 'version'>;

/** Changes the items. The same input keeps its idempotency key, also after a lost answer. */
export function useItemsChange(order: Order, onDone: () => void) {
  const client = useQueryClient();
  const press = useRef<{ body: string; key: string } | null>(null);
  const send = (payload: ItemsChangeInput) => {
    const body = JSON.stringify(payload);
    if (press.current?.body !== body) press.current = { body, key: randomUuid() };
    const headers = { [IDEMPOTENCY_KEY_HEADER]: press.current.key };
    return callApi<OrderDetail>(`${path}/${order.id}/items`, { method: 'POST', payload, headers });
  };
  return useAction({
    call: ({ change, save }: { change: Change; save: SaveFrom<OrderDetail> }) =>
      save((version) => send({ ...change, version })),
    done: (changed, { change }) => {
      // So that a second change begins from it.
      showRow(client, orders, changed);
      const last = changed.refunds.at(-1);
      if (change.refundCents > 0 && last && last.state !== 'succeeded') toast(refundToast(last));
      else toast({ title: m.admin_items_done() });
      onDone();
    },
    refresh: [orders, summary, stats, emails, products],
    isForm: true,
  });
}
