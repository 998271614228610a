import { useState } from 'react';
import * as m from '#messages';
import { Button } from '../../../ui/button.tsx';
import { lazyDialog } from '../lazy.tsx';
import type { PreviewDialogProps } from '../publishing/preview-dialog.tsx';

const PreviewDialog = lazyDialog<PreviewDialogProps>(() => import('../publishing/preview-dialog.tsx'));

/** The shop as it would be with what is saved of this thing. */
export function PreviewButton({ item, isDirty }: { item: string; isDirty: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="small" variant="quiet" onClick={() => setIsOpen(true)}>
        {m.admin_site_preview()}
      </Button>
      {isOpen && (
        <PreviewDialog
          path="/shop"
          item={item}
          note={isDirty ? m.admin_preview_unsaved() : undefined}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
