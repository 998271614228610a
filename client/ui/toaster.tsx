import * as Toast from '@radix-ui/react-toast';
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
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

/** Over the logo, beside the controls of the bar and no higher than it, so it never covers page content. */
const OVER_LOGO =
  'top-0 left-0 p-1 md:pl-2 [--toast-from:-1rem] md:max-w-[420px] *:max-lg:max-w-[calc(100vw-11.6rem)] *:lg:max-xl:max-w-[16.6rem]';
/** The admin's bar has no such space: its toasts move aside, see `keepClear`. */
const IN_CORNER = 'inset-x-0 bottom-0 p-4 md:left-auto md:max-w-[420px]';

/** The container of toasts, loaded with the first input or toast: see `ToastOutlet`. */
export default function Toaster({ makesWay, takesFocus }: { makesWay: boolean; takesFocus: boolean }) {
  // Subscribes to the language: messages read it when they are called.
  useLanguage();
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
          className={`toast pointer-events-auto flex items-start gap-3 rounded-card border-l-8 bg-white ${makesWay ? 'p-4' : 'px-3 py-1.5 max-sm:gap-1 max-sm:px-2'} max-[20rem]:p-2 shadow-lift ${
            shown.variant === 'destructive' ? 'border-brand' : 'border-second'
          }`}
        >
          <ToastText {...shown} makesWay={makesWay} />
        </Toast.Root>
      )}
      {/* No transition, not even the millisecond of reduced motion, because its original position is measured between
          two positions. */}
      <Toast.Viewport
        ref={viewport}
        hotkey={[TOAST_HOTKEY]}
        label={m.toast_region()}
        className={`pointer-events-none fixed z-50 flex max-h-screen w-full flex-col gap-2 transition-none ${makesWay ? IN_CORNER : OVER_LOGO}`}
      />
    </Toast.Provider>
  );
}

function ToastText({ title, description, variant, isRepeated, makesWay }: ToastMessage & { makesWay: boolean }) {
  const close = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const corner = makesWay && close.current?.closest<HTMLElement>('ol');
    return corner ? keepClear(corner) : undefined;
  }, [makesWay]);
  return (
    <>
      <Icon
        name={variant === 'destructive' ? 'alert' : 'check'}
        className={`mt-0.5 size-6 ${makesWay ? 'max-[20rem]:hidden' : 'max-sm:hidden'} ${variant === 'destructive' ? 'text-brand' : 'text-second'}`}
      />
      <div className="min-w-0 flex-1">
        <Toast.Title className="leading-snug font-bold text-balance max-sm:text-[0.86rem]">{textOf(title)}</Toast.Title>
        {description && (
          <Toast.Description
            className={`text-[0.92rem] leading-snug max-sm:text-[0.8rem] ${makesWay ? '' : isRepeated ? 'max-sm:line-clamp-2' : variant === 'destructive' ? '' : 'line-clamp-1 max-sm:sr-only'}`}
          >
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
