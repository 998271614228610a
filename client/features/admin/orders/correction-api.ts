import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import * as m from '#messages';
import type { Order } from '#shared/orders/admin-orders.ts';
import {
  type Correction,
  type CustomerMessage,
  correctionOf,
  type MessageAnswer,
  type OrderChange,
  type ShippingPrice,
  type ShippingPriceInput,
} from '#shared/orders/change.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import { IDEMPOTENCY_KEY_HEADER } from '#shared/orders/refunds.ts';
import { callApi } from '../../../lib/api-client.ts';
import { randomUuid } from '../../../lib/random-uuid.ts';
import { toast } from '../../../ui/toast.ts';
import { adminKeys } from '../keys.ts';
import { useAction } from '../kit/detail/use-action.ts';
import { refreshRows, rowKeys, showRow } from '../kit/list/rows.ts';
import type { SaveFrom } from '../kit/stale.ts';
import { offerUndo } from '../kit/undo/undo.ts';
import { messageToast } from './mail-toasts.ts';

const [path] = adminKeys.orders;

type Change = Omit<OrderChange, 'version'>;
const sendChange = (id: string, change: Change, version: number) =>
  callApi<Order>(`${path}/${id}`, { method: 'PATCH', payload: { ...change, version } });

/** Saves a change of an order, and offers to undo it. @param back the opposite change */
function useOrderChange(order: Order, texts: { done: () => string; undo: () => string }, onDone?: () => void) {
  const client = useQueryClient();
  return useAction({
    call: ({ change, save }: { change: Change; back: Change; save: SaveFrom<Order> }) =>
      save((version) => sendChange(order.id, change, version)),
    done: (changed, { back }) => {
      // So that a slip printed right after it is up to date.
      showRow(client, adminKeys.orders, changed);
      toast({ title: texts.done() });
      offerUndo(texts.undo, () =>
        sendChange(order.id, back, changed.version).finally(() => refreshRows(client, adminKeys.orders)),
      );
      onDone?.();
    },
    refresh: rowKeys(adminKeys.orders),
    isForm: true,
  });
}

/** Corrects address and contact. @param onDone called after it is saved */
export function useCorrection(order: Order, onDone: () => void) {
  const name = orderNumber(order.id);
  const texts = { done: m.admin_correct_done, undo: () => m.admin_undo_correct({ name }) };
  const change = useOrderChange(order, texts, onDone);
  return {
    ...change,
    /** @param acceptTax the owner has accepted that the tax differs there */
    correct: (corrected: Correction, save: SaveFrom<Order>, acceptTax: boolean) =>
      change.mutate({
        change: { ...corrected, acceptTax },
        back: { ...correctionOf(order), acceptTax: true },
        save,
      }),
  };
}

/** Saves the owner's notes. */
export function useOrderNotes(order: Order) {
  const name = orderNumber(order.id);
  const texts = { done: m.admin_inquiry_notes_saved, undo: () => m.admin_undo_notes({ name }) };
  return useOrderChange(order, texts);
}

/** The shipping price to an address; changes nothing. */
export function useShippingPrice(id: string) {
  return useMutation({
    mutationFn: (address: ShippingPriceInput) =>
      callApi<ShippingPrice>(`${path}/${id}/shipping-price`, { method: 'POST', payload: address }),
  });
}

/** Mails the owner's words to the customer. The same words keep their idempotency key, also after a lost answer. */
export function useCustomerMessage(order: Order, onDone: () => void) {
  const press = useRef(randomUuid());
  return useAction({
    call: (message: CustomerMessage) =>
      callApi<MessageAnswer>(`${path}/${order.id}/messages`, {
        method: 'POST',
        payload: message,
        headers: { [IDEMPOTENCY_KEY_HEADER]: press.current },
      }),
    done: (answer) => {
      toast(messageToast(answer, order.email));
      onDone();
    },
    refresh: [adminKeys.orders, adminKeys.emails],
  });
}
