import { useState } from 'react';
import * as m from '#messages';
import type { OrderStatusView } from '#shared/orders/status.ts';
import { lazyComponent } from '../../lib/lazy/lazy-component.tsx';
import { lazyImport } from '../../lib/lazy/lazy-import.ts';
import { Button } from '../../ui/button.tsx';
import { DelayNotice } from './delay-notice.tsx';

const panels = {
  address: lazyComponent(
    lazyImport(() => import('./address-panel.tsx')),
    { lost: (retry) => <Lost onRetry={retry} /> },
  ),
  cancel: lazyComponent(
    lazyImport(() => import('./cancel-panel.tsx')),
    { lost: (retry) => <Lost onRetry={retry} /> },
  ),
};

type Props = { order: OrderStatusView; onChanged: (order: OrderStatusView) => void; onBuyAgain: () => void };

/**
 * What the buyer can do: correct the address or cancel until the order is in work, and buy the same again at any time.
 */
export function OrderActions({ order, onChanged, onBuyAgain }: Props) {
  const [open, setOpen] = useState<keyof typeof panels | null>(null);
  const [said, setSaid] = useState('');
  const Panel = open && panels[open];
  const close = (changed?: OrderStatusView) => {
    if (changed) {
      const { city, state, status } = changed;
      setSaid(
        status === 'cancelled' ? m.order_cancel_done() : m.order_address_done({ destination: `${city}, ${state}` }),
      );
      onChanged(changed);
    }
    setOpen(null);
  };
  const isDelayed = order.delay !== null && (order.status === 'pending' || order.status === 'processing');
  const mayCancel = order.status === 'pending' || isDelayed;
  const cancel = (
    <Button variant="quiet" aria-expanded={open === 'cancel'} onClick={() => setOpen('cancel')}>
      {isDelayed ? m.order_delay_cancel() : m.order_cancel_open()}
    </Button>
  );
  return (
    <section aria-label={m.order_actions()} className="mt-8 rounded-card border-2 border-line p-5 sm:p-7">
      {isDelayed ? (
        <DelayNotice order={order} onChanged={onChanged}>
          {cancel}
        </DelayNotice>
      ) : (
        order.status === 'pending' && <p className="mb-4">{m.order_actions_text()}</p>
      )}
      <div className="flex flex-wrap gap-3">
        {mayCancel && !isDelayed && cancel}
        {order.status === 'pending' && (
          <Button variant="quiet" aria-expanded={open === 'address'} onClick={() => setOpen('address')}>
            {m.order_address_open()}
          </Button>
        )}
        <Button variant="secondary" onClick={onBuyAgain}>
          {m.order_buy_again()}
        </Button>
      </div>
      {Panel && mayCancel && <Panel order={order} onClose={close} />}
      <p role="status" className="mt-4 font-semibold text-second empty:hidden">
        {said}
      </p>
    </section>
  );
}

function Lost({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="mt-5 grid justify-items-start gap-3">
      <p>{m.order_press_failed()}</p>
      <Button onClick={onRetry}>{m.order_again()}</Button>
    </div>
  );
}
