import { type ReactNode, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import * as m from '#messages';
import { Icon } from '../../../ui/icons.tsx';
import { isTopModal, openModal } from './modals.ts';

type Props = {
  title: ReactNode;
  onClose: () => void;
  /** `drawer` slides in from the side at full height; `alert` confirms a destructive action. */
  kind?: 'dialog' | 'drawer' | 'alert';
  /** Described together with the title. */
  description?: ReactNode;
  className?: string;
  children?: ReactNode;
};

const SHEET = 'w-full p-[clamp(1.15rem,4vw,2rem)] text-inherit wrap-anywhere [box-shadow:var(--shadow-lift)]';
const shapes = {
  dialog: 'dialog-sheet relative rounded-card bg-white max-w-xl',
  alert: 'dialog-sheet relative rounded-card bg-white max-w-md',
  drawer: 'drawer-sheet fixed inset-y-0 right-0 left-auto h-full max-h-none overflow-y-auto bg-ground max-w-2xl',
};

/**
 * A modal dialog: it moves the focus inside, traps it, closes on Escape and restores the focus. The control with
 * `data-autofocus` gets the focus first; without one, the title does.
 */
export function Dialog({ title, onClose, kind = 'dialog', description, className = '', children }: Props) {
  const modal = useRef<HTMLDivElement>(null);
  const id = useId();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !isTopModal(modal.current)) return;
    event.preventDefault();
    onClose();
  });
  // Before the focus moves, because the next key may come at once.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  useLayoutEffect(() => {
    if (!modal.current) return;
    const close = openModal(modal.current);
    if (!modal.current.contains(document.activeElement)) document.getElementById(`${id}-title`)?.focus();
    return close;
  }, [id]);
  return createPortal(
    <div ref={modal} className="modal fixed inset-0 z-40 grid place-items-center overflow-y-auto p-4">
      {/* A click on the backdrop closes a drawer; the keyboard has Escape and the button. Dark in both schemes. */}
      <div
        aria-hidden="true"
        className="fixed inset-0 bg-[rgb(20_10_5/0.55)]"
        onPointerDown={kind === 'drawer' ? onClose : undefined}
      />
      <dialog
        open
        {...(kind === 'alert' && { role: 'alertdialog' })}
        aria-modal="true"
        aria-labelledby={`${id}-title`}
        aria-describedby={description ? `${id}-description` : undefined}
        className={`${SHEET} ${shapes[kind]} ${className}`}
      >
        <DialogHead id={`${id}-title`} title={title} onClose={kind === 'alert' ? undefined : onClose} />
        {description && (
          <p id={`${id}-description`} className="mt-2 text-ink-soft">
            {description}
          </p>
        )}
        {children}
      </dialog>
    </div>,
    document.getElementById('modals') ?? document.body,
  );
}

type HeadProps = { id: string; title: ReactNode; onClose: (() => void) | undefined };

/** The title, with a button that closes the dialog. */
function DialogHead({ id, title, onClose }: HeadProps) {
  return (
    <div className="flex items-start gap-4">
      <h2 id={id} tabIndex={-1} className="min-w-0 flex-1 pt-1.5 text-h3 outline-none">
        {title}
      </h2>
      {onClose && (
        <button
          type="button"
          onClick={onClose}
          aria-label={m.admin_close()}
          data-tooltip
          className="-mt-1 -mr-2 grid size-11 shrink-0 place-items-center rounded-full hover:bg-tint"
        >
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}
