import * as m from '#messages';
import type { Order, TrackingAnswer } from '#shared/orders/admin-orders.ts';
import { callApi, textOfError } from '../../../../lib/api-client.ts';
import { toast } from '../../../../ui/toast.ts';
import { adminKeys } from '../../keys.ts';
import { refusedFields } from '../../kit/form/refused-fields.ts';
import { formatCount } from '../../kit/format.ts';
import { rowKeys } from '../../kit/list/rows.ts';
import { currentOf, saveFrom } from '../../kit/stale.ts';
import { delayToast } from '../mail-toasts.ts';
import { useInTurn } from '../use-in-turn.ts';

const [path] = adminKeys.orders;

/** The result of a delay notice: its mail, or why there is none. */
export type DelayResult = { mail: TrackingAnswer['mail'] } | { error: string };

/** Whether the customer was notified. */
export const isWritten = (result: DelayResult | undefined): boolean => result !== undefined && 'mail' in result;

/** What must not have changed since it was displayed: another tab may have sent a notice. */
const seenOf = ({ status, shipBy, delays, delayState }: Order) => ({
  status,
  shipBy: shipBy ?? '',
  delays: String(delays),
  delayState: delayState ?? '',
});

async function write(order: Order, shipBy: string | null): Promise<DelayResult> {
  try {
    const { mail } = (await saveFrom<Order>({ seen: seenOf(order), version: order.version }, seenOf, (version) =>
      callApi<TrackingAnswer>(`${path}/${order.id}/delay`, { method: 'POST', payload: { shipBy, version } }),
    )) as TrackingAnswer;
    return { mail };
  } catch (error) {
    if (currentOf(error)) return { error: m.admin_delay_changed() };
    return { error: refusedFields(error).shipBy ?? textOfError(error, m.admin_ship_line_failed()) };
  }
}

/** Notifies the customers of orders. @param shipBy the new day; `null` while it is unknown */
export function useDelay(shipBy: string | null) {
  return useInTurn({
    call: (order: Order) => write(order, shipBy),
    idOf: ({ id }) => id,
    done: (results) => {
      const mails = results.flatMap((result) => ('mail' in result ? [result.mail] : []));
      const failed = results.length - mails.length;
      toast({
        ...delayToast(mails),
        ...(failed > 0 && {
          description: failed === 1 ? m.admin_delay_failed_one() : m.admin_delay_failed({ count: formatCount(failed) }),
          variant: 'destructive' as const,
        }),
      });
    },
    refresh: [...rowKeys(adminKeys.orders), adminKeys.emails],
  });
}

/** One line of the report. */
export function delayReportText(result: DelayResult): string {
  if ('error' in result) return m.admin_delay_line_error({ reason: result.error });
  if (result.mail === 'queued') return m.admin_delay_line_queued();
  return result.mail === 'stored' ? m.admin_delay_line_stored() : m.admin_delay_none_text();
}
