import * as m from '#messages';
import type { Order } from '#shared/admin-orders.ts';
import { orderNumber } from '#shared/orders.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../dialog.tsx';
import { formatAmount } from '../format.ts';
import { useBuyLabel } from './label-api.ts';

/** Asks before a label is bought: it costs money and mails the customer. */
export default function BuyLabel({ order, onClose }: { order: Order; onClose: () => void }) {
  const buy = useBuyLabel(order, onClose);
  const { shippingMethod, shippingCarrier, shippingCost } = order;
  const service = [shippingMethod, shippingCarrier].filter(Boolean).join(', ');
  return (
    <Dialog
      kind="alert"
      title={m.admin_label_buy_title({ number: orderNumber(order.id) })}
      description={m.admin_label_buy_text({ service, paid: formatAmount(shippingCost ?? '0.00') })}
      onClose={onClose}
    >
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button size="small" variant="quiet" onClick={onClose}>
          {m.admin_cancel()}
        </Button>
        <Button size="small" isPending={buy.isPending} onClick={() => buy.mutate()} data-autofocus>
          {m.admin_label_buy()}
        </Button>
      </div>
    </Dialog>
  );
}
