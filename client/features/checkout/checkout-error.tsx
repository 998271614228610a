import { useEffect, useRef } from 'react';
import * as m from '#messages';
import { type KeptText, textOf } from '../../lib/text.ts';
import { Icon } from '../../ui/icons.tsx';

type Props = { message: KeptText; className?: string; onClose?: () => void };

/** An error at the place where it happened; announced when it appears. */
export function CheckoutError({ message, className = '', onClose }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Focuses the visible one of the two places that contain it.
    if (box.current?.getClientRects().length) box.current.focus();
  }, []);
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className={`flex items-start gap-2.5 rounded-field border-2 border-brand bg-tint px-4 py-3 leading-snug font-semibold text-brand-dark ${className}`}
    >
      <Icon name="alert" className="mt-0.5 size-5" />
      <p className="min-w-0 grow">{textOf(message)}</p>
      {onClose && (
        <button
          type="button"
          aria-label={m.toast_close()}
          onClick={onClose}
          className="-my-2 -mr-2 grid size-11 shrink-0 place-items-center rounded-full hover:bg-white"
        >
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}
