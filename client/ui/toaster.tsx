import * as Toast from '@radix-ui/react-toast';
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import * as m from '#messages';
import { useLanguage } from '../lib/language.ts';
import { textOf } from '../lib/text.ts';
import { Icon } from './icons.tsx';
import { keepClear } from './keep-clear.ts';
import {
  currentToast,
  dismissToast,
  subscribeToToasts,
  TOAST_DURATION_MS,
  TOAST_HOTKEY,
  type ToastMessage,
} from './toast.ts';

const SWIPE_THRESHOLD_PX = 50;

/** The container of toasts, loaded with the first input or toast: see `ToastOutlet`. */
export default function Toaster({ takesFocus }: { takesFocus: boolean }) {
  // Subscribes to the language: messages read it when they are called.
  useLanguage();
  const viewport = useRef<HTMLOListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the key that was pressed before this was here
  useEffect(() => {
    if (takesFocus) viewport.current?.focus();
  }, []);
  const shown = useSyncExternalStore(subscribeToToasts, currentToast, () => null);
  const modal = useSyncExternalStore(subscribeToClosing, openModal, () => null);
  const region = (
    // No transition, not even the millisecond of reduced motion: keep-clear.ts moves it back to measure its original
    // position.
    <Toast.Viewport
      ref={viewport}
      hotkey={[TOAST_HOTKEY]}
      label={m.toast_region()}
      className="pointer-events-none fixed inset-x-0 bottom-0 z-50 flex max-h-screen w-full flex-col gap-2 p-4 transition-none md:left-auto md:max-w-[420px] print:hidden"
    />
  );
  return (
    <Toast.Provider
      duration={TOAST_DURATION_MS}
      swipeDirection="right"
      swipeThreshold={SWIPE_THRESHOLD_PX}
      label={m.toast_label()}
    >
      {shown && (
        <Toast.Root
          key={shown.id}
          open={shown.open}
          onOpenChange={(open) => open || dismissToast(shown.id)}
          type={shown.variant === 'destructive' ? 'foreground' : 'background'}
          className={`toast pointer-events-auto flex items-start gap-3 rounded-card border-l-8 bg-white px-4 py-3 max-[20rem]:p-2 shadow-lift ${
            shown.variant === 'destructive' ? 'border-brand' : 'border-second'
          }`}
        >
          <ToastText {...shown} />
        </Toast.Root>
      )}
      {modal ? createPortal(region, modal) : region}
    </Toast.Provider>
  );
}

/** The open cart, if it is a modal dialog. Everything outside of it is inert and below it. */
const openModal = () => document.querySelector<HTMLElement>('.cart-sheet[open]');

function subscribeToClosing(onClosed: () => void): () => void {
  // The event does not bubble.
  addEventListener('close', onClosed, true);
  return () => removeEventListener('close', onClosed, true);
}

function ToastText({ title, description, variant }: ToastMessage) {
  const close = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const corner = close.current?.closest<HTMLElement>('ol');
    return corner ? keepClear(corner) : undefined;
  }, []);
  return (
    <>
      <Icon
        name={variant === 'destructive' ? 'alert' : 'check'}
        className={`mt-0.5 size-6 max-[20rem]:hidden ${variant === 'destructive' ? 'text-brand' : 'text-second'}`}
      />
      <div className="min-w-0 flex-1">
        <Toast.Title className="leading-snug font-bold text-balance max-sm:text-[0.86rem]">{textOf(title)}</Toast.Title>
        {description && (
          <Toast.Description className="text-[0.92rem] leading-snug max-sm:text-[0.8rem]">
            {textOf(description)}
          </Toast.Description>
        )}
      </div>
      <Toast.Close
        ref={close}
        aria-label={m.toast_close()}
        className="-m-2 grid size-11 shrink-0 place-items-center rounded-full hover:bg-tint"
      >
        <Icon name="close" />
      </Toast.Close>
    </>
  );
}
