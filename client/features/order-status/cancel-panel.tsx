import { useEffect, useRef } from 'react';
import * as m from '#messages';
import { centsOf, formatPrice } from '#shared/core/money.ts';
import type { OrderStatusView } from '#shared/orders/status.ts';
import { useLanguage } from '../../lib/language.ts';
import { Button } from '../../ui/button.tsx';
import { cancelOrder } from './order-api.ts';
import { usePress } from './use-press.ts';

type Props = { order: OrderStatusView; onClose: (changed?: OrderStatusView) => void };

/** Asks before the order is cancelled; the safe answer has the focus. */
export default function CancelPanel({ order, onClose }: Props) {
  const language = useLanguage();
  const { isBusy, error, press } = usePress();
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  const amount = formatPrice(centsOf(order.totalAmount), language);
  return (
    <div className="mt-6 border-line border-t-2 pt-5">
      <p className="max-w-prose">{m.order_cancel_text({ amount })}</p>
      <p role="alert" className="mt-3 font-semibold text-brand empty:hidden">
        {error}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button ref={keep} variant="quiet" onClick={() => onClose()}>
          {m.order_cancel_keep()}
        </Button>
        <Button variant="danger" isBusy={isBusy} onClick={() => press(async () => onClose(await cancelOrder()))}>
          {m.order_cancel_press({ amount })}
        </Button>
      </div>
    </div>
  );
}
