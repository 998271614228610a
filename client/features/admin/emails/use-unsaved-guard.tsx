import { useEffect, useState } from 'react';
import { lazyDialog } from '../kit/lazy.tsx';
import { setLeaveGuard } from '../kit/unsaved.ts';

const DiscardDialog = lazyDialog(() => import('./discard-dialog.tsx'));

/**
 * Asks before unsaved changes are lost: with our dialog for our own controls, with the browser's when the page is left.
 */
export function useUnsavedGuard(isDirty: boolean, onDiscard: () => void) {
  const [pending, setPending] = useState<(() => void) | null>(null);
  useEffect(() => {
    if (!isDirty) return;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    setLeaveGuard((goOn) => setPending(() => goOn));
    addEventListener('beforeunload', onUnload);
    return () => {
      setLeaveGuard(null);
      removeEventListener('beforeunload', onUnload);
    };
  }, [isDirty]);
  if (!pending) return null;
  return (
    <DiscardDialog
      onClose={() => setPending(null)}
      onConfirm={() => {
        setPending(null);
        onDiscard();
        pending();
      }}
    />
  );
}
