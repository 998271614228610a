import * as m from '#messages';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Spinner } from '../../ui/spinner.tsx';

export type PendingState = 'checking' | 'unchecked' | 'processing' | 'paid';
const labels = {
  unchecked: m.checkout_notice_unchecked,
  processing: m.checkout_notice_processing,
  paid: m.checkout_paid_text,
};
type Props = {
  state: PendingState;
  onCheck: () => void;
  /** Left out where another payment could be started meanwhile. */
  onLeave?: () => void;
};

/** A payment without a visible result yet: being checked, unreachable, with the bank, or paid without an order yet. */
export function PendingPanel({ state, onCheck, onLeave }: Props) {
  if (state === 'checking') {
    return (
      <div role="status" className="flex min-h-40 flex-col items-center justify-center gap-4 py-6 text-center">
        <Spinner className="size-9 text-guayaba" />
        <p className="font-semibold">{m.checkout_checking()}</p>
      </div>
    );
  }
  const isPaid = state === 'paid';
  return (
    <div role="status" className="flex flex-col items-center gap-4 py-6 text-center">
      <span className={`grid size-14 place-items-center rounded-full ${isPaid ? 'bg-hoja text-crema' : 'bg-galleta'}`}>
        <Icon name={isPaid ? 'check' : 'alert'} className="size-8" />
      </span>
      {isPaid && (
        <p className="font-display text-[1.4rem] leading-tight text-balance text-guayaba">
          {m.checkout_paid_heading()}
        </p>
      )}
      <p className="max-w-prose text-balance">{labels[state]()}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button onClick={onCheck}>{isPaid ? m.checkout_check_order() : m.checkout_check_again()}</Button>
        {onLeave && (
          <Button variant="quiet" onClick={onLeave}>
            {m.checkout_leave()}
          </Button>
        )}
      </div>
    </div>
  );
}
