import { useEffect, useRef } from 'react';
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
  /** Undefined where another payment could be started meanwhile. */
  onLeave?: (() => void) | undefined;
};

/**
 * A payment without a visible result yet: being checked, unreachable, processing, or paid without an order. It replaces
 * a form that may be longer than the window, so it scrolls into view with the focus.
 */
export function PendingPanel({ state, onCheck, onLeave }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: again for each state
  useEffect(() => panel.current?.focus(), [state]);
  return (
    <div
      ref={panel}
      role="status"
      tabIndex={-1}
      className="flex min-h-40 flex-col items-center justify-center gap-4 py-6 text-center outline-none"
    >
      {state === 'checking' ? (
        <>
          <Spinner className="size-9 text-brand" />
          <p className="font-semibold">{m.checkout_checking()}</p>
        </>
      ) : (
        <Result state={state} onCheck={onCheck} onLeave={onLeave} />
      )}
    </div>
  );
}

function Result({ state, onCheck, onLeave }: Props & { state: keyof typeof labels }) {
  const isPaid = state === 'paid';
  return (
    <>
      <span
        className={`grid size-14 place-items-center rounded-full ${isPaid ? 'bg-second text-ground' : 'bg-accent'}`}
      >
        <Icon name={isPaid ? 'check' : 'alert'} className="size-8" />
      </span>
      {isPaid && (
        <p className="font-display text-[1.4rem] leading-tight text-balance text-brand">{m.checkout_paid_heading()}</p>
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
    </>
  );
}
