import * as m from '#messages';
import type { Order, TrackingAnswer } from '#shared/orders/admin-orders.ts';
import type { Carrier } from '#shared/shipping/carriers.ts';
import { callApi, textOfError } from '../../../../lib/api-client.ts';
import { toast } from '../../../../ui/toast.ts';
import { adminKeys } from '../../keys.ts';
import { formatCount } from '../../kit/format.ts';
import { rowKeys } from '../../kit/list/rows.ts';
import { saveFrom } from '../../kit/stale.ts';
import { shipMailText } from '../mail-toasts.ts';
import { useInTurn } from '../use-in-turn.ts';

const [path] = adminKeys.orders;

/** An order and the parcel that it leaves with. */
export type Shipment = { order: Order; trackingNumber: string; carrier: Carrier };
/** The result of a line: its mail, or why it was not saved. */
export type ShipResult = { mail: TrackingAnswer['mail'] } | { error: string };

/** What must not have changed since it was displayed: its destination, and whether it waits. */
const seenOf = ({ status, trackingNumber, addressLine1, zipCode }: Order) => ({
  status,
  trackingNumber: trackingNumber ?? '',
  addressLine1,
  zipCode,
});

async function ship({ order, trackingNumber, carrier }: Shipment): Promise<ShipResult> {
  try {
    const { mail } = (await saveFrom<Order>({ seen: seenOf(order), version: order.version }, seenOf, (version) =>
      callApi<TrackingAnswer>(`${path}/${order.id}/tracking`, {
        method: 'PATCH',
        payload: { trackingNumber, carrier, version },
      }),
    )) as TrackingAnswer;
    return { mail };
  } catch (error) {
    return { error: textOfError(error, m.admin_ship_line_failed()) };
  }
}

/** Saves the lines. @param onShipped called after each that was saved */
export function useShip(onShipped: (order: Order) => void) {
  return useInTurn({
    call: ship,
    idOf: ({ order }) => order.id,
    onResult: ({ order }, result) => 'mail' in result && onShipped(order),
    done: (results) => {
      const mails = results.flatMap((result) => ('mail' in result ? [result.mail] : []));
      const failed = results.length - mails.length;
      toast({
        title: m.admin_ship_done({ count: formatCount(mails.length) }),
        description: [shipMailText(mails), failed > 0 && m.admin_ship_some_failed({ count: formatCount(failed) })]
          .filter(Boolean)
          .join(' '),
        ...(failed > 0 && { variant: 'destructive' as const }),
      });
    },
    refresh: [...rowKeys(adminKeys.orders), adminKeys.emails],
  });
}
