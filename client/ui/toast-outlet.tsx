import { useEffect, useState } from 'react';
import { lazyImport } from '../lib/lazy/lazy-import.ts';
import { currentToast, subscribeToToasts, TOAST_HOTKEY } from './toast.ts';

const toaster = lazyImport(() => import('./toaster.tsx'));
/** Whether the last thing pressed was the key of the toasts. */
let takesFocus = false;

/**
 * Place it once a page. Its code (10 KB) comes when a toast is due or with the first touch or key, not before.
 *
 * `makesWay`: toasts stand in the lower corner and move off what they would cover; otherwise over the bar's logo.
 */
export function ToastOutlet({ makesWay = false }: { makesWay?: boolean }) {
  const [code, setCode] = useState(toaster.loaded);
  useEffect(() => {
    // After a failure the next toast or touch fetches it again.
    const fetchToaster = () => void toaster.load().then(setCode, () => {});
    if (currentToast()) fetchToaster();
    // For good, since the outlet stays as long as its document.
    for (const type of ['pointerdown', 'keydown'] as const) {
      addEventListener(type, (event: Event) => {
        // The corner hears its key itself once it is here; what was pressed last before that is done when it comes.
        takesFocus = (event as KeyboardEvent).code === TOAST_HOTKEY;
        fetchToaster();
      });
    }
    return subscribeToToasts(fetchToaster);
  }, []);
  return code && <code.default makesWay={makesWay} takesFocus={takesFocus} />;
}
