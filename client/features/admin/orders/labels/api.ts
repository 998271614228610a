import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as m from '#messages';
import type { Order } from '#shared/orders/admin-orders.ts';
import { IDEMPOTENCY_KEY_HEADER } from '#shared/orders/refunds.ts';
import type { Label, LabelInput, LabelOffers, MeasuredParcel, PressedLabel } from '#shared/shipping/labels.ts';
import { callApi } from '../../../../lib/api-client.ts';
import { randomUuid } from '../../../../lib/random-uuid.ts';
import { toast } from '../../../../ui/toast.ts';
import { adminKeys } from '../../keys.ts';
import { toastFailed } from '../../kit/detail/toast-failed.ts';
import { useAction } from '../../kit/detail/use-action.ts';
import { formatAmount, formatCount } from '../../kit/format.ts';
import { failureText } from './words.ts';

const { orders, seen, summary, emails } = adminKeys;
const [path] = orders;
const refresh = [orders, seen, summary, emails];

/** The offers for an order; read each time the dialog is opened. */
export function useLabelOffers(order: Order, parcel: MeasuredParcel | undefined) {
  return useQuery<LabelOffers>({
    queryKey: [path, order.id, 'label-offers', parcel],
    queryFn: () => callApi(`${path}/${order.id}/labels/offers`, { method: 'POST', payload: { parcel } }),
    // Neither another tab nor a focus of the window reads prices again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
}

/** Buys the labels. One opened dialog has one idempotency key, also after a lost answer. */
export function useBuyLabel(order: Order, onDone: () => void) {
  const [key] = useState(randomUuid);
  return useAction({
    call: (payload: LabelInput) =>
      callApi<PressedLabel>(`${path}/${order.id}/labels`, {
        method: 'POST',
        payload,
        headers: { [IDEMPOTENCY_KEY_HEADER]: key },
      }),
    done: (label) => {
      toast(boughtToast(label));
      onDone();
    },
    failed: (error) => toastFailed(m.admin_label_failed(), error),
    refresh,
  });
}

/** Requests the refund of a label. */
export function useVoidLabel(order: Order, onDone: () => void) {
  return useAction({
    call: (label: Label) => callApi<Label>(`${path}/${order.id}/labels/${label.id}/void`, { method: 'POST' }),
    done: ({ state }) => {
      if (state === 'voided') toast({ title: m.admin_label_voided() });
      else if (state === 'void_requested') {
        toast({ title: m.admin_label_void_requested(), description: m.admin_label_void_waiting() });
      } else toast({ title: m.admin_label_void_refused(), variant: 'destructive' });
      onDone();
    },
    failed: (error) => toastFailed(m.admin_label_void_failed(), error),
    refresh,
  });
}

function boughtToast({ state, cost, failure, parcels, bought }: PressedLabel) {
  if (state === 'bought') {
    return {
      title: parcels === 1 ? m.admin_label_bought() : m.admin_label_bulk_done({ count: formatCount(bought) }),
      description: m.admin_label_bought_text({ amount: formatAmount(cost ?? '0.00') }),
    };
  }
  if (state === 'requested') return { title: m.admin_label_requested(), description: m.admin_label_waiting() };
  const title = bought > 0 ? m.admin_label_bought_some({ bought, parcels }) : m.admin_label_failed();
  return { title, description: failureText(failure ?? ''), variant: 'destructive' as const };
}
