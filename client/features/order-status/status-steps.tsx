import * as m from '#messages';
import type { OrderStatus } from '#shared/orders/orders.ts';
import { Icon } from '../../ui/icons.tsx';

const STEPS = ['pending', 'processing', 'shipped', 'delivered'] as const;
const labels = {
  pending: m.order_step_pending,
  processing: m.order_step_processing,
  shipped: m.order_step_shipped,
  delivered: m.order_step_delivered,
};

/** The progress of an order in four steps, the current one marked; vertical in narrow windows. */
export function StatusSteps({ status }: { status: Exclude<OrderStatus, 'cancelled'> }) {
  const current = STEPS.indexOf(status);
  return (
    <ol aria-label={m.order_progress()} className="grid sm:grid-cols-4">
      {STEPS.map((step, index) => {
        // A delivered order has no step in progress.
        const isDone = index < current || (index === current && status === 'delivered');
        const isCurrent = index === current;
        return (
          <li
            key={step}
            aria-current={isCurrent ? 'step' : undefined}
            className="relative flex items-center gap-4 pb-6 last:pb-0 sm:flex-col sm:gap-3 sm:pb-0 sm:text-center"
          >
            {index > 0 && (
              <span
                aria-hidden="true"
                className={`absolute -top-6 left-[1.3rem] h-6 w-1 sm:top-[1.3rem] sm:right-[calc(50%+1.6rem)] sm:left-[calc(-50%+1.6rem)] sm:h-1 sm:w-auto ${index <= current ? 'bg-second' : 'bg-line'}`}
              />
            )}
            <span
              aria-hidden="true"
              className={`grid size-11 shrink-0 place-items-center rounded-full font-display text-[1.15rem] ${
                isDone
                  ? 'bg-second text-ground'
                  : isCurrent
                    ? 'bg-brand text-ground ring-4 ring-tint'
                    : 'bg-line text-ink-soft'
              }`}
            >
              {isDone ? <Icon name="check" className="size-6" /> : index + 1}
            </span>
            <span className={`font-semibold ${isDone ? 'text-second' : isCurrent ? 'text-brand' : 'text-ink-soft'}`}>
              <span>{labels[step]()}</span>
              {isDone && <span className="sr-only">{` (${m.order_step_done()})`}</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
