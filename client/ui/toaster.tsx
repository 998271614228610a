import * as Toast from '@radix-ui/react-toast';
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import * as m from '#messages';
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

/** The corner where toasts stand. Fetched when somebody begins to act or when a toast is due: see `ToastOutlet`. */
export default function Toaster({ takesFocus }: { takesFocus: boolean }) {
  const viewport = useRef<HTMLOListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the key that was pressed before this was here
  useEffect(() => {
    if (takesFocus) viewport.current?.focus();
  }, []);
  const shown = useSyncExternalStore(subscribeToToasts, currentToast, () => null);
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
          className={`toast pointer-events-auto flex items-start gap-3 rounded-card border-l-8 bg-white p-4 max-[20rem]:p-2 shadow-lift ${
            shown.variant === 'destructive' ? 'border-guayaba' : 'border-hoja'
          }`}
        >
          <Words {...shown} />
        </Toast.Root>
      )}
      {/* No transition, not even the millisecond of reduced motion: its home is measured between two places. */}
      <Toast.Viewport
        ref={viewport}
        hotkey={[TOAST_HOTKEY]}
        label={m.toast_region()}
        className="pointer-events-none fixed inset-x-0 bottom-0 z-50 flex max-h-screen w-full flex-col gap-2 p-4 transition-none md:left-auto md:max-w-[420px]"
      />
    </Toast.Provider>
  );
}

function Words({ title, description, variant }: ToastMessage) {
  const close = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const corner = close.current?.closest<HTMLElement>('ol');
    return corner ? keepClear(corner) : undefined;
  }, []);
  return (
    <>
      <Icon
        name={variant === 'destructive' ? 'alert' : 'check'}
        className={`mt-0.5 size-6 max-[20rem]:hidden ${variant === 'destructive' ? 'text-guayaba' : 'text-hoja'}`}
      />
      <div className="min-w-0 flex-1">
        <Toast.Title className="font-bold leading-snug">{title}</Toast.Title>
        {description && (
          <Toast.Description className="mt-0.5 text-[0.95rem] leading-snug">{description}</Toast.Description>
        )}
      </div>
      <Toast.Close
        ref={close}
        aria-label={m.toast_close()}
        className="-m-2 grid size-11 shrink-0 place-items-center rounded-full hover:bg-rosa"
      >
        <Icon name="close" />
      </Toast.Close>
    </>
  );
}
