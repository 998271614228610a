import { useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import { centsOf } from '#shared/core/money.ts';
import type { OrderDetail } from '#shared/orders/admin-orders.ts';
import { callApi } from '../../../../lib/api-client.ts';
import { toast } from '../../../../ui/toast.ts';
import { adminKeys } from '../../keys.ts';
import { toastFailed } from '../../kit/detail/toast-failed.ts';
import { useAction } from '../../kit/detail/use-action.ts';
import { showRow } from '../../kit/list/rows.ts';

const { orders, summary, stats, emails } = adminKeys;
const [path] = orders;
const refresh = [orders, summary, stats, emails];

/** Asks the buyer for what the order costs more than was paid. */
export function useAsk({ id, version, owed }: OrderDetail, onDone: () => void) {
  const client = useQueryClient();
  return useAction({
    call: (notify: boolean) => {
      const payload = { amountCents: centsOf(owed.askable), version, notify };
      return callApi<OrderDetail>(`${path}/${id}/owed`, { method: 'POST', payload });
    },
    done: (changed, notify) => {
      showRow(client, orders, changed);
      toast({ title: notify ? m.admin_owed_asked() : m.admin_owed_asked_quietly() });
      onDone();
    },
    failed: (error) => {
      toastFailed(m.admin_owed_failed(), error, m.admin_owed_stale);
      onDone();
    },
    refresh,
  });
}

/** Withdraws the open request. */
export function useWithdraw({ id }: OrderDetail, onDone: () => void) {
  const client = useQueryClient();
  return useAction({
    call: () => callApi<OrderDetail>(`${path}/${id}/owed`, { method: 'DELETE' }),
    done: (changed) => {
      showRow(client, orders, changed);
      toast({ title: m.admin_owed_withdrawn() });
      onDone();
    },
    failed: (error) => {
      toastFailed(m.admin_owed_withdraw_failed(), error);
      onDone();
    },
    refresh,
  });
}
