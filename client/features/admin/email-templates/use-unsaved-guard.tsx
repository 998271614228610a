import { useEffect, useState } from 'react';
import * as m from '#messages';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { setLeaveGuard } from '../unsaved.ts';

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
    <ConfirmDialog
      title={m.admin_unsaved_title()}
      text={m.admin_unsaved_text()}
      confirm={m.admin_unsaved_discard()}
      cancel={m.admin_unsaved_keep()}
      onClose={() => setPending(null)}
      onConfirm={() => {
        setPending(null);
        onDiscard();
        pending();
      }}
    />
  );
}
