import * as m from '#messages';
import { Icon } from '../../ui/icons.tsx';

const STEPS = ['address', 'shipping', 'payment'] as const;
type Step = (typeof STEPS)[number];
const labels: Record<Step, () => string> = {
  address: m.checkout_step_address,
  shipping: m.checkout_step_shipping,
  payment: m.checkout_step_payment,
};

/** Marks the current one of the checkout's three steps. */
export function Progress({ step }: { step: Step }) {
  const current = STEPS.indexOf(step);
  return (
    <ol aria-label={m.checkout_progress()} className="mt-1.5 mb-4 grid grid-cols-3 gap-2 sm:mt-0 sm:mb-6 sm:gap-3">
      {STEPS.map((name, index) => (
        <li
          key={name}
          aria-current={index === current ? 'step' : undefined}
          className={`flex flex-wrap items-center wrap-anywhere gap-1.5 border-t-4 sm:gap-2 pt-2.5 text-[0.86rem] font-semibold sm:text-base ${
            index <= current ? 'border-brand text-brand' : 'border-line text-ink-soft'
          }`}
        >
          <span
            aria-hidden="true"
            className={`grid size-6 shrink-0 place-items-center rounded-full text-[0.8rem] ${
              index < current
                ? 'bg-second text-ground'
                : index === current
                  ? 'bg-brand text-ground'
                  : 'bg-line text-ink'
            }`}
          >
            {index < current ? <Icon name="check" className="size-3.5" /> : index + 1}
          </span>
          <span>{labels[name]()}</span>
          {index < current && <span className="sr-only">{`(${m.checkout_step_done()})`}</span>}
        </li>
      ))}
    </ol>
  );
}
