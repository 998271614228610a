import { type ReactNode, useEffect, useRef, useState } from 'react';
import * as m from '#messages';
import { textOf } from '../../lib/text.ts';
import { Icon } from '../../ui/icons.tsx';
import { currentToast, dismissToasts } from '../../ui/toast.ts';

type Props = { isOpen: boolean; onClose: () => void; children: ReactNode };

/**
 * The cart in a native modal dialog: at the lower edge, in wide windows at the right. Escape and a tap outside close
 * it.
 */
export function CartSheet({ isOpen, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [news, setNews] = useState('');
  useEffect(() => {
    if (isOpen) {
      // A toast would be below the dialog, so the dialog says the same.
      const shown = currentToast();
      setNews(shown?.open && shown.variant !== 'destructive' ? textOf(shown.title) : '');
      dismissToasts();
      dialog.current?.showModal();
    } else dialog.current?.close();
  }, [isOpen]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape and the close button are the keyboard's way
    <dialog
      ref={dialog}
      aria-labelledby="cart-sheet-heading"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // The event arrives a task after the dialog was closed, when the cart may be open again.
      onClose={(event) => event.currentTarget.open || onClose()}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="cart-sheet fixed inset-0 z-40 mx-auto mt-auto mb-0 max-h-[92dvh] w-full max-w-xl flex-col open:flex overflow-y-auto rounded-t-card bg-white text-ink shadow-lift lg:my-0 lg:mr-0 lg:ml-auto lg:h-dvh lg:max-h-none lg:w-[27rem] lg:rounded-t-none lg:rounded-l-card backdrop:bg-ink/55"
    >
      {isOpen && (
        <div className="flex min-h-0 grow flex-col p-5 sm:p-7">
          <div className="mb-2 flex items-center justify-between">
            <h2 id="cart-sheet-heading" className="text-h3">
              {m.shop_cart_heading()}
            </h2>
            <p role="status" className="mr-auto ml-3 text-sm leading-tight font-semibold text-second">
              {news}
            </p>
            <button
              type="button"
              aria-label={m.shop_cart_close()}
              onClick={onClose}
              className="-mr-2 grid size-11 place-items-center rounded-full hover:bg-tint"
            >
              <Icon name="close" />
            </button>
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}
