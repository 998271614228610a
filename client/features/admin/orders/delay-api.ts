import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type { Order, TrackingAnswer } from '#shared/admin-orders.ts';
import { callApi } from '../../../lib/api-client.ts';
import { toast } from '../../../ui/toast.ts';
import { formatCount } from '../format.ts';
import { adminKeys } from '../keys.ts';
import { refreshRows } from '../rows.ts';
import { saveFrom } from '../stale.ts';

const [path] = adminKeys.orders;

/** What must not have changed since it was shown: another tab may have written already. */
const seenOf = ({ status, shipBy, delays, delayState }: Order) => ({
  status,
  shipBy: shipBy ?? '',
  delays: String(delays),
  delayState: delayState ?? '',
});

/** Writes to one customer after the other; one that fails does not stop the others. */
export function useDelay(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ orders, shipBy }: { orders: readonly Order[]; shipBy: string | null }) => {
      const mails: TrackingAnswer['mail'][] = [];
      const errors: unknown[] = [];
      for (const order of orders) {
        try {
          const answer = await saveFrom<Order>({ seen: seenOf(order), version: order.version }, seenOf, (version) =>
            callApi<TrackingAnswer>(`${path}/${order.id}/delay`, { method: 'POST', payload: { shipBy, version } }),
          );
          mails.push((answer as TrackingAnswer).mail);
        } catch (error) {
          errors.push(error);
        }
      }
      // Of one order, or of all, the dialog shows why.
      if (mails.length === 0 && errors.length > 0) throw errors[0];
      return { mails, failed: errors.length };
    },
    onSuccess: ({ mails, failed }) => {
      toast({
        ...mailToast(mails),
        ...(failed > 0 && {
          description: m.admin_delay_failed({ count: formatCount(failed) }),
          variant: 'destructive' as const,
        }),
      });
      onDone();
    },
    onSettled: () =>
      Promise.all([
        refreshRows(client, adminKeys.orders),
        ...[adminKeys.emails, adminKeys.summary].map((queryKey) =>
          client.invalidateQueries({ queryKey: [...queryKey] }),
        ),
      ]),
  });
}

/** What really went out. */
function mailToast(mails: readonly TrackingAnswer['mail'][]) {
  const count = (state: TrackingAnswer['mail']) => mails.filter((mail) => mail === state).length;
  if (count('queued') > 0) return { title: m.admin_delay_sent({ count: formatCount(count('queued')) }) };
  if (count('stored') > 0) return { title: m.admin_delay_stored({ count: formatCount(count('stored')) }) };
  return { title: m.admin_delay_none(), description: m.admin_delay_none_text() };
}
