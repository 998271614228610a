import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { ChosenLot, Lot, LotChange, OrderLots } from '#shared/lots/lots.ts';
import { callApi } from '../../../lib/api-client.ts';
import { toast } from '../../../ui/toast.ts';
import { adminKeys } from '../keys.ts';
import { toastFailed } from '../kit/detail/toast-failed.ts';
import { useAction } from '../kit/detail/use-action.ts';
import type { SaveFrom } from '../kit/stale.ts';
import type { LotFields } from './values.ts';

const [PATH] = adminKeys.lots;
const [ORDERS] = adminKeys.orders;
const refresh = [adminKeys.lots];

export function useLots() {
  return useQuery<Lot[]>({ queryKey: adminKeys.lots });
}

/** Creates a lot, or changes the one with this id. */
export function useSaveLot(id: string | null, onDone: () => void) {
  return useAction({
    call: ({ fields, save }: { fields: LotFields; save: SaveFrom<Lot> }) =>
      save((version) => {
        if (id === null) return callApi<Lot>(PATH, { method: 'POST', payload: fields });
        const { productId: _, ...change } = fields;
        return callApi<Lot>(`${PATH}/${id}`, { method: 'PATCH', payload: { ...change, version } });
      }),
    done: ({ code }) => {
      toast({ title: id === null ? m.admin_lot_created({ code }) : m.admin_lot_changed({ code }) });
      onDone();
    },
    refresh,
  });
}

/** Opens or closes a lot. */
export function useOpenLot() {
  return useAction({
    call: ({ id, isOpen, version }: Lot) => {
      const payload: LotChange = { isOpen: !isOpen, version };
      return callApi<Lot>(`${PATH}/${id}`, { method: 'PATCH', payload });
    },
    done: ({ code, isOpen }) => toast({ title: isOpen ? m.admin_lot_opened({ code }) : m.admin_lot_closed({ code }) }),
    failed: (error) => toastFailed(m.admin_error_title(), error),
    refresh,
  });
}

const orderKey = (orderId: string) => [ORDERS, orderId, 'lots'];

export function useOrderLots(orderId: string) {
  return useQuery<OrderLots>({ queryKey: orderKey(orderId) });
}

export function useChooseLots(orderId: string, onDone: () => void) {
  return useAction({
    call: (payload: { lots: ChosenLot[]; from: ChosenLot[] }) =>
      callApi<OrderLots>(`${ORDERS}/${orderId}/lots`, { method: 'PUT', payload }),
    done: () => {
      toast({ title: m.admin_lots_chosen() });
      onDone();
    },
    failed: (error) => toastFailed(m.admin_error_title(), error, m.admin_lots_stale),
    refresh: [orderKey(orderId), adminKeys.lots],
  });
}
