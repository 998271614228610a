import type { ReactNode } from 'react';
import * as m from '#messages';

type Props = {
  label: string;
  /** The object of the button, for its accessible name. */
  changeLabel: string;
  /** Undefined while going back is not possible. */
  onChange: (() => void) | undefined;
  children: ReactNode;
};

/** The result of an earlier step, with a button to change it. */
export function Chosen({ label, changeLabel, onChange, children }: Props) {
  return (
    <div className="mt-3 flex flex-wrap items-start justify-between gap-x-4 rounded-field bg-ground px-4 py-2.5 sm:mt-4 sm:flex-nowrap sm:py-3">
      <p className="contents text-[0.95rem] leading-snug sm:block sm:min-w-0">
        <span className="block text-sm text-ink-soft">{label}</span>
        <bdi className="order-1 w-full wrap-anywhere">{children}</bdi>
      </p>
      {onChange && (
        <button
          type="button"
          aria-label={changeLabel}
          onClick={onChange}
          className="-my-3 min-h-11 shrink-0 sm:-my-1 px-1 text-[0.95rem] font-semibold text-second underline decoration-second/40 underline-offset-4 hover:decoration-second"
        >
          {m.checkout_change()}
        </button>
      )}
    </div>
  );
}
