import { type ComponentType, useEffect, useState } from 'react';
import { currentToast, subscribeToToasts } from './toast.ts';

/** Place it once a page. The corner's code (10 KB) comes when a toast is due or with the first touch or key, not before. */
export function ToastOutlet() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(() => {
    let isAsked = false;
    const fetchToaster = () => {
      if (isAsked) return;
      isAsked = true;
      import('./toaster.tsx').then(
        (module) => setToaster(() => module.default),
        // Lost on the way: the next toast or touch asks again.
        () => (isAsked = false),
      );
    };
    if (currentToast()) fetchToaster();
    const forget = subscribeToToasts(fetchToaster);
    addEventListener('pointerdown', fetchToaster, { passive: true });
    addEventListener('keydown', fetchToaster);
    return () => {
      forget();
      removeEventListener('pointerdown', fetchToaster);
      removeEventListener('keydown', fetchToaster);
    };
  }, []);
  return Toaster && <Toaster />;
}
