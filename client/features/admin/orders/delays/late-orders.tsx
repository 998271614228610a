import { useState } from 'react';
import * as m from '#messages';
import { centsOf } from '#shared/core/money.ts';
import type { Order } from '#shared/orders/admin-orders.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import { useLanguage } from '../../../../lib/language.ts';
import { Button } from '../../../../ui/button.tsx';
import { ChangeError } from '../../kit/detail/change-error.tsx';
import { formatCents, formatCount } from '../../kit/format.ts';
import { lazyDialog } from '../../kit/lazy.tsx';
import { OpenOrders } from '../open-orders.tsx';
import { useCancelOrder } from '../refunds/api.ts';
import { delayText, isToPayBack } from './delay-state.ts';

const DelayDialog = lazyDialog(() => import('./delay-dialog.tsx'));

/**
 * Late orders, the longest wait first. Customers get a notice with a later day; those who did not agree get a refund.
 */
export default function LateOrders() {
  const language = useLanguage();
  const [written, setWritten] = useState<Order | 'late' | null>(null);
  return (
    <>
      <OpenOrders
        when="late"
        sort="oldest"
        fact={(order) => delayText(order, language)}
        action={(order) =>
          isToPayBack(order) ? (
            <PayBack order={order} />
          ) : (
            <Button
              size="small"
              variant="quiet"
              aria-label={m.admin_delay_open_of({ number: orderNumber(order.id) })}
              onClick={() => setWritten(order)}
            >
              {m.admin_delay_open()}
            </Button>
          )
        }
        actions={(orders, isWhole) => {
          const unwritten = orders.filter((order) => !isToPayBack(order));
          if (isWhole && unwritten.length < 2) return null;
          return (
            <Button size="small" variant="secondary" onClick={() => setWritten('late')}>
              {isWhole
                ? m.admin_delay_open_all({ count: formatCount(unwritten.length) })
                : m.admin_delay_open_everyone()}
            </Button>
          );
        }}
      />
      {written && <DelayDialog {...(written !== 'late' && { order: written })} onClose={() => setWritten(null)} />}
    </>
  );
}

/** Cancels and refunds the rest, in one press. */
function PayBack({ order }: { order: Order }) {
  const cancel = useCancelOrder(order, () => undefined);
  const left = centsOf(order.totalAmount) - centsOf(order.refundedAmount);
  return (
    <>
      <Button size="small" variant="danger" isPending={cancel.isPending} onClick={() => cancel.mutate()}>
        {m.admin_cancel_order_press({ amount: formatCents(left) })}
      </Button>
      <ChangeError error={cancel.error} />
    </>
  );
}
