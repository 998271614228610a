import type { ReactNode } from 'react';
import * as m from '#messages';
import type { OrderStatusView } from '#shared/orders/status.ts';
import { promisedDay } from '#shared/shipping/promised-day.ts';
import { useLanguage } from '../../lib/language.ts';
import { Button } from '../../ui/button.tsx';
import { agreeToWait } from './order-api.ts';
import { usePress } from './use-press.ts';

type Props = {
  order: OrderStatusView;
  onChanged: (order: OrderStatusView) => void;
  /** The button to cancel the order instead. */
  children: ReactNode;
};

/** After a delay notice: its content, and the button to agree to wait. */
export function DelayNotice({ order, onChanged, children }: Props) {
  const language = useLanguage();
  const { isBusy, error, press } = usePress();
  const { delay, shipBy } = order;
  const ship = shipBy && promisedDay(shipBy, language);
  const day = delay?.answerBy && promisedDay(delay.answerBy, language);
  return (
    <div className="mb-5 grid justify-items-start gap-4">
      <p role="status" className="max-w-prose text-lead">
        {delay?.state === 'waits'
          ? m.order_delay_waits()
          : day
            ? ship
              ? m.order_delay_asked({ ship, day })
              : m.order_delay_open({ day })
            : ship && m.order_delay_told({ ship })}
      </p>
      <p role="alert" className="font-semibold text-brand empty:hidden">
        {error}
      </p>
      <div className="flex flex-wrap gap-3">
        {delay?.state !== 'waits' && (
          <Button isBusy={isBusy} onClick={() => press(async () => onChanged(await agreeToWait()))}>
            {m.order_delay_wait()}
          </Button>
        )}
        {children}
      </div>
    </div>
  );
}
