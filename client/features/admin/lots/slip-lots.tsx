import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { PackedLot, PackedOrders } from '#shared/lots/lots.ts';
import type { Order } from '#shared/orders/admin-orders.ts';
import { MAX_BULK } from '#shared/orders/orders.ts';
import { callApi } from '../../../lib/api-client.ts';
import { adminKeys } from '../keys.ts';
import { dayText } from './day-text.ts';
import { inItemOrder, orderNames } from './order-names.ts';

const [PATH] = adminKeys.lots;

/** Records the lots of orders that are packed now, and reads those of all; empty in a shop without lots. */
export function usePackedLots(orders: readonly Order[]) {
  const ids = orders.map(({ id }) => id);
  return useQuery<PackedOrders>({
    queryKey: [PATH, 'pack', ...ids],
    queryFn: async () => {
      const parts = Array.from({ length: Math.ceil(ids.length / MAX_BULK) }, (_, i) =>
        ids.slice(i * MAX_BULK, (i + 1) * MAX_BULK),
      );
      const packed: PackedOrders = [];
      for (const part of parts) {
        packed.push(...(await callApi<PackedOrders>(`${PATH}/pack`, { method: 'POST', payload: { orders: part } })));
      }
      return packed;
    },
    gcTime: 0,
    staleTime: 0,
  });
}

/** The lots in the parcel, in the customer's language. */
export function SlipLots({ order, lots }: { order: Order; lots: readonly PackedLot[] }) {
  if (lots.length === 0) return null;
  const language = order.preferredLanguage;
  const inLanguage = { locale: language } as const;
  const nameOf = orderNames(order, language);
  return (
    <div className="mt-4 text-sm">
      <p className="font-bold">{m.admin_slip_lots({}, inLanguage)}</p>
      {inItemOrder(lots, order).map(({ lotId, productId, quantity, code, bestBy }) => (
        <p key={lotId}>
          {m.admin_slip_lot({ quantity, name: nameOf(productId), code, day: dayText(bestBy, language) }, inLanguage)}
        </p>
      ))}
    </div>
  );
}
