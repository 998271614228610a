import { useEffect, useState } from 'react';
import { lazyImport } from '../lib/lazy/lazy-import.ts';
import { currentToast, subscribeToToasts, TOAST_HOTKEY } from './toast.ts';

const toaster = lazyImport(() => import('./toaster.tsx'));
/** Whether the last key pressed was the one that focuses the toasts. */
let takesFocus = false;

/** Place it once in a page. Its code (10 KB) is loaded with the first toast, touch or key. */
export function ToastOutlet() {
  const [code, setCode] = useState(toaster.loaded);
  useEffect(() => {
    // After a failed import the next toast or touch tries again.
    const fetchToaster = () => void toaster.load().then(setCode, () => {});
    if (currentToast()) fetchToaster();
    // Never removed, because the outlet exists as long as its document.
    for (const type of ['pointerdown', 'keydown'] as const) {
      addEventListener(type, (event: Event) => {
        // Once loaded, the toaster handles its key itself; an earlier key press is handled when it loads.
        takesFocus = (event as KeyboardEvent).code === TOAST_HOTKEY;
        fetchToaster();
      });
    }
    return subscribeToToasts(fetchToaster);
  }, []);
  return code && <code.default takesFocus={takesFocus} />;
}
